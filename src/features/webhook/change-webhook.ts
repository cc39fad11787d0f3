import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { getWebhookLocked, putWebhook } from './managed.queries.ts'
import { switchOff } from './sending.queries.ts'
import { notedSettings, requireCallable, settingsOf, type WebhookSettings, webhookVersion } from './webhook-settings.ts'

/** Nothing failed since it last went well, and nothing is waited for. */
const unfailed = { failures: 0, failingSince: null, failedAt: null, resumesAt: null }

export type WebhookChange = Partial<WebhookSettings> & {
  /** Whether it is told what happens. While it is off it is told nothing, and what was still to be sent has failed. */
  readonly active?: boolean
}

/**
 * Changes what a webhook is told of and where, from the next thing that happens on, or switches it on or off. What is still to be sent goes
 * to the new address.
 *
 * @param seen the `webhookVersion` that the person who changes it saw; null: they saw only what they change
 * @throws AppError not_found (an archived one too), changed_meanwhile, validation_failed (the address)
 */
export async function changeWebhook(
  deps: BasicDeps<'enqueue' | 'webhooks'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  { active: asked, ...change }: WebhookChange,
  seen: string | null = null,
): Promise<void> {
  if (change.address !== undefined) requireCallable(deps, change.address)
  await deps.database.asTenant(tenant.id, async (tx) => {
    const [now, webhook] = [deps.now(), await getWebhookLocked(tx, id)]
    if (seen !== null && seen !== webhookVersion(webhook)) throw new AppError('changed_meanwhile')
    const [before, after] = [settingsOf(webhook), settingsOf({ ...webhook, ...change })]
    // What failed at the one address says nothing of the other.
    const isElsewhere = before.address !== after.address
    await putWebhook(tx, id, { ...after, kinds: [...after.kinds], ...(isElsewhere ? unfailed : {}) })
    // What waited for the former one does so no longer.
    if (isElsewhere) await deps.enqueue(tx, { name: 'send_webhooks', tenantId: tenant.id })
    const wasActive = webhook.offReason === null
    const active = asked ?? wasActive
    if (active !== wasActive) await (active ? switchOn(tx, id) : switchOff(tx, id, 'by_hand', now))
    await recordChange(tx, actor, now, 'webhook.changed', id, {
      before: { ...notedSettings(before), active: wasActive },
      after: { ...notedSettings(after), active },
    })
  })
}

async function switchOn(tx: TenantTx, id: string): Promise<void> {
  await putWebhook(tx, id, { offReason: null, offAt: null, sendingUntil: null, ...unfailed })
}
