import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { EnqueueDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { bodyOf } from './announce.ts'
import { countDeliveries, insertDelivery } from './managed.queries.ts'
import { getSendableLocked, wakeSender } from './replay-deliveries.ts'
import { mostTrials, trialKind } from './webhook.ts'

const trialsMs = 60_000

/**
 * Sends a webhook something that did not happen, to see whether it arrives. Nobody else is told.
 *
 * @returns the id of the delivery
 * @throws AppError not_found, invalid_transition (the webhook is off), too_many_requests (trials of the last minute)
 */
export async function sendTrial(deps: EnqueueDeps, tenant: Tenant, webhookId: string, id = newId()): Promise<string> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    await getSendableLocked(tx, webhookId)
    const from = new Date(now.getTime() - trialsMs)
    if ((await countDeliveries(tx, { webhookId, kind: trialKind, from })) >= mostTrials)
      throw new AppError('too_many_requests', { retryAfterSeconds: trialsMs / 1000 })
    const body = bodyOf(trialKind, now, { webhook: webhookId })
    await insertDelivery(tx, { id, webhookId, kind: trialKind, body, happenedAt: now })
    await wakeSender(deps, tx, webhookId)
  })
  return id
}
