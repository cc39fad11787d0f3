import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps, EnqueueDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  getDelivery,
  getWebhookLocked,
  listDeliveryTimes,
  putDue,
  putWebhook,
  type Webhook,
} from './managed.queries.ts'
import type { DeliveryState } from './webhook.ts'

/** How many are sent again at once: about two minutes' worth, behind which what happens now has to wait. */
export const mostReplayed = 5_000

/**
 * Sends something that happened once more, as it was then, and with all attempts before it.
 *
 * @throws AppError not_found, invalid_transition (the webhook is off)
 */
export async function replayDelivery(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  { webhookId, id }: { readonly webhookId: string; readonly id: string },
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const webhook = await getSendableLocked(tx, webhookId)
    const { kind, happenedAt } = await getDelivery(tx, webhookId, id)
    await putDue(tx, webhookId, [id], deps.now())
    const after = { name: webhook.name, kinds: [kind], happenedAt }
    await recordChange(tx, actor, deps.now(), 'webhook.sent_again', webhookId, { after })
    await wakeSender(deps, tx, webhookId)
  })
}

export type ReplaySpan = {
  readonly from: Date
  /** Before it, not at it. */
  readonly until: Date
  /** Only what is in one of these states; absent: all that happened. */
  readonly states?: readonly DeliveryState[]
}

export type Replayed = {
  readonly replayed: number
  /** When the first happened that is not sent again, as too many were asked for; null: all are. */
  readonly nextFrom: Date | null
}

/**
 * Sends what happened within a span once more, the earliest first, and so many at most.
 *
 * @throws AppError not_found, invalid_transition (the webhook is off)
 */
export async function replaySpan(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  webhookId: string,
  span: ReplaySpan,
): Promise<Replayed> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const webhook = await getSendableLocked(tx, webhookId)
    const found = await listDeliveryTimes(tx, { webhookId, ...span }, mostReplayed + 1)
    const [chosen, next] = [found.slice(0, mostReplayed), found[mostReplayed]]
    if (chosen.length > 0) {
      const ids = chosen.map(({ id }) => id)
      await putDue(tx, webhookId, ids, deps.now())
      const after = { name: webhook.name, from: span.from, until: span.until, count: chosen.length }
      await recordChange(tx, actor, deps.now(), 'webhook.sent_again', webhookId, { after })
      await wakeSender(deps, tx, webhookId)
    }
    return { replayed: chosen.length, nextFrom: next?.happenedAt ?? null }
  })
}

/** @throws AppError not_found, invalid_transition (it is off: nothing would be sent) */
export async function getSendableLocked(tx: TenantTx, id: string): Promise<Webhook> {
  const webhook = await getWebhookLocked(tx, id)
  if (webhook.offReason !== null)
    throw new AppError('invalid_transition', { detail: 'webhook_off', move: { of: 'webhook', from: 'off' } })
  return webhook
}

/** Has what is due sent now, although the webhook failed a moment ago: somebody asks, who may have mended it. */
export async function wakeSender(deps: Pick<Deps, 'enqueue'>, tx: TenantTx, webhookId: string): Promise<void> {
  await putWebhook(tx, webhookId, { resumesAt: null })
  await deps.enqueue(tx, { name: 'send_webhooks', tenantId: tx.tenantId })
}
