import type { PipelinedTx, Statement } from '../../db/pipeline.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { MembershipPeriod, ProductKind } from '../catalog/product.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { freeSeating } from '../ticket/ticket.ts'
import {
  type BookingRequest,
  type HeldMembership,
  type PersonalMemberships,
  pairKey,
  type Sale,
} from './booking.ts'
import { counterKey, emptyLedger, seatKey } from './places.ts'
import { endOfEvent } from './reservation.ts'

type EventRow = {
  readonly id: string
  readonly name: string
  readonly published: boolean
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly capacity: number | null
}
type PriceRow = {
  readonly id: string
  readonly productId: string
  readonly kind: ProductKind
  readonly published: boolean
  readonly amountMinor: number
  readonly vatRateHundredths: number | null
  readonly stock: number | null
  readonly maxPerUser: number
  readonly membershipPeriod: MembershipPeriod | null
  readonly requiredMembershipId: string | null
}
type PairRow = { readonly eventId: string; readonly otherId: string }
type EventCount = { readonly eventId: string; readonly held: number }
type PriceCount = EventCount & { readonly priceId: string }
type PersonCount = PriceCount & { readonly email: string }
type MembershipRow = {
  readonly email: string
  readonly productId: string
  readonly validFrom: Date
  readonly validUntil: Date | null
}
type SeatRow = { readonly eventId: string; readonly seat: string }

export type ReadSale = Sale & {
  /** Keys of the counters that exist, as in the ledger; what is decided on others has to be decided again under their lock. */
  readonly counters: { readonly events: ReadonlySet<string>; readonly prices: ReadonlySet<string> }
}

/**
 * Locks the counters of the events and prices that are wanted, and reads everything their bookings are decided on, in
 * one round trip. The lock of an event holds all bookings of it in line, whatever their process, so its counts and seats
 * are exact; each statement sees what was committed before it began, so what is read comes after the locks. Locks are
 * taken events first, then prices, each ordered by id: no two batches wait for each other.
 */
export async function readSale(
  tx: PipelinedTx,
  tenant: Tenant,
  requests: readonly BookingRequest[],
  now: Date,
): Promise<ReadSale> {
  const eventIds = unique(requests.map((request) => request.eventId))
  const priceIds = unique(requests.flatMap((request) => request.lines.map((line) => line.priceId)))
  const emails = unique(requests.map((request) => request.email)).filter((email) => email !== '')
  const trusted = unique(requests.filter((request) => request.trusted).map((request) => request.email))
  const seats = unique(requests.flatMap(wantedSeats))
  const { tenantId } = tx
  const [eventCounts, wholeCounts, events, prices, offered, priceCounts, personCounts, , members, taken] =
    await Promise.all([
      tx.send<EventCount>(lockEventCounters(tenantId, eventIds)),
      tx.send<PriceCount>(lockWholePriceCounters(tenantId, priceIds)),
      tx.send<EventRow>(selectEvents(tenantId, eventIds)),
      tx.send<PriceRow>(selectPrices(tenantId, priceIds)),
      tx.send<PairRow>(selectOffered(tenantId, eventIds)),
      tx.send<PriceCount>(selectPriceCounters(tenantId, priceIds, eventIds)),
      emails.length > 0 ? tx.send<PersonCount>(selectPersonCounters(tenantId, emails, priceIds)) : [],
      trusted.length > 0 ? tx.send(lockMembershipProducts(tenantId, priceIds)) : [],
      trusted.length > 0 ? tx.send<MembershipRow>(selectMemberships(tenantId, trusted, now)) : [],
      seats.length > 0 ? tx.send<SeatRow>(selectTakenSeats(tenantId, eventIds, seats)) : [],
    ])
  const ledger = emptyLedger()
  for (const { eventId, held } of eventCounts) ledger.events.set(eventId, held)
  for (const count of [...wholeCounts, ...priceCounts])
    ledger.prices.set(counterKey(count.priceId, count.eventId), count.held)
  for (const count of personCounts)
    ledger.persons.set(counterKey(count.priceId, count.eventId, count.email), count.held)
  for (const { eventId, seat } of taken) ledger.seats.add(seatKey(eventId, seat))
  return {
    now,
    timeZone: tenant.timeZone,
    emailHoldSeconds: tenant.emailHoldSeconds,
    membershipRequired: tenant.membershipRequired,
    events: new Map(
      events.map((event) => [event.id, { ...event, endsAt: endOfEvent(event, tenant.timeZone) }]),
    ),
    prices: new Map(prices.map((price) => [price.id, price])),
    offered: new Set(offered.map((pair) => pairKey(pair.eventId, pair.otherId))),
    memberships: personalMemberships(members, now),
    ledger,
    counters: { events: new Set(ledger.events.keys()), prices: new Set(ledger.prices.keys()) },
  }
}

function wantedSeats(request: BookingRequest): readonly string[] {
  return request.lines.flatMap((line) =>
    line.holders.map((holder) => holder.seat).filter((seat) => seat !== freeSeating),
  )
}

function personalMemberships(rows: readonly MembershipRow[], now: Date): PersonalMemberships {
  const result: PersonalMemberships = new Map()
  for (const { email, productId, validFrom, validUntil } of rows) {
    const mine = result.get(email) ?? new Map<string, HeldMembership>()
    const known = mine.get(productId)
    const isLater = !known || (known.until !== null && (validUntil === null || validUntil > known.until))
    const until = isLater ? validUntil : known.until
    mine.set(productId, { until, isLive: validFrom <= now || known?.isLive === true })
    result.set(email, mine)
  }
  return result
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}

const lockEventCounters = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_lock_events',
  text: `select event_id as "eventId", held from event_counter
    where tenant_id = $1 and event_id = any($2::uuid[])
    order by event_id for no key update`,
  values,
})

/** Of prices whose stock counts for the price as a whole, whatever the event. */
const lockWholePriceCounters = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_lock_prices',
  text: `select price_id as "priceId", event_id as "eventId", held from price_counter
    where tenant_id = $1 and price_id = any($2::uuid[]) and event_id = '${nilUuid}'
    order by price_id for no key update`,
  values,
})

const selectEvents = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_events',
  text: `select id, name, published, starts_at as "startsAt", ends_at as "endsAt", capacity from event
    where tenant_id = $1 and id = any($2::uuid[])`,
  values,
})

const selectPrices = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_prices',
  text: `select price.id, price.product_id as "productId", product.kind, product.published,
      price.amount_minor as "amountMinor", price.vat_rate_hundredths as "vatRateHundredths", price.stock,
      price.max_per_user as "maxPerUser", price.membership_period as "membershipPeriod",
      price.required_membership_id as "requiredMembershipId"
    from price join product on product.tenant_id = price.tenant_id and product.id = price.product_id
    where price.tenant_id = $1 and price.id = any($2::uuid[])`,
  values,
})

const selectOffered = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_offered',
  text: `select event_id as "eventId", product_id as "otherId" from event_product
      where tenant_id = $1 and event_id = any($2::uuid[])
    union all
    select event_id, option_id from event_option where tenant_id = $1 and event_id = any($2::uuid[])`,
  values,
})

const selectPriceCounters = (...values: [string, readonly string[], readonly string[]]): Statement => ({
  name: 'booking_price_counts',
  text: `select price_id as "priceId", event_id as "eventId", held from price_counter
    where tenant_id = $1 and price_id = any($2::uuid[]) and event_id = any($3::uuid[])`,
  values,
})

const selectPersonCounters = (...values: [string, readonly string[], readonly string[]]): Statement => ({
  name: 'booking_person_counts',
  text: `select email, price_id as "priceId", event_id as "eventId", held from person_counter
    where tenant_id = $1 and email = any($2::text[]) and price_id = any($3::uuid[])`,
  values,
})

/** Two renewals of one membership at once would both begin at the same end. */
const lockMembershipProducts = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_lock_memberships',
  text: `select id from product
    where tenant_id = $1 and kind = 'membership'
      and id in (select product_id from price where tenant_id = $1 and id = any($2::uuid[]))
    order by id for no key update`,
  values,
})

const selectMemberships = (...values: [string, readonly string[], Date]): Statement => ({
  name: 'booking_memberships',
  text: `select email, product_id as "productId", valid_from as "validFrom", valid_until as "validUntil" from membership
    where tenant_id = $1 and email = any($2::text[]) and cancelled_at is null
      and (valid_until is null or valid_until > $3)`,
  values,
})

const selectTakenSeats = (...values: [string, readonly string[], readonly string[]]): Statement => ({
  name: 'booking_seats',
  text: `select event_id as "eventId", seat from ticket
    where tenant_id = $1 and event_id = any($2::uuid[]) and seat = any($3::text[]) and cancelled_at is null`,
  values,
})
