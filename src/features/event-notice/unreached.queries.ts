import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { holderOf } from '../reservation/reservation.queries.ts'
import type { EventNotice } from './event-notice.queries.ts'

/** A `reservation` of which nobody gets a mail: it was sold without an address or asked for none, and no ticket of it was given on. */
export const isUnreached = sql<boolean>`((reservation.booker_email = '' or not reservation.to_mail)
  and not exists (select from ticket where tenant_id = reservation.tenant_id and reservation_id = reservation.id
    and cancelled_at is null and holder_email is not null))`

export type Unreached = {
  readonly count: number
  /** The first of them, by name where there is one. */
  readonly bookings: readonly { readonly id: string; readonly holder: string | null }[]
}

const mostListed = 100

/** Those that a notice concerns and nobody could be told of, as it is now: an address may have been put right since. */
export async function findUnreached(
  tx: TenantTx,
  { eventId, createdAt }: Pick<EventNotice, 'eventId' | 'createdAt'>,
): Promise<Unreached> {
  const query = tx
    .selectFrom('reservation')
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .where('status', '<>', 'cancelled')
    .where('createdAt', '<=', createdAt)
    .where(isUnreached)
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
