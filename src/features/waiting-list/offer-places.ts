import type { TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import { listWaiting } from '../event/waiting.queries.ts'
import { claimOf } from '../event/waiting.ts'
import { lockCounters } from '../reservation/counters.queries.ts'
import { expireDueHolds } from '../reservation/expire-holds.ts'
import { forEachDue } from '../tenant/for-each-due.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { endUnsold } from './end-unsold.ts'
import { type OfferDeps, offerTo } from './offer-to.ts'
import { findAwaitedEvent, listAwaitedEvents, listInLine, type WaitingEntry } from './waiting-list.queries.ts'
import { type Offering, waitsNoLonger } from './waiting-list.ts'

/** The most offers of each price in one transaction: bookings of the event wait meanwhile. */
const mostAtOnce = 50

/**
 * Offers what is free at an event to the people who wait for it, the first in line first: places are held for them, and they get a
 * mail. Under the lock of the event's counter, so no place is offered twice or sold meanwhile (ADR 0083).
 *
 * @param actor who asked for it; null: a job, which is not noted
 * @returns the outcome for each person whose turn it was; none for an event that has begun
 */
export async function offerPlaces(
  deps: OfferDeps,
  tenant: Tenant,
  eventId: string,
  actor: Actor | null,
): Promise<readonly Offering[]> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    await lockCounters(tx, [eventId], [])
    const event = await findAwaitedEvent(tx, eventId)
    if (!event?.published || event.cancelledAt !== null || event.startsAt <= deps.now()) return []
    const offerings: Offering[] = []
    for (const entry of await listFirst(tx, eventId))
      offerings.push(await offerTo(deps, tx, tenant, { event, entry, actor }))
    return offerings
  })
}

/** Lists the first in line for each price with free places: people who wait for one price hold up nobody who waits for another. */
async function listFirst(tx: TenantTx, eventId: string): Promise<readonly WaitingEntry[]> {
  const entries: WaitingEntry[] = []
  for (const waiting of await listWaiting(tx, [eventId]))
    if (claimOf(waiting) > 0) entries.push(...(await listInLine(tx, waiting, mostAtOnce)))
  return entries.toSorted(
    (one, other) => one.waitingSince.getTime() - other.waitingSince.getTime() || (one.id < other.id ? -1 : 1),
  )
}

/** Offers what is free at an event, for a job, which has only ids. */
export async function offerPlacesOf(deps: OfferDeps, tenantId: string, eventId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  if (tenant) await offerAll(deps, tenant, eventId)
}

/**
 * Offers every minute what has lapsed, or what a larger capacity or stock made free, to the next in line, where somebody waits for an
 * event that has not begun. @throws TenantsFailedError
 */
export async function offerEverywhere(deps: OfferDeps): Promise<void> {
  await forEachDue(deps, 'waiting', async (tenantId) => {
    const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
    if (!tenant || tenant.archivedAt !== null) return false
    const awaited = () => deps.database.asTenant(tenant.id, (tx) => listAwaitedEvents(tx, deps.now()))
    if ((await awaited()).length === 0) return false
    await endUnsold(deps, tenant)
    await expireDueHolds(deps, tenant.id)
    for (const eventId of await awaited()) await offerAll(deps, tenant, eventId)
    return true
  })
}

async function offerAll(deps: OfferDeps, tenant: Tenant, eventId: string): Promise<void> {
  for (;;) {
    const offerings = await offerPlaces(deps, tenant, eventId, null)
    if (offerings.filter(waitsNoLonger).length < mostAtOnce) return
  }
}
