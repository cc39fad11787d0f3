import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { holderOf } from '../reservation/reservation.queries.ts'
import type { EventNotice } from './event-notice.queries.ts'

/** Whether nobody gets a mail about a `reservation`: no address, or none that is mailed to, and none of its tickets was given on. */
export const isUnmailed = isUnmailedWith(sql<boolean>`cancelled_at is null`)

/** Whether an unmailed booker can be told some other way: it was sold without an address, or asked for no mail. */
export const isUnreached = sql<boolean>`(${isUnmailed} and not reservation.booker_erased)`

/** Whether an unmailed booker had themselves erased: there is nobody to tell. */
export const isErased = sql<boolean>`(${isUnmailed} and reservation.booker_erased)`

/** @param counts which of its tickets count: the holder of another is not told */
function isUnmailedWith(counts: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`((reservation.booker_email = '' or not reservation.to_mail)
    and not exists (select from ticket where tenant_id = reservation.tenant_id and reservation_id = reservation.id
      and ${counts} and holder_email is not null))`
}

export type Unreached = {
  readonly count: number
  /** How many more have a booker who was erased: there is nobody to tell. */
  readonly erased: number
  /** The first of these bookings, by name where there is one. */
  readonly bookings: readonly { readonly id: string; readonly holder: string | null }[]
}

const mostListed = 100

/** Finds the bookings that a notice concerns and nobody could be told of, as of now: an address may have been corrected since. */
export async function findUnreached(
  tx: TenantTx,
  { eventId, kind, createdAt }: Pick<EventNotice, 'eventId' | 'kind' | 'createdAt'>,
): Promise<Unreached> {
  // A cancellation has cancelled the bookings it concerns; one that was cancelled before it is not concerned.
  const stood = kind === 'cancelled' ? sql<boolean>`(cancelled_at is null or cancelled_at >= ${createdAt})` : null
  const query = selectRows(tx, 'reservation')
    .where('eventId', '=', eventId)
    .where((where) =>
      where.or([
        where('status', '<>', 'cancelled'),
        ...(stood === null ? [] : [where.and([where('cancelledBecause', '=', 'cancellation'), stood])]),
      ]),
    )
    .where('createdAt', '<=', createdAt)
    .where(stood === null ? isUnmailed : isUnmailedWith(stood))
  const { count, erased } = await query
    .select(sql<number>`(count(*) filter (where not booker_erased))::int`.as('count'))
    .select(sql<number>`(count(*) filter (where booker_erased))::int`.as('erased'))
    .executeTakeFirstOrThrow()
  const bookings =
    count === 0
      ? []
      : await query
          .select(['id', holderOf.as('holder')])
          .where('bookerErased', '=', false)
          .orderBy('id')
          .limit(mostListed)
          .execute()
  return { count, erased, bookings }
}
