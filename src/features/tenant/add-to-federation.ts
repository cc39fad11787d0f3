import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { insertMember } from './federation.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Adds a member to a federation, whether it asked or not: the Meta's directory and calendar show it from now on, and its log says so. May be
 * repeated.
 *
 * @throws AppError category_rule when `meta` is no Meta, or the member is Root or the Meta itself
 */
export async function addToFederation(deps: BasicDeps, actor: Actor, meta: Tenant, member: Tenant): Promise<void> {
  if (meta.category !== 'meta' || member.category === 'root' || member.id === meta.id)
    throw new AppError('category_rule')
  const now = deps.now()
  await deps.database.asTenant(member.id, async (tx) => {
    if (await insertMember(serverSide(tx), { metaId: meta.id, memberId: member.id }, now))
      await recordChange(tx, actor, now, 'federation.joined', meta.id, { after: { calendar: meta.organisation } })
  })
}
