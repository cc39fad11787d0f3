import { serverSide } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from './tenant.ts'

/** The Meta's directory and calendar no longer show the member, and the member's log says so. May be repeated. */
export async function removeFromFederation(deps: BasicDeps, actor: Actor, meta: Tenant, member: Tenant): Promise<void> {
  await deps.database.asTenant(member.id, async (tx) => {
    const left = await serverSide(tx)
      .deleteFrom('federationMember')
      .where('metaTenantId', '=', meta.id)
      .where('memberTenantId', '=', member.id)
      .$call(isDone)
    if (left)
      await recordChange(tx, actor, deps.now(), {
        action: 'federation.left',
        subjectId: meta.id,
        before: { calendar: meta.organisation },
      })
  })
}
