import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { AppError, isRefusal } from '../../errors.ts'
import type { BasicDeps, EnqueueDeps } from '../deps.ts'
import { lockCounters } from '../reservation/counters.queries.ts'
import { paysOnline } from '../reservation/pays-online.ts'
import {
  findReservation,
  listLines,
  lockReservation,
  markHeldUntil,
  type Reservation,
} from '../reservation/reservation.queries.ts'
import { endOfEvent } from '../event/event.ts'
import type { ReservationStatus } from '../reservation/reservation.ts'
import { type Settlement, settleReservation } from '../reservation/settle-reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findEntryOfOffer, markEntry } from './waiting-list.queries.ts'

type HeldOffer = { readonly status: ReservationStatus; readonly expiresAt: Date | null }

/** Whether an offer of places is still to be accepted: by a button, or by paying. */
export async function findOpenOffer(deps: BasicDeps, tenant: Tenant, reservationId: string): Promise<boolean> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const entry = await findEntryOfOffer(tx, reservationId)
    const reservation = await findReservation(tx, reservationId)
    if (entry?.status !== 'offered' || !reservation) return false
    return isHeld(reservation, deps.now())
  })
}

/**
 * Accepts an offer of places: free ones belong to the person at once, since the mail has proved the address; others are kept for them
 * at the door, until the event's end. A second time changes nothing.
 *
 * @throws AppError not_found (no offer), offer_ended
 */
export async function acceptOffer(deps: EnqueueDeps, tenant: Tenant, reservationId: string): Promise<void> {
  const { entry, reservation } = await deps.database.asTenant(tenant.id, async (tx) => ({
    entry: await findEntryOfOffer(tx, reservationId),
    reservation: await findReservation(tx, reservationId),
  }))
  if (!entry || !reservation) throw new AppError('not_found')
  if (entry.status === 'taken') return
  const take = async (tx: TenantTx, held: HeldOffer) => {
    if (!isHeld(held, deps.now())) throw new AppError('offer_ended')
    await markEntry(tx, entry.id, 'offered', { status: 'taken' })
  }
  // What a code has reduced to nothing was unpaid before, though there is nothing to pay.
  const settlement = reservation.status === 'unpaid' ? 'given' : 'confirmed'
  if (reservation.totalMinor === 0) await settleFree(deps, tenant, reservationId, settlement, take)
  else await keepForDoor(deps, tenant, reservation, take)
}

/** Whether an offer is held and not yet accepted. */
export function isHeld({ status, expiresAt }: HeldOffer, now: Date): boolean {
  return (status === 'unpaid' || status === 'email_unverified') && expiresAt !== null && expiresAt > now
}

type Take = (tx: TenantTx, held: HeldOffer) => Promise<void>

async function settleFree(
  deps: EnqueueDeps,
  tenant: Tenant,
  reservationId: string,
  settlement: Settlement,
  take: Take,
): Promise<void> {
  try {
    await settleReservation(deps, tenant, reservationId, settlement, take)
  } catch (error) {
    const moved = isRefusal(error, 'invalid_transition')
    if (!moved) throw error
    // Accepted twice at once: the first has settled it.
    const entry = await deps.database.asTenant(tenant.id, (tx) => findEntryOfOffer(tx, reservationId))
    if (entry?.status !== 'taken') throw new AppError('offer_ended')
  }
}

async function keepForDoor(
  deps: BasicDeps,
  tenant: Tenant,
  { id: reservationId, eventId }: Pick<Reservation, 'id' | 'eventId'>,
  take: Take,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    // Locked, so that the end of the event does not change meanwhile.
    await lockCounters(tx, [eventId], [])
    const reservation = await lockReservation(tx, reservationId)
    const lines = await listLines(tx, [reservationId])
    if (!reservation || paysOnline(tenant, lines)) throw new AppError('offer_ended')
    await take(tx, reservation)
    const event = await selectRows(tx, 'event')
      .select(['startsAt', 'endsAt'])
      .where('id', '=', reservation.eventId)
      .executeTakeFirstOrThrow()
    await markHeldUntil(tx, reservationId, endOfEvent(event, tenant.timeZone))
  })
}
