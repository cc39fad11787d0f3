import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isWithin, sameTenant, selectRows, type Span } from '../../db/rows.ts'
import { lowestIdAt } from '../../lib/ids.ts'
import { boundsOf, daysOf, type Period, startsOf } from '../accounting/period.ts'
import { countConflicts, isApart } from '../ticket/inside.queries.ts'
import { isOfflineResult, type OfflineResult } from '../ticket/scan.ts'
import { type Counted, slotMs } from './overview.ts'

export type EventTonight = {
  readonly id: string
  readonly name: string
  readonly startsAt: Date
  readonly cancelledAt: Date | null
  /** Tickets that open the door or did. */
  readonly sold: number
  /** People let in, without those whose scan was undone. */
  readonly inside: number
  /** Places that are taken: sold, and held by bookings that are not paid or confirmed yet. */
  readonly held: number
  /** The capacity; null when unlimited. */
  readonly capacity: number | null
}

/** @param eventIds of the current day, in any order; they come in the order they start */
export async function listTonight(tx: TenantTx, eventIds: readonly string[]): Promise<readonly EventTonight[]> {
  if (eventIds.length === 0) return []
  const rows = await selectRows(tx, 'event')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('ticket')
          .select(({ fn }) => [
            fn.countAll<number>().as('sold'),
            fn.countAll<number>().filterWhere('status', '=', 'scanned').as('inside'),
          ])
          .whereRef('ticket.tenantId', '=', 'event.tenantId')
          .whereRef('ticket.eventId', '=', 'event.id')
          .where('status', 'in', ['not_scanned', 'scanned'])
          .as('door'),
      (join) => join.onTrue(),
    )
    .leftJoin('eventCounter', sameTenant('eventCounter.eventId', 'event.id'))
    .select(['event.id', 'event.name', 'event.startsAt', 'event.cancelledAt', 'event.capacity'])
    .select(sql<number>`coalesce(event_counter.held, 0)`.as('held'))
    .select(['door.sold', 'door.inside'])
    .where('event.id', 'in', eventIds)
    .orderBy('event.startsAt')
    .orderBy('event.id')
    .execute()
  const conflicts = await countConflicts(tx, eventIds)
  return rows.map((row) => ({
    ...row,
    sold: Number(row.sold),
    inside: Number(row.inside) + (conflicts.get(row.id) ?? 0),
  }))
}

/** Counts the people who came in by slots of five minutes, without the empty ones. */
export async function countEntries(tx: TenantTx, eventIds: readonly string[]): Promise<readonly Counted[]> {
  if (eventIds.length === 0) return []
  const rows = await selectRows(tx, 'ticket')
    .select([slotOf('scanned_at').as('slot'), sql<number>`count(*)`.as('count')])
    .where('eventId', 'in', eventIds)
    .where('status', '=', 'scanned')
    .groupBy(sql`1`)
    .execute()
  const conflicts = await selectRows(tx, 'scanLog')
    .select([slotOf('scanned_at').as('slot'), sql<number>`count(*)`.as('count')])
    .where('eventId', 'in', eventIds)
    .where(isApart)
    .groupBy(sql`1`)
    .execute()
  const slots = Map.groupBy([...rows, ...conflicts], ({ slot }) => slot.getTime())
  return [...slots]
    .map(([at, counts]) => ({ at: new Date(at), count: counts.reduce((sum, { count }) => sum + Number(count), 0) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** Tickets that were turned away, or whose scan was undone: through one device, within one slot, for one reason. */
export type TurnedAway = {
  readonly eventId: string
  /** The device; null when it was not through one. */
  readonly deviceId: string | null
  readonly result: Exclude<OfflineResult, 'admitted'> | 'undone'
  readonly at: Date
  readonly count: number
}

/**
 * Lists refusals always in the same order: another order would be taken for something new (readPulse).
 *
 * @param eventId the event that they were turned away from; null: any
 */
export async function listTurnedAway(
  tx: TenantTx,
  { from, until, eventId }: Span & { readonly eventId: string | null },
): Promise<readonly TurnedAway[]> {
  const rows = await selectRows(tx, 'scanLog')
    .select(['eventId', 'deviceId', 'result', slotOf('recorded_at').as('slot')])
    .select(sql<number>`count(*)`.as('count'))
    .where(isWithin({ from, until }, 'scanLog.recordedAt'))
    .where('result', '<>', 'admitted')
    .$if(eventId !== null, (query) => query.where('eventId', '=', eventId))
    .groupBy(['eventId', 'deviceId', 'result', sql`4`])
    .orderBy(sql`4, 1, 2, 3`)
    .execute()
  return rows.flatMap(({ result, slot: at, count, ...where }) =>
    result === 'undone' || (isOfflineResult(result) && result !== 'admitted')
      ? [{ ...where, result, at, count: Number(count) }]
      : [],
  )
}

const slotOf = (column: 'scanned_at' | 'recorded_at') =>
  sql<Date>`date_bin(${sql.lit(`${slotMs} milliseconds`)}::interval, ${sql.ref(column)}, to_timestamp(0))`

type SalesOf = { readonly period: Period; readonly timeZone: string; readonly eventId: string | null }

/**
 * Counts booked tickets by day, for one event or all, without cancelled bookings. Ids grow with time, so of all the key of the table
 * finds the latest ones: no index of their own slows down booking. Those of an event are found by it, however long ago it was.
 */
export async function countBooked(tx: TenantTx, about: SalesOf): Promise<ReadonlyMap<string, number>> {
  const { from, until } = boundsOf(about.period, about.timeZone)
  const rows = await selectRows(tx, 'reservation')
    .select([dayOf('created_at', about).as('day'), sql<number>`sum(ticket_count)`.as('sum')])
    .where(isWithin({ from, until }, 'reservation.createdAt'))
    .where('status', '!=', 'cancelled')
    .$if(about.eventId === null, (query) => query.where('id', '>=', lowestIdAt(from)))
    .$if(about.eventId !== null, (query) => query.where('eventId', '=', about.eventId))
    .groupBy(sql`1`)
    .execute()
  return byDay(about.period, rows)
}

/** Sums the payments for bookings by the day they came in, for one event or all; later refunds are not taken off. */
export async function sumPaid(
  tx: TenantTx,
  { currency, ...about }: SalesOf & { readonly currency: string },
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(tx, 'payment')
    .select([dayOf('settled_at', about).as('day'), sql<number>`sum(payment.received_minor)`.as('sum')])
    .where('payment.settledAt', '>=', boundsOf(about.period, about.timeZone).from)
    .where('payment.status', '=', 'settled')
    .where('payment.method', '!=', 'free')
    .where('payment.receivedCurrency', '=', currency)
    .$if(about.eventId !== null, (query) =>
      query
        .innerJoin('reservation', sameTenant('reservation.id', 'payment.reservationId'))
        .where('reservation.eventId', '=', about.eventId),
    )
    .groupBy(sql`1`)
    .execute()
  return byDay(about.period, rows)
}

/** The number of the day in a period, from 1 on: comparing with midnights takes a third of what a calendar does. */
const dayOf = (column: 'created_at' | 'settled_at', { period, timeZone }: Omit<SalesOf, 'eventId'>) =>
  sql<number>`width_bucket(${sql.ref(column)}, ${startsOf(period, timeZone)}::timestamptz[])`

function byDay(
  period: Period,
  rows: readonly { readonly day: number; readonly sum: number }[],
): ReadonlyMap<string, number> {
  const days = daysOf(period)
  return new Map(rows.flatMap(({ day, sum }) => days.slice(day - 1, day).map((each) => [each, Number(sum)])))
}
