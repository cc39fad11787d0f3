import { serverSide, type TenantTx } from '../../db/database.ts'
import { at, paths } from '../../lib/paths.ts'
import { webhookTexts } from '../../messages/mail/webhook.ts'
import { listOwners } from '../account/account.queries.ts'
import { theServer } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, EnqueueDeps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { forEachDue } from '../tenant/for-each-due.ts'
import {
  type DueDelivery,
  findDue,
  findNextCall,
  findSendable,
  giveUpBeyond,
  listAwaiting,
  putAttempt,
  putFailing,
  putSender,
  putWorking,
  type SendableWebhook,
  switchOff,
} from './sending.queries.ts'
import {
  type Attempt,
  failingDays,
  mostDue,
  type OffReason,
  pauseAfter,
  retryDelay,
  rowOfFailuresMs,
} from './webhook.ts'
import { type CallSigner, openWebhookKey, signedHeaders } from './webhook-key.ts'

type SendDeps = BasicDeps<'enqueue' | 'secrets' | 'urls' | 'webhooks'>

/** How long one webhook is sent to before others have a turn, and how long it is had at most: longer than a call takes. */
const [turnMs, hadMs] = [5_000, 45_000]
/** What is due sooner finds a job at that time, and what is due later the clock, by whole minutes. */
const soonMs = 60_000
const dayMs = 86_400_000

/**
 * Sends what is due to the webhooks of an organisation: side by side, and to each one after the other, once nobody else does. Each call
 * is decided on what is so at that moment: whether it is on, and where it is.
 *
 * @throws the first fault of ours, once all had their turn
 */
export async function sendWebhooks(deps: SendDeps, tenantId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  if (tenant === null || tenant.archivedAt !== null) return
  const ids = await deps.database.asTenant(tenantId, (tx) => listAwaiting(tx, deps.now()))
  const turns = await Promise.allSettled(ids.map((id) => sendInTurn(deps, tenantId, id)))
  await deps.database.asTenant(tenantId, (tx) => leaveRest(deps, tx))
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
}

/** Asks for calls that are due again, for every organisation that has one. @throws TenantsFailedError */
export async function sendLateWebhooks(deps: EnqueueDeps): Promise<void> {
  await forEachDue(deps, 'webhooks', async (tenantId) => {
    await deps.database.asTenant(tenantId, async (tx) => {
      const at = await findNextCall(tx)
      if (at !== null && at <= deps.now()) await deps.enqueue(tx, { name: 'send_webhooks', tenantId })
      else await noteDue(tx, 'webhooks', at)
    })
    return false
  })
}

/** Sees to it that what was not sent is sent: at once what had no turn, and the rest in its time. */
async function leaveRest(deps: SendDeps, tx: TenantTx): Promise<void> {
  const [now, { tenantId }] = [deps.now(), tx]
  const at = await findNextCall(tx)
  if (at === null) return
  const afterMs = at.getTime() - now.getTime()
  if (afterMs > soonMs) await noteDue(tx, 'webhooks', at)
  else if (afterMs > 0) await deps.enqueue(tx, { name: 'send_webhooks', tenantId }, { afterMs })
  else await deps.enqueue(tx, { name: 'send_webhooks', tenantId })
}

type Call = { readonly webhook: SendableWebhook; readonly delivery: DueDelivery; readonly at: Date }

async function sendInTurn(deps: SendDeps, tenantId: string, webhookId: string): Promise<void> {
  const until = performance.now() + turnMs
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => deps.database.asTenant(tenantId, work)
  let call = await inTenant((tx) => takeNext(deps, tx, webhookId, { isMine: false }))
  while (call !== null) {
    const made = await makeCall(deps, tenantId, call)
    const { webhook, delivery } = call
    const isOver = performance.now() > until
    call = await inTenant(async (tx) => {
      await noteCall(deps, tx, webhook, delivery, made)
      if (!isOver) return takeNext(deps, tx, webhookId, { isMine: true })
      await putSender(tx, webhookId, null)
      // Its turn is over before that of others, which may take longer.
      if (await findDue(tx, webhookId, deps.now())) await deps.enqueue(tx, { name: 'send_webhooks', tenantId })
      return null
    })
  }
}

/** Takes what is to be sent to a webhook now, and the webhook for oneself; null: nothing is, or somebody else has it. */
async function takeNext(
  deps: SendDeps,
  tx: TenantTx,
  webhookId: string,
  { isMine }: { readonly isMine: boolean },
): Promise<Call | null> {
  const webhook = await findSendable(tx, webhookId)
  const at = deps.now()
  if (webhook === null || (!isMine && webhook.sendingUntil !== null && webhook.sendingUntil > at)) return null
  const isPaused = webhook.resumesAt !== null && webhook.resumesAt > at
  const delivery = isPaused ? null : await findDue(tx, webhookId, at)
  await putSender(tx, webhookId, delivery && new Date(at.getTime() + hadMs))
  return delivery && { webhook, delivery, at }
}

function signersOf({ secrets, now }: SendDeps, tenantId: string, webhook: SendableWebhook): readonly CallSigner[] {
  const { signature, secretEncrypted, formerSecretEncrypted, formerUntil } = webhook
  const isFormerGood = formerSecretEncrypted !== null && formerUntil !== null && formerUntil > now()
  const sealed = isFormerGood ? [secretEncrypted, formerSecretEncrypted] : [secretEncrypted]
  return sealed.map((secret) => openWebhookKey(secrets, tenantId, signature, secret))
}

type Made = { readonly attempt: Attempt; readonly isTaken: boolean; readonly retryAfterMs: number | null }

async function makeCall(deps: SendDeps, tenantId: string, { webhook, delivery, at }: Call): Promise<Made> {
  const began = performance.now()
  const headers = signedHeaders(signersOf(deps, tenantId, webhook), delivery.id, at, delivery.body)
  const { retryAfterMs, ...came } = await deps.webhooks.call(webhook.address, headers, delivery.body)
  const attempt = { ...came, at: at.toISOString(), ms: Math.round(performance.now() - began) }
  return { attempt, retryAfterMs, isTaken: came.status !== null && came.status >= 200 && came.status < 300 }
}

async function noteCall(
  deps: SendDeps,
  tx: TenantTx,
  { id, address }: SendableWebhook,
  delivery: DueDelivery,
  { attempt, isTaken, retryAfterMs }: Made,
): Promise<void> {
  // What was changed while the call was under way, an answer from elsewhere says nothing of.
  const found = await findSendable(tx, id)
  const webhook = found?.address === address ? found : null
  if (isTaken) {
    await putAttempt(tx, id, delivery, attempt, { state: 'delivered', nextAttemptAt: null })
    if (webhook) await putWorking(tx, id)
    return
  }
  const now = deps.now()
  const later = (ms: number) => new Date(now.getTime() + Math.max(ms, retryAfterMs ?? 0))
  const delay = retryDelay(delivery.attemptCount + 1, Math.random())
  const outcome =
    delay === null
      ? ({ state: 'failed', nextAttemptAt: null } as const)
      : ({ state: 'due', nextAttemptAt: later(delay) } as const)
  await putAttempt(tx, id, delivery, attempt, outcome)
  if (webhook === null) return
  const isOneOfRow = webhook.failedAt !== null && now.getTime() - webhook.failedAt.getTime() < rowOfFailuresMs
  const failures = isOneOfRow ? webhook.failures + 1 : 1
  const failingSince = (isOneOfRow ? webhook.failingSince : null) ?? now
  const failingMs = now.getTime() - failingSince.getTime()
  const resumesAt = later(pauseAfter(failures, failingMs))
  await giveUpBeyond(tx, id, mostDue)
  await putFailing(tx, id, { failures, failingSince, failedAt: now, resumesAt })
  const reason = attempt.status === 410 ? 'gone' : failingMs >= failingDays * dayMs ? 'failing' : null
  if (reason !== null && (await switchOff(tx, id, reason, now))) await tellOwners(deps, tx, webhook, reason, now)
}

async function tellOwners(
  deps: SendDeps,
  tx: TenantTx,
  { id, name }: Pick<SendableWebhook, 'id' | 'name'>,
  reason: OffReason,
  now: Date,
): Promise<void> {
  await recordChange(tx, theServer, now, 'webhook.put_off', id, { after: { name, reason } })
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
