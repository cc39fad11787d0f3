import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countDone, deleteRows, selectRows, updateQuietly, updateRow, updateRows } from '../../db/rows.ts'
import { idsOf } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { webhookKeyPurpose } from './webhook-key.ts'
import { type Attempt, keptAttempts, type OffReason } from './webhook.ts'

export type SendableWebhook = NonNullable<Awaited<ReturnType<typeof findSendable>>>

/** Finds and locks a webhook that is told what happens; null: it is off, or archived. */
export async function findSendable(tx: TenantTx, id: string) {
  const row = await selectRows(tx, 'webhook')
    .select(['id', 'name', 'address', 'signature', 'secretEncrypted', 'formerSecretEncrypted', 'formerUntil'])
    .select(['failures', 'failingSince', 'failedAt', 'resumesAt', 'sendingUntil'])
    .where('id', '=', id)
    .where('offReason', 'is', null)
    .where('archivedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Has a webhook to oneself until then, or lets others have it (null); the caller has locked it. */
export async function putSender(tx: TenantTx, id: string, sendingUntil: Date | null): Promise<void> {
  await updateQuietly(tx, 'webhook').set({ sendingUntil }).where('id', '=', id).execute()
}

/** Webhooks that are on, with when something is to be sent to each next: not while it pauses. */
function selectAwaiting(tx: TenantTx) {
  return selectRows(tx, 'webhook')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('webhookDelivery as waiting')
          .select('waiting.nextAttemptAt')
          .where('waiting.tenantId', '=', tx.tenantId)
          .whereRef('waiting.webhookId', '=', 'webhook.id')
          .where('waiting.state', '=', 'due')
          .orderBy('waiting.nextAttemptAt')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .where('webhook.offReason', 'is', null)
    .where('webhook.archivedAt', 'is', null)
}

const nextCall = sql<Date>`greatest("first".next_attempt_at, webhook.resumes_at)`
/** Of one that somebody sends to, when they have it no longer at the latest: they may never say that they are done. */
const nextFree = sql<Date>`greatest(${nextCall}, webhook.sending_until)`

/** Lists the webhooks that something is to be sent to now. */
export async function listAwaiting(tx: TenantTx, now: Date): Promise<readonly string[]> {
  const rows = await selectAwaiting(tx).select('webhook.id').where(nextCall, '<=', now).orderBy('webhook.id').execute()
  return idsOf(rows)
}

/** When something is to be sent next; null: nothing is due, now or later. */
export async function findNextCall(tx: TenantTx): Promise<Date | null> {
  const row = await selectAwaiting(tx).select(sql<Date | null>`min(${nextFree})`.as('at')).executeTakeFirst()
  return row?.at ?? null
}

export type DueDelivery = NonNullable<Awaited<ReturnType<typeof findDue>>>

/** Finds what is to be sent to a webhook now, what is due longest first; null: nothing. */
export async function findDue(tx: TenantTx, webhookId: string, now: Date) {
  const row = await selectRows(tx, 'webhookDelivery')
    .select(['id', 'body', 'attemptCount', 'nextAttemptAt'])
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'due')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

type Outcome =
  | { readonly state: 'delivered' | 'failed'; readonly nextAttemptAt: null }
  | { readonly state: 'due'; readonly nextAttemptAt: Date }

/** Notes an attempt, unless something else was decided of the delivery while it was under way: that it is sent again, or no more. */
export async function putAttempt(
  tx: TenantTx,
  webhookId: string,
  { id, attemptCount, nextAttemptAt }: DueDelivery,
  attempt: Attempt,
  outcome: Outcome,
): Promise<void> {
  // The last ones, as an array whose first is left out when it is full.
  const attempts = sql<string>`case when jsonb_array_length(attempts) < ${keptAttempts}::int then attempts else attempts - 0 end
    || jsonb_build_array(${JSON.stringify(attempt)}::jsonb)`
  await updateRows(tx, 'webhookDelivery')
    .set({ ...outcome, attempts, attemptCount: attemptCount + 1 })
    .where('webhookId', '=', webhookId)
    .where('id', '=', id)
    .where('state', '=', 'due')
    // To the millisecond, which is all that the process knows of it.
    .where(sql<boolean>`date_trunc('milliseconds', next_attempt_at) = ${nextAttemptAt}::timestamptz`)
    .execute()
}

/** Notes that a webhook answers again. */
export async function putWorking(tx: TenantTx, id: string): Promise<void> {
  await updateRow(tx, 'webhook', id, { failures: 0, failingSince: null, failedAt: null, resumesAt: null })
    .where('failures', '>', 0)
    .execute()
}

type Failing = {
  readonly failures: number
  readonly failingSince: Date
  readonly failedAt: Date
  readonly resumesAt: Date
}

/** Notes that an attempt failed, and until when no other is made. */
export async function putFailing(tx: TenantTx, id: string, failing: Failing): Promise<void> {
  await updateRow(tx, 'webhook', id, failing).execute()
}

/** Switches a webhook off, and gives up what was to be sent to it. False: it is off already, or archived. */
export async function switchOff(tx: TenantTx, id: string, reason: OffReason, now: Date): Promise<boolean> {
  const off = updateRow(tx, 'webhook', id, { offReason: reason, offAt: now })
    .where('offReason', 'is', null)
    .where('archivedAt', 'is', null)
  if ((await countDone(off)) === 0) return false
  await giveUpDue(tx, id)
  return true
}

/** Gives up all that was to be sent to a webhook; it can be sent when somebody asks for it. */
export async function giveUpDue(tx: TenantTx, webhookId: string): Promise<void> {
  await updateRows(tx, 'webhookDelivery')
    .set({ state: 'failed', nextAttemptAt: null })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'due')
    .execute()
}

/** Gives up what happened first of that which was to be sent to a webhook, beyond `most`; it can be sent when somebody asks for it. */
export async function giveUpBeyond(tx: TenantTx, webhookId: string, most: number): Promise<void> {
  const beyond = selectRows(tx, 'webhookDelivery')
    .select('id')
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'due')
    .orderBy('happenedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
  await updateRows(tx, 'webhookDelivery')
    .set({ state: 'failed', nextAttemptAt: null })
    .where('webhookId', '=', webhookId)
    // As an array they are found once, whatever the statistics say: by `in`, all were sorted again for each.
    .where(sql<boolean>`id = any (array(${beyond}))`)
    .execute()
}

/** Deletes deliveries of what happened before `before`, `most` at most; returns how many there were. */
export async function deleteOldDeliveries(tx: TenantTx, before: Date, most: number): Promise<number> {
  const old = selectRows(tx, 'webhookDelivery')
    .select(sql`ctid`.as('place'))
    .where('happenedAt', '<=', before)
    .orderBy('happenedAt')
    .limit(most)
  return deleteRows(tx, 'webhookDelivery').where(sql<boolean>`ctid = any (array(${old}))`).$call(countDone)
}

/** Lists the public keys of those that sign with one of their own, the present ones first. */
export async function listPublicKeys(tx: TenantTx, now: Date): Promise<readonly Buffer[]> {
  const rows = await selectRows(tx, 'webhook')
    .select(['publicKey', 'formerPublicKey', 'formerUntil'])
    .where('signature', '=', 'ed25519')
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .execute()
  const former = rows.filter(({ formerUntil }) => formerUntil !== null && formerUntil > now)
  return [...rows.map((row) => row.publicKey), ...former.map((row) => row.formerPublicKey)].filter(
    (key) => key !== null,
  )
}

/** Seals every secret again that is under the key before. @returns of how many webhooks there was one */
export async function resealWebhookKeys({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<number> {
  const rows = await selectRows(tx, 'webhook')
    .select(['id', 'secretEncrypted', 'formerSecretEncrypted'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const again = (sealed: Buffer) => secrets.reseal(webhookKeyPurpose(tx.tenantId), sealed)
  let count = 0
  for (const { id, secretEncrypted, formerSecretEncrypted } of rows) {
    const [present, former] = [again(secretEncrypted), formerSecretEncrypted && again(formerSecretEncrypted)]
    if (present === null && former === null) continue
    await updateQuietly(tx, 'webhook')
      .set({ secretEncrypted: present ?? secretEncrypted, formerSecretEncrypted: former ?? formerSecretEncrypted })
      .where('id', '=', id)
      .execute()
    count += 1
  }
  return count
}
