import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { getWebhookLocked, putNewKey, type Webhook } from './managed.queries.ts'
import { makeWebhookKey } from './webhook-key.ts'
import { formerSecretHours } from './webhook.ts'

const hourMs = 3_600_000

/**
 * Gives a webhook a new secret, or a new pair of keys. For a day is signed with the one before as well, so that its receiver misses
 * nothing. There are two at most: an earlier one ends now.
 *
 * @param seen the `rollVersion` that the caller saw; null: not compared
 * @returns as `createWebhook`
 * @throws AppError not_found (an archived one too), changed_meanwhile (rolled since: this press was sent twice)
 */
export async function rollWebhook(
  deps: BasicDeps<'secrets'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  seen: string | null = null,
): Promise<string> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const webhook = await getWebhookLocked(tx, id)
    if (seen !== null && seen !== rollVersion(webhook)) throw new AppError('changed_meanwhile')
    const { text, ...key } = makeWebhookKey(deps.secrets, tenant.id, webhook.signature)
    const formerUntil = new Date(now.getTime() + formerSecretHours * hourMs)
    await putNewKey(tx, id, key, formerUntil)
    const after = { name: webhook.name, until: formerUntil }
    await recordChange(tx, actor, now, 'webhook.rolled', id, { after })
    return text
  })
}

/** By which a form that is sent twice is recognised: it rolls once, or the secret that the receiver still uses would end. */
export function rollVersion({ formerUntil }: Pick<Webhook, 'formerUntil'>): string {
  return formerUntil?.toISOString() ?? ''
}
