import { AppError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { getEventLocked } from '../event/event.queries.ts'
import { listOfferedPrices } from '../event/event-page.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { deleteClosure, insertClosure } from './closure.queries.ts'

export type ListToClose = {
  readonly eventId: string
  /** The price whose list it is; null: the whole list of the event. */
  readonly priceId: string | null
  readonly closed: boolean
}

/**
 * Closes the waiting list of an event, or of one of its prices, to people who would join, or opens it again. People who wait keep
 * their places and are offered what becomes free (ADR 0169). A second time changes nothing, and is noted once. A person who is
 * joining at this moment locks the event: once this is done nobody joins any more.
 *
 * @throws AppError not_found (the event, or there is no such price on offer there)
 */
export async function closeList(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { eventId, priceId, closed }: ListToClose,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    await getEventLocked(tx, eventId)
    if (priceId !== null) {
      const prices = await listOfferedPrices(tx, { id: eventId, capacityLeft: null, maxPerUser: null }, now)
      if (!prices.some(({ id, makesTickets }) => id === priceId && makesTickets)) throw new AppError('not_found')
    }
    const list = { eventId, priceId: priceId ?? nilUuid }
    const isChanged = closed ? await insertClosure(tx, list, now) : await deleteClosure(tx, list)
    if (isChanged)
      await recordChange(tx, actor, now, closed ? 'event.waiting_closed' : 'event.waiting_opened', eventId, {
        after: priceId === null ? {} : { priceId },
      })
  })
}
