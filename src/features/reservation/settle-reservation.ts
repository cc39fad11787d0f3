import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import { creditPurchase } from '../card/credit-purchase.ts'
import { listTopUps } from '../card/purse.queries.ts'
import { listPricesByIds } from '../catalog/catalog.queries.ts'
import { changeUses } from '../catalog/promotional-code.queries.ts'
import type { MembershipPeriod } from '../catalog/product.ts'
import type { Deps, EnqueueDeps, TellDeps } from '../deps.ts'
import { listWaiting } from '../event/waiting.queries.ts'
import { endOfEvent, isOver } from '../event/event.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { grantMembership } from '../membership/grant-membership.ts'
import { listUnended, lockMembershipProduct } from '../membership/membership.queries.ts'
import { numberMember } from '../membership/number-member.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  activateTickets,
  type LockedTicket,
  lockTickets,
  restoreTickets,
} from '../ticket/reservation-tickets.queries.ts'
import { announce } from '../webhook/announce.ts'
import { readAwaited } from './awaited-memberships.queries.ts'
import { countAwaited } from './awaited-memberships.ts'
import { lockCountersOf } from './close-reservations.ts'
import { changeCounters, readLedger } from './counters.queries.ts'
import { lockPerson, readKnown } from './known-places.statements.ts'
import { countKnown } from './known-places.ts'
import { membershipsHeld, personalMemberships } from './personal-memberships.ts'
import { countAt, firstOver, keepForWaiting, takePlaces } from './places.ts'
import {
  findBookedEvent,
  getReservation,
  listCountedLines,
  listLines,
  listMembershipLines,
  lockReservation,
  lockUnlessExpired,
  type MembershipLine,
  markHeldUntil,
  markStatus,
  readEventLimits,
  type Reservation,
} from './reservation.queries.ts'
import { tellOfStock } from './told-bookings.ts'
import { canConfirm, canMove, doorHoldUntil, isExpired, type ReservationStatus, refusedMove } from './reservation.ts'
import { writeKeptLetter } from './tickets-letter.ts'

/** What settles a reservation: money that came, the house that gives it away, or a booker who confirms what costs nothing. */
export type Settlement = 'paid' | 'given' | 'confirmed'

const statusBy = { paid: 'paid', given: 'paid', confirmed: 'email_verified' } as const satisfies Record<
  Settlement,
  ReservationStatus
>

/** What else the transaction does, as `settleReservation` says. */
type Extra = (tx: TenantTx, reservation: Reservation) => Promise<void>

/**
 * Settles a reservation by its payment or its confirmation: tickets open the door, memberships are granted, top-ups that were paid are
 * on the card, and the mail is on its way. An expired one takes its places again first, if they are still free.
 *
 * @param extra what else the transaction does; may refuse. It may run together with the move, unless that one has to take places
 *   again
 * @throws AppError not_found, invalid_transition (also an order of a membership whose booker was erased); max_per_user (also for a
 *   membership that its booker has already); sold_out or seat_taken when it came too late
 */
export async function settleReservation(
  deps: EnqueueDeps,
  tenant: Tenant,
  id: string,
  settlement: Settlement,
  extra?: Extra,
): Promise<void> {
  await settleAndRead(deps, tenant, id, settlement, { extra, read: async () => undefined })
}

type Settling<Read> = {
  readonly extra: Extra | undefined
  /** What is answered, as this left it and before a job moved it on. */
  read(tx: TenantTx): Promise<Read>
  /** How long a membership lasts whose period was agreed to when it was paid; otherwise as its price says. */
  readonly period?: MembershipPeriod
}

/** As `settleReservation`. */
export async function settleAndRead<Read>(
  deps: EnqueueDeps,
  tenant: Tenant,
  id: string,
  settlement: Settlement,
  { extra, read, period }: Settling<Read>,
): Promise<Read> {
  return whileLocked(deps, tenant, id, async (tx, reservation) => {
    const to = statusBy[settlement]
    if (!canMove(reservation, to)) throw refusedMove(reservation, to)
    const doExtra = () => extra?.(tx, reservation)
    const doSettle = () => settle(deps, tx, tenant, reservation, { settlement, period })
    if (!isExpired(reservation)) await Promise.all([doExtra(), doSettle()])
    else {
      await doExtra()
      await doSettle()
    }
    return read(tx)
  })
}

/**
 * Confirms a booker's address, and mails them what they booked: what is paid at the door is held until the event ends, an order at no event for thirty days. An
 * expired one takes its places again first, if they are still free.
 *
 * @throws AppError not_found, invalid_transition; max_per_user, sold_out, seat_taken, not_on_sale when it came too late
 */
export async function keepUntilPaid(deps: TellDeps, tenant: Tenant, id: string): Promise<void> {
  await whileLocked(deps, tenant, id, async (tx, reservation) => {
    if (!canConfirm(reservation)) throw refusedMove(reservation)
    const now = deps.now()
    await requireNotOver(tx, tenant, reservation, now)
    const isStrangers = isHeldByStranger(reservation)
    if (isStrangers) await lockPerson(tx, reservation.bookerEmail)
    await requireFewMemberships(tx, reservation, now)
    if (isExpired(reservation)) await takePlacesAgain(tx, reservation, await lockTickets(tx, [id]), now)
    const { startsAt, endsAt } = await findBookedEvent(tx, reservation)
    const eventEnd = startsAt === null ? null : endOfEvent({ startsAt, endsAt }, tenant.timeZone)
    await markStatus(tx, reservation, { status: 'unpaid', now })
    if (isStrangers) await requireFewPlaces(tx, reservation)
    await markHeldUntil(tx, id, doorHoldUntil(eventEnd, now))
    if (!reservation.toMail) return
    const letter = await writeKeptLetter(deps, tx, tenant, reservation)
    await queueMail(deps, tx, { ...letter, recipient: reservation.bookerEmail, reservationId: id })
  })
}

/**
 * Refuses memberships that, with those the booker has and those held for them until they pay, are more than a person may have. The
 * booker is known from now on, and so may be told.
 *
 * @throws AppError max_per_user
 */
async function requireFewMemberships(tx: TenantTx, { id, bookerEmail: email }: Reservation, now: Date): Promise<void> {
  const lines = await listMembershipLines(tx, id)
  if (lines.length === 0) return
  // Two orders of one person are confirmed one after the other.
  for (const { productId } of lines) await lockMembershipProduct(tx, productId)
  const memberships = personalMemberships(await listUnended(tx, email, now), now)
  const priceIds = lines.map(({ priceId }) => priceId)
  const awaited = await readAwaited(tx, { emails: [email], priceIds }, now)
  for (const { productId, priceId, quantity, maxPerUser } of lines) {
    const held = membershipsHeld(memberships, { email, trusted: true }, { id: priceId, productId })
    if (held + countAwaited(awaited, { email, priceId }) + quantity > maxPerUser)
      throw new AppError('max_per_user', { priceId })
  }
}

/** Whether a stranger holds it: nobody confirmed it, and so it counts for nobody who books for themselves. */
function isHeldByStranger({ bookerEmail, unconfirmedFrom, unpaidFrom }: Reservation): boolean {
  return bookerEmail !== '' && (unconfirmedFrom !== null || unpaidFrom !== null)
}

/**
 * Refuses more places than a person may have, now that what a stranger held becomes the booker's; a single booking may keep what it
 * was allowed when it was made. Called under the lock of the person, once the reservation is marked.
 *
 * @throws AppError max_per_user
 */
async function requireFewPlaces(
  tx: TenantTx,
  { id, eventId: bookedEvent, bookerEmail: email }: Pick<Reservation, 'id' | 'eventId' | 'bookerEmail'>,
): Promise<void> {
  const lines = await listCountedLines(tx, id)
  if (lines.length === 0) return
  const known = await readKnown(tx, { email, priceIds: lines.map(({ priceId }) => priceId), eventId: bookedEvent })
  for (const { priceId, countedEventId: eventId, quantity, maxPerUser } of lines)
    if (countKnown(known, { priceId, eventId, email }) > Math.max(quantity, maxPerUser))
      throw new AppError('max_per_user', { priceId })
  const { maxPerUser } = await readEventLimits(tx, bookedEvent)
  const tickets = lines.filter(({ countedEventId }) => countedEventId === bookedEvent)
  const booked = tickets.reduce((sum, { quantity }) => sum + quantity, 0)
  if (maxPerUser === null) return
  const before = countAt(known, bookedEvent, email) - booked
  const over = firstOver(tickets, Math.max(booked, maxPerUser) - before)
  if (over) throw new AppError('max_per_user', { priceId: over.priceId, detail: 'event_maximum' })
}

/** Changes a reservation that is locked, with its counters if it has expired. */
async function whileLocked<Read>(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  id: string,
  change: (tx: TenantTx, reservation: Reservation) => Promise<Read>,
): Promise<Read> {
  const changed = await deps.database.asTenant(tenant.id, async (tx) => {
    const reservation = (await lockUnlessExpired(tx, id)) ?? (await lockExpired(tx, id))
    return reservation && { read: await change(tx, reservation) }
  })
  // It changed between the two looks; the second time it is found so.
  return changed ? changed.read : whileLocked(deps, tenant, id, change)
}

/** Locks an expired reservation, its counters first. Null: it has not expired. @throws AppError not_found */
async function lockExpired(tx: TenantTx, id: string): Promise<Reservation | null> {
  const found = await getReservation(tx, id)
  if (!isExpired(found)) return null
  await lockCountersOf(tx, [found])
  const reservation = await lockReservation(tx, id)
  return reservation && isExpired(reservation) ? reservation : null
}

/**
 * Refuses a confirmation or payment that comes after the hold and the event: nobody can go there any more.
 *
 * @throws AppError not_on_sale
 */
export async function requireNotOver(
  tx: TenantTx,
  { timeZone }: Pick<Tenant, 'timeZone'>,
  reservation: Reservation,
  now: Date,
): Promise<void> {
  if (!isExpired(reservation)) return
  const { startsAt, endsAt } = await findBookedEvent(tx, reservation)
  if (startsAt !== null && isOver({ startsAt, endsAt }, { now, timeZone })) throw new AppError('not_on_sale')
}

async function settle(
  deps: EnqueueDeps,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
  { settlement, period }: { readonly settlement: Settlement; readonly period: MembershipPeriod | undefined },
): Promise<void> {
  const { id } = reservation
  const status = statusBy[settlement]
  const now = deps.now()
  const isStrangers = isHeldByStranger(reservation)
  const tickets = lockTickets(tx, [id])
  if (isExpired(reservation)) await takePlacesAgain(tx, reservation, await tickets, now)
  // Sent at once, and carried out in this order.
  const [memberships, topUps] = await Promise.all([
    listMembershipLines(tx, id),
    settlement === 'paid' ? listTopUps(tx, id) : [],
    tickets,
    markStatus(tx, reservation, { status, now }),
    settlement === 'paid' ? tell(tx, reservation, 'reservation.paid', now) : null,
    activateTickets(tx, id, now),
    deps.enqueue(tx, { name: 'deliver_tickets', tenantId: tenant.id, reservationId: id }),
    isStrangers ? lockPerson(tx, reservation.bookerEmail) : null,
  ])
  if (isStrangers) await requireFewPlaces(tx, reservation)
  const agreed = memberships.map((line) => ({ ...line, ...(period && { period }) }))
  const isMember = await grantMemberships(tx, tenant, reservation, agreed, now)
  await creditPurchase(tx, reservation, topUps, now)
  if (isMember) await numberMember(tx, reservation.bookerEmail, now)
}

function tell(
  tx: TenantTx,
  { id, eventId }: Reservation,
  kind: 'reservation.booked' | 'reservation.paid',
  now: Date,
): Promise<void> {
  return announce(tx, now, [{ kind, data: { reservation: id, event: eventId === nilUuid ? null : eventId } }])
}

/**
 * Takes places again, by the rules of booking and the stock, capacity and maximum of today. Tickets cancelled on their own stay
 * cancelled.
 */
async function takePlacesAgain(
  tx: TenantTx,
  reservation: Reservation,
  tickets: readonly LockedTicket[],
  now: Date,
): Promise<void> {
  const { eventId, bookerEmail: email, cancelledAt } = reservation
  if ((await findBookedEvent(tx, reservation)).cancelledAt !== null) throw new AppError('sold_out')
  if (!cancelledAt) throw new Error('a cancelled reservation has no time of cancellation')
  const wanted = tickets.filter((ticket) => ticket.cancelledAt?.getTime() === cancelledAt.getTime())
  const lines = (await listLines(tx, [reservation.id])).map((line) => ({
    ...line,
    quantity: line.makesTickets ? wanted.filter((ticket) => ticket.priceId === line.priceId).length : line.quantity,
  }))
  const seats = wanted.map((ticket) => ticket.seat)
  const priceIds = lines.map((line) => line.priceId)
  const ledger = await readLedger(tx, { eventId, email, priceIds, seats })
  keepForWaiting(ledger, await listWaiting(tx, [eventId]))
  const prices = await listPricesByIds(tx, priceIds)
  const byId = new Map(prices.map((price) => [price.id, price]))
  const memberships = (await listMembershipLines(tx, reservation.id)).map((line) => line.priceId)
  const limits = await readEventLimits(tx, eventId)
  const taken = {
    eventId,
    email,
    ...limits,
    has: limits.maxPerUser === null ? null : countAt(await readKnown(tx, { email, priceIds, eventId }), eventId, email),
    seats,
    lines: lines.map((line) => {
      const price = byId.get(line.priceId)
      if (!price) throw new Error('the price of a reservation is missing')
      // For memberships it is decided when they are granted.
      const has = memberships.includes(price.id) ? 0 : null
      return { ...line, stock: price.stock, maxPerUser: price.maxPerUser, has }
    }),
  }
  takePlaces(ledger, taken)
  await changeCounters(
    tx,
    lines.map((line) => ({ ...line, eventId, email, delta: line.quantity })),
  )
  if (!(await changeUses(tx, [reservation.promotionalCodeId], 1))) throw new AppError('promotional_code_used_up')
  await restoreTickets(tx, reservation.id, cancelledAt)
  // Programs were told that it had lapsed.
  await tell(tx, reservation, 'reservation.booked', now)
  await tellOfStock(tx, ledger, taken, now)
}

/**
 * Grants the memberships of a reservation. True when somebody became a member.
 *
 * @throws AppError invalid_transition (an order of nothing else, whose booker was erased); max_per_user
 */
async function grantMemberships(
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
  lines: readonly MembershipLine[],
  now: Date,
): Promise<boolean> {
  // No membership is booked without an address: its booker asked to be erased, and nobody would be the member.
  if (reservation.bookerEmail === '') {
    if (lines.length > 0 && reservation.eventId === nilUuid) throw refusedMove(reservation, 'paid')
    return false
  }
  for (const { quantity, discountMinor, ...line } of lines) {
    const grant = {
      ...line,
      discountMinor,
      promotionalCodeId: discountMinor > 0 ? reservation.promotionalCodeId : null,
      email: reservation.bookerEmail,
      reservationId: reservation.id,
      timeZone: tenant.timeZone,
      now,
    }
    for (let taken = 0; taken < quantity; taken++) await grantMembership(tx, grant)
  }
  return lines.length > 0
}
