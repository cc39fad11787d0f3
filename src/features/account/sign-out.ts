import { AppError } from '../../errors.ts'
import { randomToken } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'
import { endSession, endSessionsOf, putSessionToken } from './session.queries.ts'

/** Ends that session; one that is over already is no matter. */
export async function signOut(deps: Pick<Deps, 'database'>, tenantId: string, sessionToken: string): Promise<void> {
  await deps.database.asServer((tx) => endSession(tx, tenantId, sessionToken))
}

/**
 * Ends every session of a person but the one that asks, on every host of the server. That one goes on under another token, so
 * that a copy of the present one is worth nothing either.
 *
 * @returns the token it has from now on
 * @throws AppError credentials_required (it was ended meanwhile itself)
 */
export async function signOutElsewhere(
  deps: Pick<Deps, 'database'>,
  accountId: string,
  session: { readonly tenantId: string; readonly token: string },
): Promise<string> {
  const token = randomToken()
  await deps.database.asServer(async (tx) => {
    const { tenantId, token: former } = session
    if (!(await putSessionToken(tx, { tenantId, former, token }))) throw new AppError('credentials_required')
    await endSessionsOf(tx, accountId, { except: token })
  })
  return token
}
