import type { PipelinedTx, Statement } from '../../db/pipeline.ts'
import { isChargeable } from '../../integrations/payment/stripe-amounts.ts'
import { nilUuid } from '../../lib/ids.ts'
import { typedCode } from '../catalog/promotional-code.queries.ts'
import type { PromotionalCode } from '../catalog/promotional-code.ts'
import { waitingText } from '../event/waiting.queries.ts'
import type { Waiting } from '../event/waiting.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { freeSeating } from '../ticket/ticket.ts'
import { type BookingRequest, pairKey, type Sale, type SaleEvent, type SalePrice } from './booking.ts'
import { isSelf } from './awaited-memberships.ts'
import { type AwaitedRow, awaitedOf, selectAwaited } from './awaited-memberships.queries.ts'
import { type KnownRow, knownOf, lockPersons, selectKnown } from './known-places.statements.ts'
import { personalMemberships, type UnendedMembership } from './personal-memberships.ts'
import { counterKey, emptyLedger, keepForWaiting, seatKey } from './places.ts'
import { endOfEvent } from '../event/event.ts'
import { isCounted, type UnconfirmedCount, unconfirmedOf } from './unconfirmed.ts'
import { type CountsAsked, selectUnconfirmed } from './unconfirmed.statements.ts'

type EventRow = Omit<SaleEvent, 'startsAt' | 'endsAt'> & { readonly startsAt: string; readonly endsAt: string | null }
type PriceRow = Omit<SalePrice, 'saleStartsAt' | 'saleEndsAt'> & {
  readonly saleStartsAt: string | null
  readonly saleEndsAt: string | null
}
type PriceCount = { readonly priceId: string; readonly eventId: string; readonly held: number }
/** The one row that the statement answers with, made of lists. */
type OfferRow = {
  readonly events: readonly EventRow[]
  readonly prices: readonly PriceRow[]
  readonly offered: readonly { readonly eventId: string; readonly otherId: string; readonly exclusive: boolean }[]
  readonly price_counts: readonly PriceCount[]
  readonly person_counts: readonly (PriceCount & { readonly email: string })[]
  readonly waiting: readonly Waiting[]
}
type CodeRow = Parameters<typeof typedCode>[0]
type SeatRow = { readonly eventId: string; readonly seat: string }

/** The row without offers; the statement always returns one row. */
const nothingOffered: OfferRow = {
  events: [],
  prices: [],
  offered: [],
  price_counts: [],
  person_counts: [],
  waiting: [],
}

export type ReadSale = Sale & {
  /** Keys of the counters that exist, as in the ledger; what is decided on others has to be decided again under their lock. */
  readonly counters: { readonly events: ReadonlySet<string>; readonly prices: ReadonlySet<string> }
}

/** The counters a batch holds until its transaction ends. Only bookings of these events and prices may be decided in it. */
export type LockedCounters = {
  readonly eventIds: readonly string[]
  readonly priceIds: readonly string[]
  /** The counters that exist; those whose price is null count an event as a whole. */
  readonly counts: readonly CounterRow[]
  /** The codes that were asked for; `codes` has those that exist. */
  readonly codeTexts: readonly string[]
  readonly codes: readonly PromotionalCode[]
}

type CounterRow = { readonly priceId: string | null; readonly eventId: string; readonly held: number }

/**
 * Locks the counters of the events and prices that are wanted. The lock of an event keeps all bookings at it in line, whatever their
 * process. Locks are taken events first, then prices, then promotional codes, each ordered by id: no two batches wait for each other.
 */
export async function lockCounters(tx: PipelinedTx, requests: readonly BookingRequest[]): Promise<LockedCounters> {
  const eventIds = unique(requests.map((request) => request.eventId))
  const priceIds = wantedPrices(requests)
  const codeTexts = unique(requests.flatMap((request) => request.promotionalCode ?? []))
  const [counts, codes] = await Promise.all([
    tx.send<CounterRow>(lockCounterRows(tx.tenantId, eventIds, priceIds)),
    codeTexts.length > 0 ? tx.send<CodeRow>(lockCodes(tx.tenantId, codeTexts)) : [],
  ])
  return { eventIds, priceIds, counts, codeTexts, codes: codes.map(typedCode) }
}

/** Whether a request needs no other locks than those. */
export function covers(locked: LockedCounters, { eventId, lines, promotionalCode }: BookingRequest): boolean {
  return (
    locked.eventIds.includes(eventId) &&
    lines.every((line) => locked.priceIds.includes(line.priceId)) &&
    (promotionalCode === null || locked.codeTexts.includes(promotionalCode))
  )
}

/**
 * Reads everything that bookings are decided on, in one round trip, or two where somebody takes a membership for themselves. Each
 * statement sees what was committed before it began, so under the locks its counts and seats are exact.
 */
export async function readSale(
  tx: PipelinedTx,
  tenant: Tenant,
  requests: readonly BookingRequest[],
  locked: LockedCounters,
  now: Date,
): Promise<ReadSale> {
  const { tenantId } = tx
  const { eventIds, priceIds } = locked
  const emails = unique(requests.map((request) => request.email)).filter((email) => email !== '')
  const trusted = unique(requests.filter((request) => request.trusted).map((request) => request.email))
  const selves = unique(requests.filter(isSelf).map((request) => request.email))
  const seats = unique(requests.flatMap(wantedSeats))
  const counted = requests.filter(isCounted)
  const [, [offer], known, , members, taken, unconfirmed] = await Promise.all([
    selves.length > 0 ? tx.send(lockPersons(tenantId, selves)) : [],
    tx.send<OfferRow>(selectOffer(tenantId, eventIds, priceIds, emails)),
    selves.length > 0 ? tx.send<KnownRow>(selectKnown(tenantId, selves, priceIds, eventIds)) : [],
    trusted.length > 0 ? tx.send(lockMembershipProducts(tenantId, priceIds)) : [],
    trusted.length > 0 ? tx.send<UnendedMembership>(selectMemberships(tenantId, trusted, now)) : [],
    seats.length > 0 ? tx.send<SeatRow>(selectTakenSeats(tenantId, eventIds, seats)) : [],
    counted.length > 0 ? tx.send<UnconfirmedCount>(selectUnconfirmed(tenantId, countsAsked(counted, locked), now)) : [],
  ])
  const { events, prices, offered, price_counts, person_counts, waiting } = offer ?? nothingOffered
  const memberships = prices.filter(({ kind }) => kind === 'membership').map(({ id }) => id)
  const awaited =
    selves.length > 0 && memberships.length > 0
      ? await tx.send<AwaitedRow>(selectAwaited(tenantId, { emails: selves, priceIds: memberships }, now))
      : []
  const ledger = emptyLedger()
  for (const { priceId, eventId, held } of [...locked.counts, ...price_counts]) {
    if (priceId === null) ledger.events.set(eventId, held)
    else ledger.prices.set(counterKey(priceId, eventId), held)
  }
  for (const count of person_counts)
    ledger.persons.set(counterKey(count.priceId, count.eventId, count.email), count.held)
  for (const { eventId, seat } of taken) ledger.seats.add(seatKey(eventId, seat))
  const counters = { events: new Set(ledger.events.keys()), prices: new Set(ledger.prices.keys()) }
  keepForWaiting(ledger, waiting)
  return {
    now,
    timeZone: tenant.timeZone,
    emailHoldSeconds: tenant.emailHoldSeconds,
    onlineHoldSeconds: tenant.paysOnline ? tenant.onlineHoldSeconds : null,
    isChargeable: (lines) => isChargeable(lines, tenant.currency),
    membershipRequired: tenant.membershipRequired,
    events: new Map(events.map((event) => [event.id, saleEvent(event, tenant.timeZone)])),
    prices: new Map(prices.map((price) => [price.id, salePrice(price)])),
    offered: new Map(offered.map((pair) => [pairKey(pair.eventId, pair.otherId), pair])),
    memberships: personalMemberships(members, now),
    awaited: awaitedOf(awaited),
    known: knownOf(known),
    codes: new Map(locked.codes.map((code) => [code.code, code])),
    ledger,
    unconfirmed: unconfirmedOf(unconfirmed),
    counters,
  }
}

function salePrice(row: PriceRow): SalePrice {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  return { ...row, saleStartsAt: date(row.saleStartsAt), saleEndsAt: date(row.saleEndsAt) }
}

function saleEvent(row: EventRow, timeZone: string): SaleEvent {
  const { id, name, published, cancelled, capacity, maxPerUser } = row
  const times = { startsAt: new Date(row.startsAt), endsAt: row.endsAt === null ? null : new Date(row.endsAt) }
  const { startsAt } = times
  return { id, name, published, cancelled, capacity, maxPerUser, startsAt, endsAt: endOfEvent(times, timeZone) }
}

function wantedPrices(requests: readonly BookingRequest[]): readonly string[] {
  return unique(requests.flatMap((request) => request.lines.map((line) => line.priceId)))
}

function wantedSeats(request: BookingRequest): readonly string[] {
  return request.lines.flatMap((line) =>
    line.holders.map((holder) => holder.seat).filter((seat) => seat !== freeSeating),
  )
}

function countsAsked(requests: readonly BookingRequest[], { codes }: LockedCounters): CountsAsked {
  const networks = new Map(requests.map(({ network }) => [network.toString('hex'), network]))
  return {
    events: placesWanted(requests),
    emails: unique(requests.map(({ email }) => email)),
    networks: [...networks.values()],
    priceIds: wantedPrices(requests),
    codeIds: codes.map(({ id }) => id),
  }
}

function placesWanted(requests: readonly BookingRequest[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const { eventId, lines } of requests)
    for (const { quantity } of lines) places.set(eventId, (places.get(eventId) ?? 0) + quantity)
  return places
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}

/**
 * Locks counters; the prices are those whose stock counts for the price as a whole, whatever the event. A union reads one part after
 * the other.
 */
const lockCounterRows = (...values: [string, readonly string[], readonly string[]]): Statement => ({
  name: 'booking_lock_counters',
  text: `with events as (
      select event_id, held from event_counter
      where tenant_id = $1 and event_id = any($2::uuid[])
      order by event_id for no key update
    ), prices as (
      select price_id, event_id, held from price_counter
      where tenant_id = $1 and price_id = any($3::uuid[]) and event_id = '${nilUuid}'
      order by price_id for no key update
    )
    select null::uuid as "priceId", event_id as "eventId", held from events
    union all select price_id, event_id, held from prices`,
  values,
})

const lockCodes = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_lock_codes',
  text: `select found.* from (select text from unnest($2::text[]) text order by text) asked
    cross join lateral (
      select id, code, discount_hundredths as "discountHundredths", discount_minor as "discountMinor",
        starts_at as "startsAt", ends_at as "endsAt", most_uses as "mostUses", used, active,
        array(select named.product_id from promotional_code_product named
          where named.tenant_id = $1 and named.code_id = promotional_code.id offset 0) as "productIds"
      from promotional_code where tenant_id = $1 and code = asked.text
      for no key update offset 0) found`,
  values,
})

/** Reads what every batch needs, as one statement: each has a cost of its own that all bookings of the event wait for. */
const selectOffer = (...values: [string, readonly string[], readonly string[], readonly string[]]): Statement => ({
  name: 'booking_offer',
  text: `select
    ${listOf(`select event.* from unnest($2::uuid[]) asked cross join lateral (
        select id, name, published, cancelled_at is not null as cancelled, starts_at as "startsAt", ends_at as "endsAt", capacity,
          max_per_user as "maxPerUser"
        from event where tenant_id = $1 and id = asked offset 0) event`)} as events,
    ${listOf(`select price.id, price.name, price.product_id as "productId", product.name as "productName", product.kind, product.published and not price.archived as published,
        price.amount_minor as "amountMinor", price.open_amount as "openAmount",
        price.sale_starts_at as "saleStartsAt", price.sale_ends_at as "saleEndsAt",
        price.vat_rate_hundredths as "vatRateHundredths", price.stock,
        price.max_per_user as "maxPerUser", price.membership_period as "membershipPeriod",
        price.required_membership_id as "requiredMembershipId"
      from unnest($3::uuid[]) asked
      cross join lateral (select * from price where tenant_id = $1 and id = asked offset 0) price
      cross join lateral (
        select name, kind, published from product where tenant_id = $1 and id = price.product_id offset 0) product`)} as prices,
    ${listOf(`select asked as "eventId", other.id as "otherId", other.exclusive from unnest($2::uuid[]) asked cross join lateral (
        select product_id as id, false as exclusive from event_product where tenant_id = $1 and event_id = asked
        union all
        select option_id, exclusive from event_option where tenant_id = $1 and event_id = asked offset 0) other`)} as offered,
    ${listOf(`select price_id as "priceId", event_id as "eventId", held from price_counter
      where tenant_id = $1 and price_id = any($3::uuid[]) and event_id = any($2::uuid[])`)} as price_counts,
    ${listOf(`select email, price_id as "priceId", event_id as "eventId", held from person_counter
      where tenant_id = $1 and email = any($4::text[]) and price_id = any($3::uuid[])
      union all
      select other.* from unnest($2::uuid[]) asked
      cross join lateral (
        select id from event where tenant_id = $1 and id = asked and max_per_user is not null offset 0) event
      cross join lateral (
        select email, price_id, event_id, held from person_counter
        where tenant_id = $1 and email = any($4::text[]) and event_id = event.id and price_id <> all($3::uuid[])
        offset 0) other`)} as person_counts,
    ${listOf(waitingText)} as waiting`,
  values,
})

function listOf(query: string): string {
  return `(select coalesce(json_agg(item), '[]') from (${query}) item)`
}

/** Locks membership products: two renewals of one membership at once would both begin at the same end. */
const lockMembershipProducts = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_lock_memberships',
  text: `select product.id from (
      select distinct price.product_id from unnest($2::uuid[]) asked
      cross join lateral (select product_id from price where tenant_id = $1 and id = asked offset 0) price
      order by price.product_id) wanted
    cross join lateral (
      select id from product where tenant_id = $1 and id = wanted.product_id and kind = 'membership'
      for no key update offset 0) product`,
  values,
})

const selectMemberships = (...values: [string, readonly string[], Date]): Statement => ({
  name: 'booking_memberships',
  text: `select membership.* from unnest($2::text[]) asked cross join lateral (
      select email, product_id as "productId", price_id as "priceId", valid_from as "validFrom", valid_until as "validUntil",
        (select state from renewal where renewal.tenant_id = $1 and membership_id = membership.id) as "renewalState"
      from membership
      where tenant_id = $1 and email = asked and cancelled_at is null and (valid_until is null or valid_until > $3)
      offset 0) membership`,
  values,
})

const selectTakenSeats = (...values: [string, readonly string[], readonly string[]]): Statement => ({
  name: 'booking_seats',
  text: `select ticket.* from unnest($2::uuid[]) event cross join unnest($3::text[]) wanted cross join lateral (
      select event_id as "eventId", seat from ticket
      where tenant_id = $1 and event_id = event and seat = wanted and seat <> '${freeSeating}' and cancelled_at is null
      offset 0) ticket`,
  values,
})
