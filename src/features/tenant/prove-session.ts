import { serverSide } from '../../db/database.ts'
import { recoveryCodeOf } from '../account/passkey.ts'
import {
  countPasskeyUse,
  listPasskeys,
  putChallenge,
  takeChallenge,
  takeRecoveryCode,
} from '../account/passkey.queries.ts'
import { authenticationOptions, readAuthentication } from '../account/passkey-ceremony.ts'
import type { BasicDeps } from '../deps.ts'
import { tellOfPasskey } from './passkey-letters.ts'
import { type PasskeySession, prove } from './set-passkeys.ts'

type ProofDeps = BasicDeps<'enqueue' | 'urls'>

/** The challenge that the browser is asked to sign by a passkey. */
export async function beginProof(deps: ProofDeps, session: PasskeySession) {
  const present = await deps.database.asServer((tx) => listPasskeys(tx, session.accountId))
  const options = await authenticationOptions({ rpId: session.rpId, present })
  const { token } = session
  await deps.database.asServer((tx) => putChallenge(tx, { token, challenge: options.challenge, now: deps.now() }))
  return options
}

/**
 * Gives a session the rights of its person, who has shown a passkey.
 *
 * @returns the session's new token; null: it is not what was asked for, or that was too long ago
 * @throws AppError credentials_required (it has ended meanwhile)
 */
export async function proveByPasskey(
  deps: ProofDeps,
  session: PasskeySession,
  response: string,
): Promise<string | null> {
  const now = deps.now()
  const { challenge, present } = await deps.database.asServer(async (tx) => ({
    challenge: await takeChallenge(tx, session.token, now),
    present: await listPasskeys(tx, session.accountId),
  }))
  if (challenge === null) return null
  const used = await readAuthentication(response, { ...session, challenge }, present)
  if (used === null) return null
  return deps.database.asTenant(session.tenant.id, async (tx) => {
    // Not a passkey that was removed, or whose use was counted, since it was read.
    const before = present.find(({ id }) => id === used.id)?.useCount ?? null
    const counted = await countPasskeyUse(serverSide(tx), { ...used, before, now })
    return counted ? prove(tx, session, now) : null
  })
}

/** Gives a session its person's rights by a recovery code, which is used up; the person is told. @returns null: no such code */
export async function proveByCode(deps: ProofDeps, session: PasskeySession, typed: string): Promise<string | null> {
  return deps.database.asTenant(session.tenant.id, async (tx) => {
    if (!(await takeRecoveryCode(serverSide(tx), session.accountId, recoveryCodeOf(typed)))) return null
    await tellOfPasskey(deps, tx, { ...session, news: 'recovered', name: null })
    return prove(tx, session, deps.now())
  })
}
