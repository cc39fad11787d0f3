import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { holderOf } from '../reservation/reservation.queries.ts'
import type { EventNotice } from './event-notice.queries.ts'

/** A `reservation` of which nobody gets a mail: it was sold without an address or asked for none, and no ticket of it was given on. */
export const isUnreached = isUnreachedWith(sql<boolean>`cancelled_at is null`)

/** @param counts of its tickets, which do: whoever was given another is not told. */
function isUnreachedWith(counts: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`((reservation.booker_email = '' or not reservation.to_mail)
    and not exists (select from ticket where tenant_id = reservation.tenant_id and reservation_id = reservation.id
      and ${counts} and holder_email is not null))`
}

export type Unreached = {
  readonly count: number
  /** The first of them, by name where there is one. */
  readonly bookings: readonly { readonly id: string; readonly holder: string | null }[]
}

const mostListed = 100

/** Those that a notice concerns and nobody could be told of, as it is now: an address may have been put right since. */
export async function findUnreached(
  tx: TenantTx,
  { eventId, kind, createdAt }: Pick<EventNotice, 'eventId' | 'kind' | 'createdAt'>,
): Promise<Unreached> {
  // A cancellation has cancelled whom it concerns; whoever cancelled before it is not concerned.
  const stood =
    kind === 'cancelled' ? sql<boolean>`(cancelled_at is null or cancelled_at >= ${createdAt})` : null
  const query = tx
    .selectFrom('reservation')
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .where((where) =>
      where.or([
        where('status', '<>', 'cancelled'),
        ...(stood === null ? [] : [where.and([where('cancelledBecause', '=', 'cancellation'), stood])]),
      ]),
    )
    .where('createdAt', '<=', createdAt)
    .where(stood === null ? isUnreached : isUnreachedWith(stood))
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const bookings =
    count === 0
      ? []
      : await query
          .select(['id', holderOf.as('holder')])
          .orderBy('id')
          .limit(mostListed)
          .execute()
  return { count, bookings }
}
