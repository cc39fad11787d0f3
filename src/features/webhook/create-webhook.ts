import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { lockTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { countWebhooks, insertWebhook } from './managed.queries.ts'
import { makeWebhookKey } from './webhook-key.ts'
import { mostWebhooks, type SignatureKind } from './webhook.ts'
import { notedSettings, requireCallable, settingsOf, type WebhookSettings } from './webhook-settings.ts'

export type NewWebhook = WebhookSettings & {
  /** The id by which what is sent twice is recognised (lib/ids.ts, `repeatableId`). */
  readonly id: string
  readonly signature: SignatureKind
}

/**
 * Makes a webhook, which is told from now on.
 *
 * @returns what its receiver verifies with: the secret, which can't be shown again, or the public key
 * @throws AppError validation_failed (the address), too_many_webhooks, idempotency_conflict (this press of the form made it before)
 */
export async function createWebhook(
  deps: BasicDeps<'secrets' | 'webhooks'>,
  tenant: Tenant,
  actor: Actor,
  { id, signature, ...said }: NewWebhook,
): Promise<string> {
  requireCallable(deps, said.address)
  const settings = settingsOf(said)
  return deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const { text, ...key } = makeWebhookKey(deps.secrets, tenant.id, signature)
    // Of two who would make the tenth, the second waits, and counts it.
    await lockTenant(serverSide(tx), tenant.id)
    const had = await countWebhooks(tx)
    if (!(await insertWebhook(tx, { id, signature, ...settings, ...key, createdAt: now })))
      throw new AppError('idempotency_conflict')
    if (had >= mostWebhooks) throw new AppError('too_many_webhooks')
    const after = { ...notedSettings(settings), signature }
    await recordChange(tx, actor, now, 'webhook.created', id, { after })
    return text
  })
}
