import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { listPasskeys } from '../account/passkey.queries.ts'
import { type Role, roles } from '../account/role.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { putTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'

/**
 * Sets which roles need a passkey to work here, from their next request on (ADR 0240). A person who requires it of more roles has one
 * for this host: it shows that the host can be used with passkeys, so that nobody locks out the whole team.
 *
 * @param wanted.former the roles that needed one when somebody decided
 * @param wanted.rpId as `rpIdOf` gives it
 * @throws AppError permission_denied (no person), changed_meanwhile, invalid_transition (they have no passkey; fewer roles may be
 *   named all the same)
 */
export async function requirePasskeys(
  deps: BasicDeps<'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  wanted: { readonly roles: readonly Role[]; readonly former: readonly Role[]; readonly rpId: string },
): Promise<void> {
  if (actor.kind !== 'account') throw new AppError('permission_denied')
  await deps.database.asTenant(tenant.id, async (tx) => {
    const server = serverSide(tx)
    const { passkeyRoles: former } = await server
      .selectFrom('tenant')
      .select('passkeyRoles')
      .where('id', '=', tenant.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (former.join() !== wanted.former.join()) throw new AppError('changed_meanwhile')
    const chosen = roles.filter((role) => wanted.roles.includes(role))
    const more = chosen.some((role) => !former.includes(role))
    const own = more ? await listPasskeys(server, actor.accountId) : []
    if (more && own.every(({ rpId }) => rpId !== wanted.rpId))
      throw new AppError('invalid_transition', { move: { of: 'passkey', from: 'none', to: 'required' } })
    if (!more && former.length === chosen.length) return
    await putTenant(server, tenant.id, { passkeyRoles: [...chosen] })
    await recordChange(tx, actor, deps.now(), 'team.passkeys_wanted', null, {
      before: { roles: former },
      after: { roles: chosen },
    })
    await deps.notifyChange(tx, 'directory', null)
  })
}
