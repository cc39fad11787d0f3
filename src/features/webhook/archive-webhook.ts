import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { getWebhookLocked, putWebhook } from './managed.queries.ts'
import { giveUpDue } from './sending.queries.ts'

/** Archives a webhook: it is told nothing any more, and is in no list. It does not come back. @throws AppError not_found */
export async function archiveWebhook(deps: BasicDeps, tenant: Tenant, actor: Actor, id: string): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const [now, { name }] = [deps.now(), await getWebhookLocked(tx, id)]
    await putWebhook(tx, id, { archivedAt: now })
    await giveUpDue(tx, id)
    await recordChange(tx, actor, now, 'webhook.archived', id, { before: { name } })
  })
}
