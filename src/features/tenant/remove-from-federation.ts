import { serverSide } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { movePlace } from './federation.queries.ts'
import type { Tenant } from './tenant.ts'

/** The Meta's directory and calendar no longer show the member, and the member's log says so. May be repeated. */
export async function removeFromFederation(deps: BasicDeps, actor: Actor, meta: Tenant, member: Tenant): Promise<void> {
  const now = deps.now()
  await deps.database.asTenant(member.id, async (tx) => {
    if (await movePlace(serverSide(tx), { metaId: meta.id, memberId: member.id }, 'left', now))
      await recordChange(tx, actor, now, 'federation.left', meta.id, { before: { calendar: meta.organisation } })
  })
}
