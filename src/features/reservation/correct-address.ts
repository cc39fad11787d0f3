import type { TenantTx } from '../../db/database.ts'
import { isThere } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { ProductKind } from '../catalog/product.ts'
import type { EnqueueDeps } from '../deps.ts'
import { readdressMails } from '../mail/mail.queries.ts'
import { jobOf } from '../mail/retry-mails.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { lockTickets } from '../ticket/reservation-tickets.queries.ts'
import { lockCountersOf } from './close-reservations.ts'
import { changeCounters, createPersonCounter, createTicketCounters, type PlaceChange } from './counters.queries.ts'
import {
  getReservation,
  getReservationLocked,
  listLines,
  markBooker,
  type Reservation,
  selectLines,
} from './reservation.queries.ts'
import { refusedMove } from './reservation.ts'

export type AddressCorrection = {
  readonly reservationId: string
  /** The version that the person who corrects it has seen (addressVersion). */
  readonly seen: string
  /** The new normalised address. */
  readonly email: string
}

/** Tells a reservation's address from another one. */
export function addressVersion({ bookerEmail }: Pick<Reservation, 'bookerEmail'>): string {
  return versionOf({ bookerEmail })
}

/**
 * True only where nothing got through: an address that tickets were mailed to has them, whoever it belongs to. To give tickets to
 * somebody else is `giveTicket`, which ends the codes. False also where the former address became a member by it, or has the money of
 * a card.
 */
export async function mayCorrectAddress(
  tx: TenantTx,
  { id, status }: Pick<Reservation, 'id' | 'status'>,
): Promise<boolean> {
  if (status !== 'paid_email_invalid' && status !== 'paid_email_unsent') return false
  const isBound = await selectLines(tx, id)
    .where('product.kind', 'in', ['membership', 'cashless_top_up'] satisfies ProductKind[])
    .$call(isThere)
  return !isBound
}

/**
 * Corrects the booker's address, and mails there what did not get to the former one, the tickets in any case. Personal maxima are
 * counted there from then on; nobody is refused by them. A second press finds it done.
 *
 * @throws AppError not_found, changed_meanwhile, invalid_transition (`mayCorrectAddress`)
 */
export async function correctAddress(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  { reservationId, seen, email }: AddressCorrection,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const found = await getReservation(tx, reservationId)
    await lockCountersOf(tx, [found])
    const reservation = await getReservationLocked(tx, reservationId)
    const former = reservation.bookerEmail
    if (former === email) return
    if (addressVersion(reservation) !== seen) throw new AppError('changed_meanwhile')
    if (!(await mayCorrectAddress(tx, reservation))) throw refusedMove(reservation)
    const now = deps.now()
    await countFor(tx, reservation, email)
    await markBooker(tx, reservationId, email)
    const mails = former === '' ? [] : await readdressMails(tx, reservationId, { from: former, to: email })
    for (const mail of mails) await deps.enqueue(tx, jobOf(tenant.id, mail))
    if (mails.every(({ kind }) => kind !== 'tickets'))
      await deps.enqueue(tx, { name: 'deliver_tickets', tenantId: tenant.id, reservationId })
    await recordChange(tx, actor, now, 'reservation.address_corrected', reservationId, {
      personal: [
        ...(former === '' ? [] : [{ field: 'former_email', personEmail: former, before: former }]),
        { field: 'email', personEmail: email, after: email },
      ],
    })
  })
}

/** Counts for the new address what is held under the former one. Missing counters are made under the locks of lockCountersOf. */
async function countFor(tx: TenantTx, { id, eventId, bookerEmail }: Reservation, email: string): Promise<void> {
  const open = (await lockTickets(tx, [id])).filter(({ cancelledAt }) => cancelledAt === null)
  const changes: PlaceChange[] = []
  for (const line of await listLines(tx, [id])) {
    const { priceId, makesTickets } = line
    const quantity = makesTickets ? open.filter((ticket) => ticket.priceId === priceId).length : line.quantity
    if (makesTickets) await createTicketCounters(tx, { eventId, email, priceId })
    else await createPersonCounter(tx, email, priceId)
    changes.push({ ...line, eventId, email: bookerEmail, delta: -quantity })
    changes.push({ ...line, eventId, email, delta: quantity })
  }
  await changeCounters(tx, changes)
}
