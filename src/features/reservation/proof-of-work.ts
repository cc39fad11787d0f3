import { randomInt } from 'node:crypto'
import { type Challenge, type ChallengeParameters, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sha256 } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'
import { noteUsedSolution } from './used-solution.queries.ts'

/** Long enough for an old phone and for whoever comes back to the page; what is solved in advance is soon worth nothing. */
export const challengeLifeMs = 5 * 60_000

/**
 * How long it takes: a browser on two cores made 750 such keys in a quarter of a second, four times slower in 0.6; so a phone needs about
 * a second for those it tries, half of them in the mean. The server makes one for a challenge (0.4 ms, beside the event loop)
 * and none to look at a solution. The right counter is drawn here, so that nobody is unlucky for ever.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1_000 } as const
export const mostTries = 1_000

/** Of one event of one organisation: what was solved for another is signed with another key. */
export type ChallengedEvent = { readonly tenantId: string; readonly eventId: string }

/** As whoever solved it sends it back, nothing of it believed yet. */
export type SolvedChallenge = {
  readonly challenge: {
    readonly parameters: Omit<ChallengeParameters, 'memoryCost' | 'parallelism' | 'data'> & {
      readonly keySignature: string
      readonly expiresAt: number
    }
    readonly signature: string
  }
  readonly solution: { readonly counter: number; readonly derivedKey: string }
}

/** Which, solved, lets one booking of that event through. Nothing of it is kept. */
export async function bookingChallenge(
  { secrets, now }: Pick<Deps, 'secrets' | 'now'>,
  event: ChallengedEvent,
): Promise<Challenge> {
  return createChallenge({
    algorithm: work.algorithm,
    cost: work.cost,
    deriveKey,
    counter: randomInt(mostTries),
    ...keysOf({ secrets }, event),
    expiresAt: new Date(now().getTime() + challengeLifeMs),
  })
}

/**
 * Whether that is the solution of a challenge of ours for this event, in time and for the first time; it is used up then, in every
 * process. What costs nothing is looked at first: the signature, then the key, and the database last.
 */
export async function takeSolution(
  deps: Pick<Deps, 'database' | 'secrets'>,
  event: ChallengedEvent,
  { challenge, solution }: SolvedChallenge,
): Promise<boolean> {
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(deps, event) })
  if (!verified) return false
  const expiresAt = new Date(challenge.parameters.expiresAt * 1000)
  const used = { digest: sha256(challenge.signature), expiresAt }
  return deps.database.asTenant(event.tenantId, (tx) => noteUsedSolution(tx, used))
}

function keysOf({ secrets }: Pick<Deps, 'secrets'>, { tenantId, eventId }: ChallengedEvent) {
  const key = (of: string) => secrets.mac(`${of} of a challenge`, `${tenantId} ${eventId}`).toString('hex')
  return { hmacSignatureSecret: key('parameters'), hmacKeySignatureSecret: key('solution') }
}
