import { type Selectable, sql, type Updateable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, type Page } from '../../db/in-order.ts'
import {
  changedSince,
  countRows,
  insertRows,
  isDone,
  isWithin,
  selectRows,
  type Span,
  updateRow,
  updateRows,
} from '../../db/rows.ts'
import type { Webhook as WebhookRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { WebhookKey } from './webhook-key.ts'
import { type Attempt, type DeliveryState, isOccurrenceKind, trialKind } from './webhook.ts'
import type { WebhookSettings } from './webhook-settings.ts'

type Columns = Omit<
  Selectable<WebhookRow>,
  ('tenantId' | 'secretEncrypted' | 'formerSecretEncrypted' | 'formerPublicKey') | ('failedAt' | 'sendingUntil')
>

/** A webhook as it is shown; its secret is not. */
export type Webhook = Omit<Columns, 'kinds'> & WebhookSettings

/** The list of kinds is held by those who write them. */
function typed(row: Columns): Webhook {
  return { ...row, kinds: row.kinds.filter(isOccurrenceKind) }
}

function selectWebhooks(tx: TenantTx) {
  return selectRows(tx, 'webhook')
    .select(['id', 'name', 'address', 'kinds', 'signature', 'publicKey', 'formerUntil', 'offReason', 'offAt'])
    .select(['failures', 'failingSince', 'resumesAt', 'createdAt', 'updatedAt', 'archivedAt'])
    .where('archivedAt', 'is', null)
}

/** Lists those that are not archived, in the order they were made. */
export async function listWebhooks(tx: TenantTx): Promise<readonly Webhook[]> {
  return (await selectWebhooks(tx).orderBy('id').execute()).map(typed)
}

export function countWebhooks(tx: TenantTx): Promise<number> {
  return selectRows(tx, 'webhook').where('archivedAt', 'is', null).$call(countRows)
}

/** @throws AppError not_found (an archived one too) */
export async function getWebhook(tx: TenantTx, id: string): Promise<Webhook> {
  return typed(orNotFound(await selectWebhooks(tx).where('id', '=', id).executeTakeFirst()))
}

/** As `getWebhook`, and keeps it from changing until the transaction ends. */
export async function getWebhookLocked(tx: TenantTx, id: string): Promise<Webhook> {
  return typed(orNotFound(await selectWebhooks(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()))
}

/** The sealed secret that a webhook shares with its receiver; null where the receiver has a public key. @throws AppError not_found */
export async function getSharedSecret(tx: TenantTx, id: string): Promise<Buffer | null> {
  const row = await selectRows(tx, 'webhook')
    .select(['secretEncrypted', 'signature'])
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  const { secretEncrypted, signature } = orNotFound(row)
  return signature === 'hmac' ? secretEncrypted : null
}

type NewRow = WebhookSettings & WebhookKey & Pick<Webhook, 'id' | 'signature' | 'createdAt'>

/** @returns whether it was new: of two presses of one form, one is. */
export async function insertWebhook(tx: TenantTx, row: NewRow): Promise<boolean> {
  return insertRows(tx, 'webhook', { ...row, kinds: [...row.kinds] })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .$call(isDone)
}

export async function putWebhook(tx: TenantTx, id: string, change: Updateable<WebhookRow>): Promise<void> {
  await updateRow(tx, 'webhook', id, change).execute()
}

/** The present secret becomes the former one, which ends then; what was still good of an earlier one is gone. */
export async function putNewKey(tx: TenantTx, id: string, key: WebhookKey, formerUntil: Date): Promise<void> {
  await updateRows(tx, 'webhook')
    .set((row) => ({
      ...key,
      formerSecretEncrypted: row.ref('secretEncrypted'),
      formerPublicKey: row.ref('publicKey'),
      formerUntil,
    }))
    .where('id', '=', id)
    .execute()
}

export type DeliveryKind = Webhook['kinds'][number] | typeof trialKind

/** What a webhook was told, or is to be told, of something that happened, with the attempts in their order. */
export type Delivery = {
  readonly id: string
  readonly webhookId: string
  readonly kind: DeliveryKind
  readonly body: string
  readonly happenedAt: Date
  readonly state: DeliveryState
  readonly attemptCount: number
  /** Null when none is to come. */
  readonly nextAttemptAt: Date | null
  readonly attempts: readonly Attempt[]
  readonly updatedAt: Date
}

type DeliveryRow = Omit<Delivery, 'kind' | 'attempts'> & { readonly kind: string; readonly attempts: unknown }

function typedDelivery({ kind, attempts, ...row }: DeliveryRow): Delivery {
  return { ...row, kind: isOccurrenceKind(kind) ? kind : trialKind, attempts: attempts as readonly Attempt[] }
}

export type DeliveryFilter = Span & {
  readonly webhookId: string
  readonly states?: readonly DeliveryState[] | undefined
  readonly kind?: DeliveryKind
  readonly updatedSince?: Date
}

const orderOfHappening = [
  { column: 'webhookDelivery.happenedAt', type: 'timestamptz' },
  { column: 'webhookDelivery.id', type: 'uuid' },
] as const

/** Lists what a webhook was told, in the order in which it happened. */
export async function listDeliveries(tx: TenantTx, filter: DeliveryFilter & Page): Promise<readonly Delivery[]> {
  const chosen = inOrder(selectDeliveries(tx, filter), orderOfHappening, filter)
  return (await chosen.execute()).map(typedDelivery)
}

export function countDeliveries(tx: TenantTx, filter: DeliveryFilter): Promise<number> {
  return countFound(tx, selectDeliveries(tx, filter))
}

/** Lists which those are and when each happened, the earliest first. */
export async function listDeliveryTimes(
  tx: TenantTx,
  filter: DeliveryFilter,
  most: number,
): Promise<readonly Pick<Delivery, 'id' | 'happenedAt'>[]> {
  const chosen = selectDeliveries(tx, filter).clearSelect().select(['webhookDelivery.id', 'happenedAt'])
  return inOrder(chosen, orderOfHappening, { limit: most }).execute()
}

/** @throws AppError not_found */
export async function getDelivery(tx: TenantTx, webhookId: string, id: string): Promise<Delivery> {
  const query = selectDeliveries(tx, { webhookId }).where('webhookDelivery.id', '=', id)
  return typedDelivery(orNotFound(await query.executeTakeFirst()))
}

/** The latest thing that was tried to tell to each webhook, by the webhook's id. */
export async function listLatestTried(
  tx: TenantTx,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, Delivery>> {
  const latest = webhookIds.map((webhookId) =>
    selectDeliveries(tx, { webhookId })
      .where('attemptCount', '>', 0)
      .orderBy('happenedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  const rows = (await Promise.all(latest)).filter((row) => row !== undefined)
  return new Map(rows.map((row) => [row.webhookId, typedDelivery(row)]))
}

function selectDeliveries(tx: TenantTx, { webhookId, states, kind, updatedSince, from, until }: DeliveryFilter) {
  return selectRows(tx, 'webhookDelivery')
    .select(['id', 'webhookId', 'kind', 'body', 'happenedAt', 'state', 'attemptCount', 'nextAttemptAt'])
    .select(['attempts', 'updatedAt'])
    .where('webhookId', '=', webhookId)
    .where(changedSince(updatedSince, 'webhookDelivery.updatedAt'))
    .where(isWithin({ from, until }, 'webhookDelivery.happenedAt'))
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
}

export async function insertDelivery(
  tx: TenantTx,
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'kind' | 'body' | 'happenedAt'>,
): Promise<void> {
  await insertRows(tx, 'webhookDelivery', { ...delivery, nextAttemptAt: delivery.happenedAt }).execute()
}

/** Has deliveries sent as if they had just happened; what was tried before is still told of them. */
export async function putDue(tx: TenantTx, webhookId: string, ids: readonly string[], now: Date): Promise<void> {
  await updateRows(tx, 'webhookDelivery')
    .set({ state: 'due', attemptCount: 0, nextAttemptAt: now })
    .where('webhookId', '=', webhookId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}
