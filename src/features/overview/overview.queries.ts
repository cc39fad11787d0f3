import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { lowestIdAt } from '../../lib/ids.ts'
import { isScanResult, type ScanResult } from '../ticket/scan.ts'
import { type DaySales, type Slot, slotMs } from './overview.ts'

export type EventTonight = {
  readonly id: string
  readonly name: string
  readonly startsAt: Date
  readonly cancelledAt: Date | null
  /** Tickets that open the door or did. */
  readonly sold: number
  /** Let in, those whose scan was taken back left out. */
  readonly inside: number
  /** Null: unlimited. */
  readonly capacity: number | null
}

/** @param eventIds of the current day, in any order; they come in the order they start */
export async function listTonight(
  tx: TenantTx,
  eventIds: readonly string[],
): Promise<readonly EventTonight[]> {
  if (eventIds.length === 0) return []
  const rows = await tx
    .selectFrom('event')
    .leftJoin('ticket', (join) =>
      join
        .onRef('ticket.tenantId', '=', 'event.tenantId')
        .onRef('ticket.eventId', '=', 'event.id')
        .on('ticket.status', 'in', ['not_scanned', 'scanned']),
    )
    .select(['event.id', 'event.name', 'event.startsAt', 'event.cancelledAt', 'event.capacity'])
    .select(sql<number>`count(ticket.id)`.as('sold'))
    .select(sql<number>`count(ticket.id) filter (where ticket.status = 'scanned')`.as('inside'))
    .where('event.tenantId', '=', tx.tenantId)
    .where('event.id', 'in', eventIds)
    .groupBy(['event.id', 'event.name', 'event.startsAt', 'event.cancelledAt', 'event.capacity'])
    .orderBy('event.startsAt')
    .orderBy('event.id')
    .execute()
  return rows.map((row) => ({ ...row, sold: Number(row.sold), inside: Number(row.inside) }))
}

/** Who came in, by five minutes, those with nobody left out. */
export async function countEntries(tx: TenantTx, eventIds: readonly string[]): Promise<readonly Slot[]> {
  if (eventIds.length === 0) return []
  const slot = sql<Date>`date_bin(${sql.lit(`${slotMs} milliseconds`)}::interval, scanned_at, to_timestamp(0))`
  const rows = await tx
    .selectFrom('ticket')
    .select([slot.as('slot'), sql<number>`count(*)`.as('count')])
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', 'in', eventIds)
    .where('status', '=', 'scanned')
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
  return rows.map(({ slot, count }) => ({ at: slot, count: Number(count) }))
}

export type Refusal = { readonly result: Exclude<ScanResult, 'admitted'>; readonly count: number }

/** Who was turned away since then, and why; the most frequent reason first. */
export async function countRefusals(tx: TenantTx, since: Date): Promise<readonly Refusal[]> {
  const rows = await tx
    .selectFrom('scanLog')
    .select(['result', sql<number>`count(*)`.as('count')])
    .where('tenantId', '=', tx.tenantId)
    .where('recordedAt', '>=', since)
    .where('result', '<>', 'admitted')
    .groupBy('result')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('result')
    .execute()
  return rows.flatMap(({ result, count }) =>
    isScanResult(result) && result !== 'admitted' ? [{ result, count: Number(count) }] : [],
  )
}

/**
 * Tickets that were booked, by day, cancelled bookings left out. Ids grow with time, so that the key of the table finds the
 * latest ones: no index of their own slows down booking.
 */
export async function sumSales(
  tx: TenantTx,
  about: { readonly since: Date; readonly timeZone: string },
): Promise<readonly DaySales[]> {
  const day = sql<string>`(created_at at time zone ${about.timeZone})::date`
  const rows = await tx
    .selectFrom('reservation')
    .select([sql<string>`${day}::text`.as('day'), sql<number>`sum(ticket_count)`.as('tickets')])
    .where('tenantId', '=', tx.tenantId)
    .where('id', '>=', lowestIdAt(about.since))
    .where('createdAt', '>=', about.since)
    .where('status', '!=', 'cancelled')
    .groupBy(sql`1`)
    .execute()
  return rows.map(({ day, tickets }) => ({ day, tickets: Number(tickets) }))
}
