import { theServer } from '../../features/account/actor.ts'
import { listProducts } from '../../features/catalog/catalog.queries.ts'
import { makesTickets } from '../../features/catalog/product.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { updateEvent } from '../../features/event/save-event.ts'
import { cancelEvent } from '../../features/event-notice/cancel-event.ts'
import { postponeEvent } from '../../features/event-notice/postpone-event.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { joinWaitingList } from '../../features/waiting-list/join-waiting-list.ts'
import { assertNever } from '../../lib/assert-never.ts'
import type { DemoDeps } from './clock.ts'
import { person } from './people.ts'
import type { ScheduledEvent } from './schedule.ts'

const dayMs = 86_400_000

/**
 * What becomes of an event that was sold: nothing is left and people wait, it is cancelled, or it is postponed. Once only,
 * and never on its own evening, which goes as planned when the demonstration begins with it.
 */
export async function bringAbout(deps: DemoDeps, tenant: Tenant, scheduled: ScheduledEvent): Promise<void> {
  const { plan, event, isTonight } = scheduled
  if (plan.outcome === undefined || isTonight || event.startsAt <= deps.now()) return
  switch (plan.outcome.kind) {
    case 'sold_out':
      return sellOut(deps, tenant, scheduled, plan.outcome.waiting)
    case 'cancelled':
      if (event.cancelledAt === null)
        await cancelEvent(deps, tenant, theServer, event.id, { reason: plan.outcome.reason })
      return
    case 'postponed': {
      if (event.postponedFrom !== null) return
      const startsAt = new Date(event.startsAt.getTime() + plan.outcome.days * dayMs)
      await postponeEvent(deps, tenant, theServer, event.id, { startsAt, reason: plan.outcome.reason })
      return
    }
    default:
      assertNever(plan.outcome)
  }
}

/** The hall turns out to be as small as what was sold; then the first come too late. */
async function sellOut(
  deps: DemoDeps,
  tenant: Tenant,
  { plan, day, event }: ScheduledEvent,
  waiting: number,
): Promise<void> {
  const { asTenant } = deps.database
  const found = await asTenant(tenant.id, (tx) => findEvent(tx, event.id))
  if (!found || found.capacity !== plan.capacity || plan.capacity === null) return
  const held = plan.capacity - (found.placesLeft ?? 0)
  await updateEvent(deps, tenant, theServer, event.id, { capacity: held })
  const products = await asTenant(tenant.id, (tx) => listProducts(tx, { publishedOnly: true }))
  const [price] = products
    .filter(({ id, kind }) => event.productIds.includes(id) && makesTickets(kind))
    .flatMap(({ prices }) => prices)
    .filter(({ requiredMembershipId, saleEndsAt }) => requiredMembershipId === null && saleEndsAt === null)
  if (!price) throw new Error(`nobody can wait for ${plan.name}`)
  for (let number = 0; number < waiting; number++) {
    const { email } = person(`waiting ${tenant.slug} ${day.date}`, number)
    const request = {
      eventId: event.id,
      priceId: price.id,
      email,
      places: 1 + (number % 2),
      trusted: true,
      unasked: false,
    }
    await joinWaitingList(deps, tenant, { ...request, language: tenant.language })
  }
}
