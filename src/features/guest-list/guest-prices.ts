import { AppError, fieldError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { getEvent } from '../event/event.queries.ts'
import { listOfferedPrices, type OfferedPrice } from '../event/event-page.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'

/** Whether guests may be booked at a price; also when it is sold out, since each guest without a place is told so. */
export function takesGuests({ makesTickets, membershipName, sale }: OfferedPrice): boolean {
  return makesTickets && membershipName === null && sale === 'open'
}

/** @throws AppError not_found (the event), not_on_sale (it is not published, or cancelled), validation_failed (`price`) */
export async function requireGuestPrice(
  deps: BasicDeps,
  tenant: Tenant,
  { eventId, priceId }: { readonly eventId: string; readonly priceId: string },
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const event = await getEvent(tx, eventId)
    if (!event.published || event.cancelledAt !== null) throw new AppError('not_on_sale')
    const prices = await listOfferedPrices(tx, { id: eventId, capacityLeft: null, maxPerUser: null }, deps.now())
    const price = prices.find(({ id }) => id === priceId)
    if (!price || !takesGuests(price)) throw fieldError('price', 'unknown_price')
  })
}
