import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import { newId } from '../../lib/ids.ts'
import { findPrice, type Price } from '../catalog/catalog.queries.ts'
import type { Deps } from '../deps.ts'
import { listWaiting } from '../event/waiting.queries.ts'
import { claimOf } from '../event/waiting.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { bookingPath } from '../reservation/booking-proof.ts'
import { lockCounters, readLedger } from '../reservation/counters.queries.ts'
import { expireDueHolds } from '../reservation/expire-holds.ts'
import { holdPlaces } from '../reservation/hold-places.ts'
import { counterKey } from '../reservation/places.ts'
import { forEachTenant } from '../tenant/for-each-tenant.ts'
import { findTenantById, listActiveTenants } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { endUnsold } from './end-unsold.ts'
import { membersOnlyLetter } from './ended-texts.ts'
import { isAdmitted } from './is-admitted.ts'
import { offerLetter } from './mail-texts.ts'
import {
  findAwaitedEvent,
  listAwaitedEvents,
  listInLine,
  markEntry,
  type WaitingEntry,
} from './waiting-list.queries.ts'
import { offerEnd, placesToOffer } from './waiting-list.ts'

type OfferDeps = Pick<Deps, 'database' | 'now' | 'enqueue' | 'secrets' | 'urls'>
type AwaitedEvent = NonNullable<Awaited<ReturnType<typeof findAwaitedEvent>>>

/** Of each price in one transaction: bookings of the event wait meanwhile. */
const mostAtOnce = 50

/**
 * Offers what is free of an event to those who wait for it, the first in line first: places that are held for them, and a
 * mail. Under the lock of the event's counter, so no place is offered twice or sold meanwhile (ADR 0083).
 *
 * @returns how many were offered something, or can have nothing more; those of an event that has begun are none
 */
export async function offerPlaces(deps: OfferDeps, tenant: Tenant, eventId: string): Promise<number> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    await lockCounters(tx, [eventId], [])
    const event = await findAwaitedEvent(tx, eventId)
    if (!event?.published || event.cancelledAt !== null || event.startsAt <= deps.now()) return 0
    let settled = 0
    for (const entry of await listFirst(tx, eventId))
      if (await offerTo(deps, tx, tenant, event, entry)) settled++
    return settled
  })
}

/** The first of each price of which something is free: whoever waits for another keeps nobody behind them waiting. */
async function listFirst(tx: TenantTx, eventId: string): Promise<readonly WaitingEntry[]> {
  const entries: WaitingEntry[] = []
  for (const waiting of await listWaiting(tx, [eventId]))
    if (claimOf(waiting) > 0) entries.push(...(await listInLine(tx, waiting, mostAtOnce)))
  return entries.toSorted(
    (one, other) => one.waitingSince.getTime() - other.waitingSince.getTime() || (one.id < other.id ? -1 : 1),
  )
}

/** True when this one waits no longer. */
async function offerTo(
  deps: OfferDeps,
  tx: TenantTx,
  tenant: Tenant,
  event: AwaitedEvent,
  entry: WaitingEntry,
): Promise<boolean> {
  const { eventId, priceId, email } = entry
  const price = await findPrice(tx, priceId)
  if (!price) return false
  if (!(await isAdmitted(tx, tenant, { email, trusted: true }, price, deps.now())))
    return endForMembers(deps, tx, tenant, { event, entry, price })
  const ledger = await readLedger(tx, { eventId, email, priceIds: [priceId], seats: [] })
  const key = counterKey(priceId, eventId)
  const mine = price.maxPerUser - (ledger.persons.get(counterKey(priceId, eventId, email)) ?? 0)
  if (mine <= 0) return markEntry(tx, entry.id, 'waiting', { status: 'left' })
  const places = placesToOffer(
    entry.places,
    mine,
    event.capacity === null ? null : event.capacity - (ledger.events.get(eventId) ?? 0),
    price.stock === null ? null : price.stock - (ledger.prices.get(key) ?? 0),
  )
  return places > 0 && makeOffer(deps, tx, tenant, { event, entry, price, places })
}

type Turn = { readonly event: AwaitedEvent; readonly entry: WaitingEntry; readonly price: Price }

/** Their membership has ended since they joined, or was cancelled: they could not book it either. */
async function endForMembers(
  deps: OfferDeps,
  tx: TenantTx,
  { timeZone, host }: Tenant,
  { event, entry: { id, email, language }, price }: Turn,
): Promise<boolean> {
  if (!(await markEntry(tx, id, 'waiting', { status: 'left' }))) return false
  const letter = membersOnlyLetter(language, {
    event: {
      name: event.name,
      when: momentText({ at: event.startsAt, timeZone, language, now: deps.now() }),
    },
    price: price.name,
    url: `${deps.urls.base(host)}/membership/`,
  })
  await queueMail(deps, tx, { ...letter, recipient: email })
  return true
}

async function makeOffer(
  deps: OfferDeps,
  tx: TenantTx,
  tenant: Tenant,
  { event, entry, price, places }: Turn & { readonly places: number },
): Promise<boolean> {
  const { eventId, email, language } = entry
  const now = deps.now()
  const until = offerEnd(event, tenant.waitingOfferSeconds, now)
  const id = newId()
  // Whoever leaves at this moment is left out.
  if (!(await markEntry(tx, entry.id, 'waiting', { status: 'offered', reservationId: id }))) return false
  await holdPlaces(tx, { id, eventId, email, language, price, places, until, now })
  const moment = (at: Date) => momentText({ at, timeZone: tenant.timeZone, language, now })
  const letter = offerLetter(language, {
    event: { name: event.name, when: moment(event.startsAt) },
    places,
    until: moment(until),
    url: deps.urls.base(tenant.host) + bookingPath(deps, tenant.id, id),
  })
  await queueMail(deps, tx, { ...letter, recipient: email, reservationId: id, usefulUntil: until })
  return true
}

/** The same for an event by ids, as a job knows it. */
export async function offerPlacesOf(deps: OfferDeps, tenantId: string, eventId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  if (tenant) await offerAll(deps, tenant, eventId)
}

/** Every minute: what has lapsed goes to the next in line, and what a larger capacity or stock gave. @throws TenantsFailedError */
export async function offerEverywhere(deps: OfferDeps): Promise<void> {
  await forEachTenant(await deps.database.asServer(listActiveTenants), async (tenant) => {
    const awaited = () => deps.database.asTenant(tenant.id, (tx) => listAwaitedEvents(tx, deps.now()))
    if ((await awaited()).length === 0) return
    await endUnsold(deps, tenant)
    await expireDueHolds(deps, tenant.id)
    for (const eventId of await awaited()) await offerAll(deps, tenant, eventId)
  })
}

async function offerAll(deps: OfferDeps, tenant: Tenant, eventId: string): Promise<void> {
  while ((await offerPlaces(deps, tenant, eventId)) >= mostAtOnce);
}
