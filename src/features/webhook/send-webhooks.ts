import { serverSide, type TenantTx } from '../../db/database.ts'
import { at, paths } from '../../lib/paths.ts'
import { webhookTexts } from '../../messages/mail/webhook.ts'
import { listOwners } from '../account/account.queries.ts'
import { theServer } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import {
  type DueDelivery,
  findNextDue,
  findSendable,
  listDue,
  putAttempt,
  putFailing,
  putWorking,
  type SendableWebhook,
  switchOff,
} from './sending.queries.ts'
import { type Attempt, failingDays, type OffReason, pauseAfter, retryDelay } from './webhook.ts'
import { type CallSigner, openWebhookKey, signedHeaders } from './webhook-key.ts'

type SendDeps = Pick<Deps, 'database' | 'now' | 'enqueue' | 'secrets' | 'urls' | 'webhooks'>

const mostAtOnce = 20
/** After so long whoever else waits for the lane has a turn. */
const turnMs = 20_000
const dayMs = 86_400_000

/**
 * Sends what is due to a webhook, one after the other; once one fails, the others wait with it for some minutes at most. What is due
 * later finds a job at that time.
 */
export async function sendWebhooks(deps: SendDeps, tenantId: string, webhookId: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    const next = await deps.database.asTenant(tenantId, (tx) => takeNext(deps, tx, webhookId))
    if (next === null) return
    const signers = signersOf(deps, tenantId, next.webhook)
    for (const delivery of next.due) {
      if (performance.now() - began > turnMs)
        return deps.database.asTenant(tenantId, (tx) =>
          deps.enqueue(tx, { name: 'send_webhooks', tenantId, webhookId }),
        )
      if (!(await sendOne(deps, tenantId, next.webhook, delivery, signers))) break
    }
  }
}

type Next = { readonly webhook: SendableWebhook; readonly due: readonly DueDelivery[] }

/** What is to be sent now; null when there is nothing, and a job has been left for what comes later. */
async function takeNext(deps: SendDeps, tx: TenantTx, webhookId: string): Promise<Next | null> {
  const [now, webhook] = [deps.now(), await findSendable(tx, webhookId)]
  if (webhook === null) return null
  const isPaused = webhook.resumesAt !== null && webhook.resumesAt > now
  const due = isPaused ? [] : await listDue(tx, webhookId, now, mostAtOnce)
  if (due.length > 0) return { webhook, due }
  const nextAt = await findNextDue(tx, webhookId)
  if (nextAt === null) return null
  const at = Math.max(nextAt.getTime(), webhook.resumesAt?.getTime() ?? 0)
  const afterMs = Math.max(at - now.getTime(), 0)
  await deps.enqueue(tx, { name: 'send_webhooks', tenantId: tx.tenantId, webhookId }, { afterMs })
  return null
}

function signersOf({ secrets, now }: SendDeps, tenantId: string, webhook: SendableWebhook): readonly CallSigner[] {
  const { signature, secretEncrypted, formerSecretEncrypted, formerUntil } = webhook
  const isFormerGood = formerSecretEncrypted !== null && formerUntil !== null && formerUntil > now()
  const sealed = isFormerGood ? [secretEncrypted, formerSecretEncrypted] : [secretEncrypted]
  return sealed.map((secret) => openWebhookKey(secrets, tenantId, signature, secret))
}

/** @returns whether it was taken */
async function sendOne(
  deps: SendDeps,
  tenantId: string,
  webhook: SendableWebhook,
  delivery: DueDelivery,
  signers: readonly CallSigner[],
): Promise<boolean> {
  const [at, began] = [deps.now(), performance.now()]
  const headers = signedHeaders(signers, delivery.id, at, delivery.body)
  const { retryAfterMs, ...came } = await deps.webhooks.call(webhook.address, headers, delivery.body)
  const attempt = { ...came, at: at.toISOString(), ms: Math.round(performance.now() - began) }
  const isTaken = came.status !== null && came.status >= 200 && came.status < 300
  await deps.database.asTenant(tenantId, async (tx) => {
    if (isTaken) {
      await putAttempt(tx, webhook.id, delivery, attempt, { state: 'delivered', nextAttemptAt: null })
      await putWorking(tx, webhook.id)
    } else await noteFailure(deps, tx, webhook, delivery, attempt, retryAfterMs ?? 0)
  })
  return isTaken
}

async function noteFailure(
  deps: SendDeps,
  tx: TenantTx,
  { id, failures, failingSince, name }: SendableWebhook,
  delivery: DueDelivery,
  attempt: Attempt,
  leastMs: number,
): Promise<void> {
  const now = deps.now()
  const later = (ms: number) => new Date(now.getTime() + Math.max(ms, leastMs))
  const delay = retryDelay(delivery.attemptCount + 1, Math.random())
  const outcome =
    delay === null
      ? ({ state: 'failed', nextAttemptAt: null } as const)
      : ({ state: 'due', nextAttemptAt: later(delay) } as const)
  await putAttempt(tx, id, delivery, attempt, outcome)
  const since = failingSince ?? now
  await putFailing(tx, id, { failures: failures + 1, failingSince: since, resumesAt: later(pauseAfter(failures + 1)) })
  const isLong = now.getTime() - since.getTime() >= failingDays * dayMs
  const reason = attempt.status === 410 ? 'gone' : isLong ? 'failing' : null
  if (reason !== null && (await switchOff(tx, id, reason, now))) await tellOwners(deps, tx, { id, name }, reason, now)
}

async function tellOwners(
  deps: SendDeps,
  tx: TenantTx,
  { id, name }: Pick<SendableWebhook, 'id' | 'name'>,
  reason: OffReason,
  now: Date,
): Promise<void> {
  await recordChange(tx, theServer, now, { action: 'webhook.put_off', subjectId: id, after: { name, reason } })
  const tenant = await findTenantById(serverSide(tx), tx.tenantId)
  if (!tenant || tenant.archivedAt !== null) return
  const url = deps.urls.base(tenant.label) + at(paths.webhook, { uuid: id })
  const letter = webhookOffLetter(tenant.language, { name, organisation: tenant.organisation, reason, url })
  for (const recipient of await listOwners(tx)) await queueMail(deps, tx, { ...letter, recipient })
}

type Off = { readonly name: string; readonly organisation: string; readonly reason: OffReason; readonly url: string }

const webhookOffLetter = defineLetter('webhook_off', webhookTexts, ({ off: said }, off: Off) => ({
  subject: said.subject(off),
  title: said.title,
  paragraphs: [said.text(off), said.next],
  action: { label: said.action, url: off.url },
}))
