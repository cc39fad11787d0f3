import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { randomToken } from '../../lib/hash.ts'
import { findAccountByEmail } from '../account/account.queries.ts'
import { longestPasskeyName, mostPasskeys, newRecoveryCodes } from '../account/passkey.ts'
import {
  deletePasskeys,
  insertPasskey,
  listPasskeys,
  maySetPasskeys,
  putChallenge,
  putProof,
  putRecoveryCodes,
  takeChallenge,
} from '../account/passkey.queries.ts'
import { readRegistration, registrationOptions } from '../account/passkey-ceremony.ts'
import { endSessionsOf } from '../account/session.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { tellOfPasskey } from './passkey-letters.ts'
import type { Tenant } from './tenant.ts'
import { findRootTenant } from './tenant.queries.ts'

/** Somebody who is signed in, in one browser at one host. */
export type PasskeySession = {
  readonly tenant: Tenant
  readonly accountId: string
  readonly email: string
  /** The session's token. */
  readonly token: string
  /** The host that the browser is at, as the browser says. */
  readonly origin: string
  readonly rpId: string
}

type PasskeyDeps = BasicDeps<'enqueue' | 'urls'>

/**
 * The options from which the browser is asked to make a passkey.
 *
 * @throws AppError permission_denied (there is one, and this session was not proven by it)
 */
export async function beginPasskey(deps: PasskeyDeps, session: PasskeySession) {
  const present = await deps.database.asServer(async (tx) => {
    if (!(await maySetPasskeys(tx, session))) throw new AppError('permission_denied')
    return listPasskeys(tx, session.accountId)
  })
  const account = { id: session.accountId, email: session.email }
  const options = await registrationOptions({ rpId: session.rpId, name: 'Guichet', account, present })
  const { token } = session
  await deps.database.asServer((tx) => putChallenge(tx, { token, challenge: options.challenge, now: deps.now() }))
  return options
}

export type Added = {
  /** The session's new token. */
  readonly token: string
  /** The recovery codes, shown once, with the first passkey; null: there are some already. */
  readonly codes: readonly string[] | null
}

/**
 * Keeps a passkey that the browser has made. Its maker holds it, so the session is proven by it.
 *
 * @returns null: it is not what was asked for, or that was too long ago
 * @throws AppError permission_denied (as `beginPasskey`), credentials_required (the session has ended meanwhile)
 */
export async function addPasskey(
  deps: PasskeyDeps,
  session: PasskeySession,
  made: { readonly name: string; readonly response: string },
): Promise<Added | null> {
  const now = deps.now()
  const challenge = await deps.database.asServer((tx) => takeChallenge(tx, session.token, now))
  if (challenge === null) return null
  const passkey = await readRegistration(made.response, { ...session, challenge })
  if (passkey === null) return null
  return deps.database.asTenant(session.tenant.id, async (tx) => {
    const server = serverSide(tx)
    if (!(await maySetPasskeys(server, session))) throw new AppError('permission_denied')
    const present = await listPasskeys(server, session.accountId)
    if (present.length >= mostPasskeys) throw new AppError('permission_denied')
    const name = made.name.slice(0, longestPasskeyName)
    const { accountId, rpId } = session
    if (!(await insertPasskey(server, { ...passkey, accountId, rpId, name, now }))) return null
    const codes = present.length > 0 ? null : newRecoveryCodes()
    if (codes !== null) await putRecoveryCodes(server, accountId, codes)
    const token = await prove(tx, session, now)
    await tellOfPasskey(deps, tx, { ...session, news: 'added', name })
    return { token, codes }
  })
}

/** @throws AppError permission_denied (as `beginPasskey`), not_found */
export async function removePasskey(deps: PasskeyDeps, session: PasskeySession, id: string): Promise<void> {
  await deps.database.asTenant(session.tenant.id, async (tx) => {
    const server = serverSide(tx)
    if (!(await maySetPasskeys(server, session))) throw new AppError('permission_denied')
    const [gone] = await deletePasskeys(server, session.accountId, id)
    if (!gone) throw new AppError('not_found')
    if ((await listPasskeys(server, session.accountId)).length === 0)
      await putRecoveryCodes(server, session.accountId, [])
    await tellOfPasskey(deps, tx, { ...session, news: 'removed', name: gone.name })
  })
}

/**
 * Makes recovery codes in place of those that were lost or used up.
 *
 * @throws AppError permission_denied (as `beginPasskey`), not_found (there is no passkey that they could stand in for)
 */
export async function renewRecoveryCodes(deps: PasskeyDeps, session: PasskeySession): Promise<readonly string[]> {
  return deps.database.asServer(async (tx) => {
    if (!(await maySetPasskeys(tx, session))) throw new AppError('permission_denied')
    if ((await listPasskeys(tx, session.accountId)).length === 0) throw new AppError('not_found')
    const codes = newRecoveryCodes()
    await putRecoveryCodes(tx, session.accountId, codes)
    return codes
  })
}

/**
 * Removes all passkeys and codes of a person who has lost them, and ends their sessions; they are told by mail.
 *
 * @returns how many passkeys there were; null: nobody has that address
 */
export async function resetPasskeys(deps: PasskeyDeps, email: string): Promise<number | null> {
  const root = await deps.database.asServer(findRootTenant)
  if (root === null) return null
  return deps.database.asTenant(root.id, async (tx) => {
    const server = serverSide(tx)
    const account = await findAccountByEmail(server, email)
    if (account === null) return null
    const gone = await deletePasskeys(server, account.id)
    await putRecoveryCodes(server, account.id, [])
    await endSessionsOf(server, account.id)
    await tellOfPasskey(deps, tx, { tenant: root, email, news: 'reset', name: null })
    return gone.length
  })
}

/** @returns the session's new token. @throws AppError credentials_required (it has ended) */
export async function prove(tx: TenantTx, session: Pick<PasskeySession, 'token'>, now: Date): Promise<string> {
  const token = randomToken()
  if (!(await putProof(serverSide(tx), { former: session.token, token, now })))
    throw new AppError('credentials_required')
  return token
}
