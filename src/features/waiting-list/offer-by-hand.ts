import type { TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { getEvent } from '../event/event.queries.ts'
import { lockCounters } from '../reservation/counters.queries.ts'
import { expireDueHolds } from '../reservation/expire-holds.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findEntryView } from './entry-view.queries.ts'
import { offerPlaces } from './offer-places.ts'
import { type OfferDeps, offerTo } from './offer-to.ts'
import { findAwaitedEvent, listWaitingFor } from './waiting-list.queries.ts'
import type { Offering } from './waiting-list.ts'

/**
 * Why nobody was offered anything. About the event or price: `begun`, `cancelled`, `unpublished`, `off_sale`. `nobody`: nobody waits.
 * About the person chosen: `unconfirmed`, and `moved` (offered, or left meanwhile).
 */
export type NotOffered =
  | Exclude<Offering, 'offered'>
  | ('begun' | 'cancelled' | 'unpublished' | 'off_sale' | 'nobody' | 'unconfirmed')

export type OfferedByHand = {
  readonly eventId: string
  /** Why nobody was offered anything; null: somebody was. */
  readonly why: NotOffered | null
}

/**
 * Offers what is free now, for staff, to the first in line first, as the job would within a minute (ADR 0169). Pressed twice, or by
 * two at once, the second finds nothing free.
 *
 * @throws AppError not_found
 */
export async function offerNow(deps: OfferDeps, tenant: Tenant, actor: Actor, eventId: string): Promise<OfferedByHand> {
  // Places that only look taken must not be reported as not free (ADR 0062).
  await expireDueHolds(deps, tenant.id)
  const offerings = await offerPlaces(deps, tenant, eventId, actor)
  if (offerings.includes('offered')) return { eventId, why: null }
  const why = await deps.database.asTenant(tenant.id, async (tx) => {
    await getEvent(tx, eventId)
    const over = await whyNot(tx, eventId, deps.now())
    if (over !== null) return over
    return (await listWaitingFor(tx, eventId, 1)).length === 0 ? 'nobody' : 'nothing_free'
  })
  return { eventId, why }
}

/**
 * As `offerNow`, for a person who was chosen, before those in front of them: what they wait for, or as much of it as is free.
 *
 * @throws AppError not_found
 */
export async function offerToChosen(deps: OfferDeps, tenant: Tenant, actor: Actor, id: string): Promise<OfferedByHand> {
  await expireDueHolds(deps, tenant.id)
  return deps.database.asTenant(tenant.id, async (tx) => {
    const chosen = orNotFound(await findEntryView(tx, id, deps.now()))
    const { eventId } = chosen
    const not = (why: NotOffered) => ({ eventId, why })
    await lockCounters(tx, [eventId], [])
    const [event, entry] = [await findAwaitedEvent(tx, eventId), await findEntryView(tx, id, deps.now())]
    if (!event || entry?.status !== 'waiting') return not(entry?.status === 'unconfirmed' ? 'unconfirmed' : 'moved')
    const over = await whyNot(tx, eventId, deps.now())
    if (over !== null) return not(over)
    if (entry.isUnsold || entry.isOffSale) return not('off_sale')
    const offering = await offerTo(deps, tx, tenant, { event, entry, actor })
    return { eventId, why: offering === 'offered' ? null : offering }
  })
}

/** Why nobody is offered anything at an event, whatever is free; null: there is no such reason. */
async function whyNot(tx: TenantTx, eventId: string, now: Date): Promise<NotOffered | null> {
  const event = await findAwaitedEvent(tx, eventId)
  if (!event || event.startsAt <= now) return 'begun'
  if (event.cancelledAt !== null) return 'cancelled'
  return event.published ? null : 'unpublished'
}
