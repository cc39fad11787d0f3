import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'

/** Of a query that selects from `waiting_entry`: an offer that somebody may still take. */
const isOpenOffer = sql<boolean>`(waiting_entry.status = 'offered' and exists (select from reservation
  where reservation.tenant_id = waiting_entry.tenant_id and reservation.id = waiting_entry.reservation_id
    and reservation.status in ('unpaid', 'email_unverified')))`

function selectOf(tx: TenantTx) {
  return tx
    .selectFrom('waitingEntry')
    .innerJoin('event', (join) =>
      join
        .onRef('event.tenantId', '=', 'waitingEntry.tenantId')
        .onRef('event.id', '=', 'waitingEntry.eventId'),
    )
    .innerJoin('price', (join) =>
      join
        .onRef('price.tenantId', '=', 'waitingEntry.tenantId')
        .onRef('price.id', '=', 'waitingEntry.priceId'),
    )
    .where('waitingEntry.tenantId', '=', tx.tenantId)
}

/** The lists of events that have not begun, a row for each price that somebody waits for or was offered; the next event first. */
export async function listWaitingLists(tx: TenantTx, now: Date) {
  return selectOf(tx)
    .select(['event.id as eventId', 'event.name as eventName', 'event.startsAt'])
    .select(['price.id as priceId', 'price.name as priceName'])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('waitingEntry.status', '=', 'waiting').as('waiting'),
    ])
    .select(
      sql<number>`coalesce(sum(waiting_entry.places) filter (where waiting_entry.status = 'waiting'), 0)::int`.as(
        'places',
      ),
    )
    .select(sql<number>`(count(*) filter (where ${isOpenOffer}))::int`.as('offers'))
    .where('event.startsAt', '>', now)
    .where('waitingEntry.status', 'in', ['waiting', 'offered'])
    .groupBy(['event.tenantId', 'event.id', 'price.tenantId', 'price.id'])
    .having(sql<boolean>`bool_or(waiting_entry.status = 'waiting' or ${isOpenOffer})`)
    .orderBy('event.startsAt')
    .orderBy('event.id')
    .orderBy('price.id')
    .execute()
}

/** Who waits for an event, or holds an offer of it: in the order in which they came. */
export async function listWaitingAtOffice(
  tx: TenantTx,
  eventId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return selectOf(tx)
    .leftJoin('reservation', (join) =>
      join
        .onRef('reservation.tenantId', '=', 'waitingEntry.tenantId')
        .onRef('reservation.id', '=', 'waitingEntry.reservationId'),
    )
    .select(['waitingEntry.id', 'waitingEntry.email', 'waitingEntry.places', 'waitingEntry.status'])
    .select(['waitingEntry.waitingSince', 'waitingEntry.reservationId', 'price.name as priceName'])
    .select('reservation.expiresAt as heldUntil')
    .where('waitingEntry.eventId', '=', eventId)
    .where(sql<boolean>`(waiting_entry.status in ('unconfirmed', 'waiting') or ${isOpenOffer})`)
    .orderBy('waitingEntry.waitingSince')
    .orderBy('waitingEntry.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type OfficeWaiting = Awaited<ReturnType<typeof listWaitingAtOffice>>[number]
