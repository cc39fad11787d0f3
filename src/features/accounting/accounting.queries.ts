import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, type Order, type Page } from '../../db/in-order.ts'
import { changedSince, sameTenant, selectRows } from '../../db/rows.ts'
import type { PaymentMethod } from '../payment/payment.ts'
import { boundsOf, daysOf, type Period, startsOf } from './period.ts'

/** A span of time: from the first instant on, before the second. */
export type Bounds = { readonly from: Date; readonly until: Date }

export type DocumentKind = 'receipt' | 'credit_note'

/** What a document says of a rate: VAT is rounded on each (ADR 0088). */
type VatShare = {
  readonly rateHundredths: number | null
  readonly grossMinor: number
  readonly netMinor: number
  readonly vatMinor: number
}

/** Documents of a day that say the same of VAT. */
export type DocumentSum = {
  readonly day: string
  readonly currency: string
  readonly kind: DocumentKind
  /** The VAT shares of each of these documents. */
  readonly vat: readonly VatShare[]
  readonly count: number
  readonly firstNumber: number
  readonly lastNumber: number
}

/** What all sums are of: the bookings of one event; null: everything. */
type EventId = string | null

/** The rows to sum. Those of an event are found by its bookings, however much the house sold meanwhile. */
function rowsOf(tx: TenantTx, table: 'receipt' | 'payment', eventId: EventId) {
  const name = sql.table(table)
  if (eventId === null) return name
  return sql`(select ${name}.* from reservation
    join ${name} on ${name}.tenant_id = ${tx.tenantId}::uuid and ${name}.reservation_id = reservation.id
    where reservation.tenant_id = ${tx.tenantId}::uuid and reservation.event_id = ${eventId}::uuid offset 0) ${name}`
}

/** The receipts and credit notes of each day, by the clocks of `timeZone`. VAT is read once of those that say the same (ADR 0194). */
export async function sumDocuments(
  tx: TenantTx,
  period: Period,
  timeZone: string,
  eventId: EventId,
): Promise<readonly DocumentSum[]> {
  const { from, until } = boundsOf(period, timeZone)
  const { rows } = await sql<Omit<DocumentSum, 'day'> & { readonly place: number }>`
    select place, currency, kind, count, first_number, last_number,
      (select vat from receipt where tenant_id = ${tx.tenantId} and number = first_number) as vat
    from (select width_bucket(created_at, ${startsOf(period, timeZone)}::timestamptz[]) as place, currency, kind, vat_digest,
        count(*) as count, min(number) as first_number, max(number) as last_number
      from ${rowsOf(tx, 'receipt', eventId)}
      where tenant_id = ${tx.tenantId} and created_at >= ${from} and created_at < ${until}
      group by 1, 2, 3, 4) same`.execute(tx)
  const days = daysOf(period)
  return rows.flatMap(({ place, ...sum }) => days.slice(place - 1, place).map((day) => ({ ...sum, day })))
}

export type LineSum = {
  readonly currency: string
  readonly kind: DocumentKind
  /** The product's id; null: a line that names an amount and no thing, or one of a document that did not keep it. */
  readonly productId: string | null
  readonly priceId: string | null
  readonly product: string
  readonly price: string
  readonly rateHundredths: number | null
  readonly quantity: number
  readonly grossMinor: number
  /** The number of the latest document with these words. */
  readonly lastNumber: number
}

/** What the documents of a period name, by the words they name it in; those that name the same are read once. */
export async function sumLines(tx: TenantTx, { from, until }: Bounds, eventId: EventId): Promise<readonly LineSum[]> {
  const { rows } = await sql<LineSum>`
    select currency, kind, line->'item'->>'productId' as product_id, line->'item'->>'priceId' as price_id,
      coalesce(line->'item'->>'product', line->>'description') as product, coalesce(line->'item'->>'price', '') as price,
      (line->>'vatRateHundredths')::int as rate_hundredths, sum(count * (line->>'quantity')::bigint)::bigint as quantity,
      sum(count * (line->>'quantity')::bigint * (line->>'unitAmountMinor')::bigint)::bigint as gross_minor,
      max(last_number) as last_number
    from (select currency, kind, lines_digest, count(*) as count, max(number) as last_number
      from ${rowsOf(tx, 'receipt', eventId)}
      where tenant_id = ${tx.tenantId} and created_at >= ${from} and created_at < ${until}
      group by 1, 2, 3) same cross join lateral jsonb_array_elements(
        (select lines from receipt where tenant_id = ${tx.tenantId} and number = last_number)) as line
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}

export type ReceivedSum = {
  readonly currency: string
  readonly method: PaymentMethod
  /** Rejected money pays for nothing and is refunded: there is no receipt for it. */
  readonly status: 'settled' | 'rejected'
  readonly count: number
  readonly amountMinor: number
  /** What the bookings cost that were given away. */
  readonly givenMinor: number
}

/** What the payments of a period brought, and what was moved to another method in it, each out of one and into the other. The bookings of gifts are asked for one by one: joined, all of a house would be read. */
export async function sumReceived(
  tx: TenantTx,
  { from, until }: Bounds,
  eventId: EventId,
): Promise<readonly ReceivedSum[]> {
  const { rows } = await sql<ReceivedSum>`
    select currency, method, status, sum(count)::bigint as count, sum(amount_minor)::bigint as amount_minor,
      sum(given_minor)::bigint as given_minor
    from (select received_currency as currency, method, status, count(*) as count, sum(received_minor)::bigint as amount_minor,
      coalesce(sum(case when method = 'free' then (select total_minor from reservation
        where reservation.tenant_id = payment.tenant_id and reservation.id = payment.reservation_id) end), 0)::bigint as given_minor
    from ${rowsOf(tx, 'payment', eventId)}
    where tenant_id = ${tx.tenantId} and settled_at >= ${from} and settled_at < ${until}
    group by 1, 2, 3
    union all
    select entry.currency, entry.method, 'settled', sum(sign(entry.amount_minor))::bigint, sum(entry.amount_minor)::bigint, 0
    from payment_correction entry join ${rowsOf(tx, 'payment', eventId)}
      on payment.tenant_id = entry.tenant_id and payment.id = entry.payment_id
    where entry.tenant_id = ${tx.tenantId} and entry.created_at >= ${from} and entry.created_at < ${until}
    group by 1, 2) moved
    group by 1, 2, 3`.execute(tx)
  return rows
}

export type BackSum = {
  readonly currency: string
  readonly method: PaymentMethod
  /** A bank took it. */
  readonly isWithdrawn: boolean
  readonly count: number
  readonly amountMinor: number
}

/** What was refunded in a period, less what came again. */
export async function sumBack(tx: TenantTx, { from, until }: Bounds, eventId: EventId): Promise<readonly BackSum[]> {
  const { rows } = await sql<BackSum>`
    select money_back.currency, coalesce(money_back.method, payment.method) as method, money_back.dispute_id is not null as is_withdrawn, count(*) as count,
      sum(money_back.amount_minor)::bigint as amount_minor
    from money_back join ${rowsOf(tx, 'payment', eventId)}
      on payment.tenant_id = money_back.tenant_id and payment.id = money_back.payment_id
    where money_back.tenant_id = ${tx.tenantId} and money_back.created_at >= ${from} and money_back.created_at < ${until}
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** What the documents of a payment name of a product, of which payment banks have some. */
export type WithdrawnLine = Pick<LineSum, 'currency' | 'productId'> & {
  readonly paymentId: string
  /** What banks have of the payment. */
  readonly withdrawnMinor: number
  readonly soldMinor: number
  readonly creditedMinor: number
}

/** What was paid by the payments of an event that banks have money of by now; lines that name no product are left out. */
export async function sumWithdrawnLines(tx: TenantTx, eventId: string): Promise<readonly WithdrawnLine[]> {
  const { rows } = await sql<WithdrawnLine>`
    select withdrawn.*, product_id, coalesce(sum(gross_minor) filter (where kind = 'receipt'), 0)::bigint as sold_minor,
      coalesce(sum(gross_minor) filter (where kind = 'credit_note'), 0)::bigint as credited_minor
    from (select money_back.payment_id, money_back.currency, sum(money_back.amount_minor)::bigint as withdrawn_minor
      from money_back join ${rowsOf(tx, 'payment', eventId)}
        on payment.tenant_id = money_back.tenant_id and payment.id = money_back.payment_id
      where money_back.tenant_id = ${tx.tenantId} and money_back.dispute_id is not null
      group by 1, 2 having sum(money_back.amount_minor) <> 0) withdrawn
    join ${rowsOf(tx, 'receipt', eventId)} on receipt.payment_id = withdrawn.payment_id
    cross join lateral (select line->'item'->>'productId' as product_id,
        (line->>'quantity')::bigint * (line->>'unitAmountMinor')::bigint as gross_minor
      from jsonb_array_elements(receipt.lines) as line) named
    where product_id is not null
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

export type EverSum = { readonly currency: string; readonly kind: DocumentKind; readonly amountMinor: number }

/** All receipts and credit notes from the first on. */
export async function sumEver(tx: TenantTx, until: Date): Promise<readonly EverSum[]> {
  return (await selectRows(tx, 'receipt')
    .select(['currency', 'kind'])
    .select(sql<number>`sum(amount_minor)::bigint`.as('amountMinor'))
    .where('createdAt', '<', until)
    .groupBy(['currency', 'kind'])
    .execute()) as readonly EverSum[]
}

/**
 * What follows sees the books as they were at one moment, and groups a year of documents without files; to be called before anything
 * else in a transaction.
 */
export async function holdStill(tx: TenantTx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  await sql`set local work_mem = '32MB'`.execute(tx)
}

export type ListedDocument = Awaited<ReturnType<typeof listDocuments>>[number]

const byNumber: Order = [{ column: 'receipt.number', type: 'int' }]
/** A credit note takes its amount away. */
const bySignedAmount = {
  column: sql`case receipt.kind when 'receipt' then receipt.amount_minor else -receipt.amount_minor end`,
  type: 'bigint',
} as const
export const documentOrders = { number: byNumber, amount: [bySignedAmount, ...byNumber] } as const satisfies Readonly<
  Record<string, Order>
>

type DocumentFilter = {
  readonly from: Date | null
  readonly until: Date | null
  /** None of them changes once it is written. */
  readonly updatedSince?: Date
}

/** Receipts and credit notes of a period, without `sort` in the order of their numbers. */
export function listDocuments(tx: TenantTx, filter: DocumentFilter & Page<keyof typeof documentOrders>) {
  const { sort = 'number' } = filter
  return inOrder(selectChosen(tx, filter), documentOrders[sort], filter).execute()
}

export function countDocuments(tx: TenantTx, filter: DocumentFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, filter))
}

function selectChosen(tx: TenantTx, { from, until, updatedSince }: DocumentFilter) {
  return selectRows(tx, 'receipt')
    .innerJoin('payment', sameTenant('payment.id', 'receipt.paymentId'))
    .select(['receipt.id', 'receipt.number', 'receipt.kind', 'receipt.reservationId', 'receipt.amountMinor'])
    .select(['receipt.currency', 'receipt.createdAt', 'payment.method'])
    .where(changedSince(updatedSince, 'receipt.createdAt'))
    .$if(from !== null, (query) => query.where('receipt.createdAt', '>=', from))
    .$if(until !== null, (query) => query.where('receipt.createdAt', '<', until))
}
