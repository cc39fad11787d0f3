import { orNotFound } from '../../errors.ts'
import { hasPromotionalCodes } from '../catalog/promotional-code.queries.ts'
import type { BasicDeps } from '../deps.ts'
import {
  findPublishedEvent,
  listOfferedOptions,
  listOfferedPrices,
  type OfferedPrice,
  type PublishedEvent,
} from '../event/event-page.queries.ts'
import { readPlaces } from './read-places.ts'

/** A published event with what can be booked at it at this moment. */
export type EventOffer = {
  readonly event: PublishedEvent
  readonly prices: readonly OfferedPrice[]
  /** The options of a ticket, such as a meal that somebody chooses. */
  readonly options: Awaited<ReturnType<typeof listOfferedOptions>>
  /** Whether to show a field for a promotional code. */
  readonly takesCodes: boolean
}

/** @throws AppError not_found */
export async function readEventOffer(deps: BasicDeps, tenantId: string, slug: string): Promise<EventOffer> {
  const read = () =>
    deps.database.asTenant(tenantId, async (tx) => {
      const event = await findPublishedEvent(tx, slug)
      if (!event) return null
      return {
        event,
        prices: await listOfferedPrices(tx, event, deps.now()),
        options: await listOfferedOptions(tx, event.id),
        takesCodes: await hasPromotionalCodes(tx, deps.now()),
      }
    })
  const isGone = (price: OfferedPrice) => price.left === 0
  return orNotFound(await readPlaces(deps, tenantId, read, (page) => page?.prices.some(isGone) ?? false))
}
