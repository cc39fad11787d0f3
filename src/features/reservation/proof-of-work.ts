import { randomInt } from 'node:crypto'
import { type Challenge, type ChallengeParameters, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sha256 } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'
import { noteUsedSolution } from './used-solution.queries.ts'

/**
 * How long a challenge is good: enough for an old phone and for somebody who comes back to the page; what is solved in advance soon
 * expires.
 */
export const challengeLifeMs = 5 * 60_000

/**
 * The work of a challenge: a browser on two cores made 750 such keys in a quarter of a second, four times slower in 0.6; so a phone
 * needs about a second for those it tries, half of them in the mean. The server makes one for a challenge (0.4 ms, beside the event
 * loop) and none to check a solution. The right counter is drawn here, so that nobody is unlucky for ever.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1_000 } as const
export const mostTries = 1_000

/** The event of an organisation that a challenge is for: one solved for another event is signed with another key. */
export type ChallengedEvent = { readonly tenantId: string; readonly eventId: string }

/** A solution as the browser sends it back, nothing in it verified yet. */
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

/** A challenge whose solution lets one booking of that event through. Nothing of it is kept. */
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
 * Whether that is the solution of a challenge of ours for this event, in time and for the first time; this uses it up, in every
 * process. What costs nothing is checked first: the signature, then the key, and the database last.
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
