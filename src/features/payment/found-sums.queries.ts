import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { type OfficeChoice, type OfficeFound, officeFilters, selectChosen } from '../reservation/office-list.queries.ts'
import type { PaymentMethod } from './payment.ts'

/** Money of one currency, in what the provider or the desk took. */
type Sum = { readonly amountMinor: number; readonly currency: string }

/** What the bookings of a list come to, all pages together; `toPay` is in the currency of the organisation. */
export type FoundSums = {
  readonly bookings: number
  /** Those that were not cancelled. */
  readonly tickets: number
  readonly toPayMinor: number
  /** By way of payment and currency, what brought most first. */
  readonly received: readonly (Sum & { readonly method: PaymentMethod })[]
  /** What went back, or a bank withdrew. */
  readonly refunded: readonly Sum[]
  /** What was promised and has not gone back yet. */
  readonly owed: readonly Sum[]
}

type Row = {
  readonly of: 'bookings' | 'tickets' | 'to_pay' | 'received' | 'refunded' | 'owed'
  readonly method: PaymentMethod | null
  readonly currency: string | null
  readonly sum: number
}

/**
 * Sums up the bookings that a list finds. The money is counted as `sumTakings` counts it, for which the caller needs the permission to see money.
 * What belongs to a booking is found by its index, one booking after the other: as a join it took minutes for 50,000 bookings of which nobody
 * had counted the rows yet (ADR 0211).
 */
export async function sumFound(tx: TenantTx, found: OfficeFound, choice: OfficeChoice): Promise<FoundSums> {
  const chosen = selectChosen(tx, choice).select(['id', 'status', 'totalMinor']).where(found.among)
  const isAll = found.kind === 'all' && choice.eventId === null && choice.filter === null
  const { rows } = await sql<Row>`
    with found as materialized (${chosen}), ${isAll ? allMoney(tx) : moneyOfFound(tx)}
    select of, method, currency, sum(minor)::bigint as sum from money group by 1, 2, 3
    union all
    select 'bookings', null, null, count(*) from found
    union all
    select 'to_pay', null, null, coalesce(sum(total_minor), 0)::bigint from found
      where status = any(${officeFilters.to_pay}::text[])
    union all
    select 'tickets', null, null, ${isAll ? allTickets(tx) : ticketsOfFound(tx)}
    order by sum desc`.execute(tx)
  const countOf = (of: Row['of']) => rows.find((row) => row.of === of)?.sum ?? 0
  const sumsOf = (of: Row['of']) =>
    rows.flatMap((row) =>
      row.of === of && row.currency !== null && row.sum !== 0
        ? [{ amountMinor: row.sum, currency: row.currency, method: row.method }]
        : [],
    )
  return {
    bookings: countOf('bookings'),
    tickets: countOf('tickets'),
    toPayMinor: countOf('to_pay'),
    received: sumsOf('received').flatMap(({ method, ...sum }) => (method === null ? [] : [{ method, ...sum }])),
    refunded: sumsOf('refunded'),
    owed: sumsOf('owed'),
  }
}

const refundOf = sql`case refund.status when 'succeeded' then 'refunded' else 'owed' end`

/** `money` of the bookings in `found`. */
const moneyOfFound = ({ tenantId }: TenantTx) => sql`
  paid as materialized (
    select payment.* from found cross join lateral (
      select id, method, received_currency as currency, received_minor, refunded_minor from payment
      where tenant_id = ${tenantId}::uuid and reservation_id = found.id and received_minor > 0 offset 0) payment
  ),
  money as (
    select 'received' as of, method, currency, received_minor as minor from paid
    union all
    select 'received', entry.method, entry.currency, entry.amount_minor
    from paid cross join lateral (select method, currency, amount_minor from payment_correction
      where tenant_id = ${tenantId}::uuid and payment_id = paid.id offset 0) entry
    where paid.method <> 'online'
    union all
    select ${refundOf}, null, refund.currency, refund.amount_minor
    from paid cross join lateral (select status, currency, amount_minor from refund
      where tenant_id = ${tenantId}::uuid and payment_id = paid.id offset 0) refund
    where paid.refunded_minor > 0
    union all
    select 'refunded', null, dispute.currency, dispute.amount_minor
    from paid cross join lateral (select currency, amount_minor from dispute
      where tenant_id = ${tenantId}::uuid and payment_id = paid.id and is_withdrawn offset 0) dispute
    where paid.method = 'online'
  )`

const ticketsOfFound = ({ tenantId }: TenantTx) => sql`coalesce(sum(ticket.count), 0)::bigint
  from found cross join lateral (select count(*) as count from ticket
    where tenant_id = ${tenantId}::uuid and reservation_id = found.id and cancelled_at is null offset 0) ticket`

/** `money` of all bookings there are, which need not be looked for. */
const allMoney = ({ tenantId }: TenantTx) => sql`
  money as (
    select 'received' as of, method, received_currency as currency, received_minor as minor from payment
      where tenant_id = ${tenantId}::uuid and received_minor > 0
    union all
    select 'received', method, currency, amount_minor from payment_correction where tenant_id = ${tenantId}::uuid
    union all
    select ${refundOf}, null, currency, amount_minor from refund where tenant_id = ${tenantId}::uuid
    union all
    select 'refunded', null, currency, amount_minor from dispute where tenant_id = ${tenantId}::uuid and is_withdrawn
  )`

const allTickets = ({ tenantId }: TenantTx) =>
  sql`count(*) from ticket where tenant_id = ${tenantId}::uuid and cancelled_at is null`
