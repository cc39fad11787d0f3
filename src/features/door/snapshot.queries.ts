import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { standingOf } from '../ticket/scan.ts'

/** The database's position in its own count of transactions (ADR 0182). */
export type Position = {
  /** The cluster, the timeline of its log (another after a restore to a moment of the past) and the database. */
  readonly source: string
  /** The oldest transaction that was under way; what earlier ones wrote is seen by every later reading. */
  readonly oldest: string
}

/** Beyond so many transactions an age says nothing any more (half of 32 bits); reading all again is as quick by then. */
const mostTransactions = 1_000_000_000n

/** Whether what changed between the two can be told: they are of one database, which has not been set back meanwhile. */
export function isCounted(since: Position, now: Position): boolean {
  const age = BigInt(now.oldest) - BigInt(since.oldest)
  return since.source === now.source && age >= 0n && age <= mostTransactions
}

/**
 * A row bears the transaction that wrote it (`xmin`), so that code which changes it needs to note nothing; compared by age, since those
 * numbers begin again after four thousand million.
 */
export function changedSince(table: 'ticket' | 'reservation', since: string): RawBuilder<boolean> {
  return sql<boolean>`age(${sql.ref(`${table}.xmin`)}) <= age(${since}::xid8::xid)`
}

export async function readPosition(tx: TenantTx): Promise<Position> {
  const { rows } = await sql<Position>`select
    concat_ws('.', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select oid from pg_database where datname = current_database())) as source,
    pg_snapshot_xmin(pg_current_snapshot())::text as oldest`.execute(tx)
  const [position] = rows
  if (!position) throw new Error('a select without a table has a row')
  return position
}

/** A ticket as a device without network knows it. */
export type SnapshotTicket = Awaited<ReturnType<typeof listSnapshotTickets>>[number]

type Reading = {
  readonly eventId: string
  readonly eventCancelledAt: Date | null
  /** The oldest transaction whose writes are read, with those of later ones; null: all. */
  readonly since: string | null
  readonly after: string | null
  readonly limit: number
}

/** Lists tickets of an event, by id. */
export async function listSnapshotTickets(tx: TenantTx, { eventId, eventCancelledAt, since, after, limit }: Reading) {
  const rows = await selectRows(tx, 'ticket')
    .innerJoin('reservation', sameTenant('reservation.id', 'ticket.reservationId'))
    .select(['ticket.id', 'ticket.reservationId', 'ticket.priceId', 'ticket.firstName', 'ticket.lastName'])
    .select(['ticket.seat', 'ticket.status', 'ticket.cancelledAt', 'ticket.scannedAt'])
    .select(['ticket.scannedByDeviceId', 'reservation.status as reservationStatus'])
    .where('ticket.eventId', '=', eventId)
    .$if(after !== null, (query) => query.where('ticket.id', '>', after ?? ''))
    .$if(since !== null, (query) =>
      query.where((where) =>
        where.or([
          changedSince('ticket', since ?? ''),
          // Those who come along are named by each other, so all of a booking are news when one of them is: unless it was let in,
          // which changes nobody's company. Else each scan of a booking of 1,000 were a thousand rows for every phone.
          sql<boolean>`ticket.reservation_id in (select reservation_id from ticket
            where tenant_id = ${tx.tenantId}::uuid and event_id = ${eventId}::uuid and ${changedSince('ticket', since ?? '')}
              and (status <> 'scanned' or cancelled_at is not null))`,
          changedSince('reservation', since ?? ''),
        ]),
      ),
    )
    .orderBy('ticket.id')
    .limit(limit)
    .execute()
  return rows.map(({ status, cancelledAt, reservationStatus, ...row }) => ({
    ...row,
    // The closed list is held by a check constraint.
    standing: standingOf({ status, cancelledAt, reservationStatus, eventCancelledAt }),
  }))
}

/** How many tickets in any state the event has, by their price. */
export async function countTicketsByPrice(tx: TenantTx, eventId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(tx, 'ticket')
    .select(['priceId', sql<number>`count(*)::int`.as('count')])
    .where('eventId', '=', eventId)
    .groupBy('priceId')
    .execute()
  return new Map(rows.map(({ priceId, count }) => [priceId, count]))
}

/** What a ticket of an event may be of, and what the door is to be told about it. */
export type DoorPrice = Awaited<ReturnType<typeof listDoorPrices>>[number]

export async function listDoorPrices(tx: TenantTx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return selectRows(tx, 'price')
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select(['price.id', 'price.name as priceName', 'product.name as productName'])
    .select(['price.scanNote as priceNote', 'product.scanNote as productNote'])
    .where('price.id', 'in', ids)
    .orderBy('price.id')
    .execute()
}
