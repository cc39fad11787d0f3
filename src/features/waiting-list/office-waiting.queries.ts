import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { ticketKinds } from '../catalog/product.ts'

/**
 * For a query on `waiting_entry`: a column of the booking that holds the place, read one by one. Joined, or tested by `exists`, all
 * bookings of an organisation would be read for a page of waiting people.
 */
const ofOffer = <Value>(column: 'status' | 'expires_at') =>
  sql<Value>`(select ${sql.ref(`reservation.${column}`)} from reservation
    where reservation.tenant_id = waiting_entry.tenant_id and reservation.id = waiting_entry.reservation_id)`

/** For a query on `waiting_entry`: an offer that can still be accepted. */
const isOpenOffer = sql<boolean>`(waiting_entry.status = 'offered' and ${ofOffer('status')} in ('unpaid', 'email_unverified'))`

function selectOf(tx: TenantTx) {
  return selectRows(tx, 'waitingEntry')
    .innerJoin('event', sameTenant('event.id', 'waitingEntry.eventId'))
    .innerJoin('price', sameTenant('price.id', 'waitingEntry.priceId'))
}

/** A waiting list of an event that has not begun. */
export type WaitingList = {
  readonly eventId: string
  readonly eventName: string
  readonly startsAt: Date
  /** The price waited for; null: nobody waits for the event, and it is sold out, or one of its prices is. */
  readonly priceId: string | null
  readonly priceName: string | null
  readonly waiting: number
  /** How many places they wait for. */
  readonly places: number
  readonly offers: number
}

/** Lists one for each price that somebody waits for or was offered, and one for each event one can yet wait for; the next event first. */
export async function listWaitingLists(tx: TenantTx, now: Date): Promise<readonly WaitingList[]> {
  const awaited = await listAwaited(tx, now)
  const known = new Set(awaited.map(({ eventId }) => eventId))
  const others = (await listSoldOut(tx, now)).filter(({ eventId }) => !known.has(eventId))
  const empty = { priceId: null, priceName: null, waiting: 0, places: 0, offers: 0 }
  return [...awaited, ...others.map((event) => ({ ...event, ...empty }))].toSorted(
    (one, two) => one.startsAt.getTime() - two.startsAt.getTime(),
  )
}

/** Lists events to come whose pages offer a waiting list, since a price on sale is sold out. */
async function listSoldOut(tx: TenantTx, now: Date) {
  return selectRows(tx, 'event')
    .leftJoin('eventCounter', sameTenant('eventCounter.eventId', 'event.id'))
    .select(['event.id as eventId', 'event.name as eventName', 'event.startsAt'])
    .where('event.startsAt', '>', now)
    .where('event.published', '=', true)
    .where('event.cancelledAt', 'is', null)
    .where('event.archived', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('eventProduct')
          .innerJoin('product', sameTenant('product.id', 'eventProduct.productId'))
          .innerJoin('price', sameTenant('price.productId', 'product.id'))
          .leftJoin('priceCounter', (join) =>
            join
              .onRef('priceCounter.tenantId', '=', 'price.tenantId')
              .onRef('priceCounter.priceId', '=', 'price.id')
              .onRef('priceCounter.eventId', '=', 'eventProduct.eventId'),
          )
          .select('price.id')
          .whereRef('eventProduct.tenantId', '=', 'event.tenantId')
          .whereRef('eventProduct.eventId', '=', 'event.id')
          .where('product.published', '=', true)
          .where('product.kind', 'in', ticketKinds)
          .where('price.archived', '=', false)
          .where(
            sql<boolean>`coalesce(price.sale_starts_at <= ${now}, true) and coalesce(price.sale_ends_at > ${now}, true)`,
          )
          .where(
            sql<boolean>`(event.capacity <= coalesce(event_counter.held, 0) or price.stock <= coalesce(price_counter.held, 0))`,
          ),
      ),
    )
    .orderBy('event.startsAt')
    .orderBy('event.id')
    .execute()
}

async function listAwaited(tx: TenantTx, now: Date) {
  return selectOf(tx)
    .select(['event.id as eventId', 'event.name as eventName', 'event.startsAt'])
    .select(['price.id as priceId', 'price.name as priceName'])
    .select(({ fn }) => [fn.countAll<number>().filterWhere('waitingEntry.status', '=', 'waiting').as('waiting')])
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

/** Lists the people who wait for an event, or hold an offer of it, in the order in which they came. */
export async function listWaitingAtOffice(
  tx: TenantTx,
  eventId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return selectOf(tx)
    .select(['waitingEntry.id', 'waitingEntry.email', 'waitingEntry.places', 'waitingEntry.status'])
    .select(['waitingEntry.waitingSince', 'waitingEntry.reservationId', 'price.name as priceName'])
    .select(ofOffer<Date | null>('expires_at').as('heldUntil'))
    .where('waitingEntry.eventId', '=', eventId)
    .where(sql<boolean>`(waiting_entry.status in ('unconfirmed', 'waiting') or ${isOpenOffer})`)
    .orderBy('waitingEntry.waitingSince')
    .orderBy('waitingEntry.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type OfficeWaiting = Awaited<ReturnType<typeof listWaitingAtOffice>>[number]
