import type { BasicDeps } from '../deps.ts'
import { type Availability, listAvailability } from '../event/availability.queries.ts'
import { readPlaces } from './read-places.ts'

type Asked = { readonly tenantId: string; readonly eventId: string }

/**
 * Says what is to be had at the events of a page, by their ids. Each organisation is asked once, for all of its events and as itself; one
 * after the other, so that a page of many organisations takes one connection.
 */
export async function readAvailability(
  deps: BasicDeps,
  events: readonly Asked[],
): Promise<ReadonlyMap<string, Availability>> {
  const found = new Map<string, Availability>()
  for (const [tenantId, asked] of Map.groupBy(events, (event) => event.tenantId)) {
    const ids = asked.map(({ eventId }) => eventId)
    const read = () => deps.database.asTenant(tenantId, (tx) => listAvailability(tx, ids, deps.now()))
    for (const [id, availability] of await readPlaces(deps, tenantId, read, looksSoldOut)) found.set(id, availability)
  }
  return found
}

function looksSoldOut(found: ReadonlyMap<string, Availability>): boolean {
  return [...found.values()].some(({ prices }) => prices.some(({ left }) => left === 0))
}
