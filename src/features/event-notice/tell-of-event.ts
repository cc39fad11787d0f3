import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { theServer } from '../account/actor.ts'
import type { TellDeps } from '../deps.ts'
import { findEvent } from '../event/event.queries.ts'
import { listObjectors } from '../mail/objection.queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { cancelWithRefund } from '../payment/cancel-with-refund.ts'
import { bookingWords } from '../reservation/booking-words.ts'
import { givenTicketPostponedLetter } from '../reservation/given-ticket-texts.ts'
import { findReservation, type Reservation } from '../reservation/reservation.queries.ts'
import { canExpire } from '../reservation/reservation.ts'
import { tellHolders } from '../reservation/tell-holders.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { allBefore, undoScans } from '../ticket/scan-span.queries.ts'
import { listHolderEmails, lockTickets } from '../ticket/reservation-tickets.queries.ts'
import { findEntryOfOffer } from '../waiting-list/waiting-list.queries.ts'
import { closeWaitingList, tellAwaitedCancelled } from './close-waiting-list.ts'
import {
  type EventNotice,
  findNotice,
  listUntold,
  lockNotice,
  markEnded,
  noteLeftOut,
  noteTold,
  wordsOfMessage,
} from './event-notice.queries.ts'
import {
  eventCancelledAfterEntryLetter,
  eventCancelledLetter,
  eventMessageLetter,
  eventPostponedLetter,
} from './mail-texts.ts'
import { tellAwaitedPostponed, tellWaitingList } from './tell-waiting-list.ts'

const mostAtOnce = 50

/**
 * Tells everybody who booked an event of its cancellation or postponement, one after the other by id. What is done for a
 * booking, its mail, its refund and the note of how far this has come are one transaction: a job that is killed goes on where
 * it was, and of two at once neither does anything twice. Who waits for the event comes first: when it is cancelled no place that
 * becomes free is then looked at for them.
 */
export async function tellOfEvent(deps: TellDeps, tenantId: string, noticeId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  const given = await deps.database.asTenant(tenantId, (tx) => findNotice(tx, noticeId))
  if (!tenant || !given) return
  if (given.kind === 'cancelled') await closeWaitingList(deps, tenant, given)
  if (given.kind === 'postponed') {
    await takeLateScansBack(deps, tenant.id, given)
    await tellWaitingList(deps, tenant, noticeId)
  }
  for (;;) {
    const next = await deps.database.asTenant(tenantId, async (tx) => {
      const notice = await findNotice(tx, noticeId)
      return notice && { notice, untold: await listUntold(tx, notice, mostAtOnce) }
    })
    if (!next) return
    if (next.untold.length === 0) break
    for (const { id } of next.untold)
      if (next.notice.kind === 'cancelled') await cancelBooking(deps, tenant, next.notice, id)
      else await tellBooking(deps, tenant, next.notice, id)
  }
  await deps.database.asTenant(tenantId, (tx) => markEnded(tx, noticeId, deps.now()))
}

/** How long after an event was postponed a scan may not have known of it: the transaction that moves it takes a while. */
const lateScansMs = 60_000

/** Undoes scans that were under way while the event was postponed. Once people are told, everybody who comes has the new date. */
async function takeLateScansBack(
  deps: TellDeps,
  tenantId: string,
  { eventId, toldUntil }: Pick<EventNotice, 'eventId' | 'toldUntil'>,
): Promise<void> {
  await deps.database.asTenant(tenantId, async (tx) => {
    const since = (await findEvent(tx, eventId))?.scansCountSince
    if (!since) return
    const before = toldUntil === null ? new Date(since.getTime() + lateScansMs) : since
    await undoScans(tx, deps.now(), allBefore(before, eventId))
  })
}

/** What was bought besides tickets stays bought, and so do tickets that were scanned, unless the notice says otherwise. */
async function cancelBooking(deps: TellDeps, tenant: Tenant, notice: EventNotice, id: string): Promise<void> {
  try {
    await cancelWithRefund(
      deps,
      tenant,
      theServer,
      id,
      { insist: false, ticketIds: 'unused' },
      {
        async admit(tx, { eventId }) {
          const now = deps.now()
          if (notice.includesLetIn && eventId !== null) await undoScans(tx, now, allBefore(now, eventId, id))
        },
        async tell(tx, reservation, refundNotice) {
          const entry = await findOpenOffer(tx, reservation)
          if (entry) return tellAwaitedCancelled(deps, tx, tenant, notice, { entryId: entry.id, hadOffer: true })
          const words = await wordsOf(deps, tx, tenant, reservation)
          const letter = eventCancelledLetter(reservation.language, { ...words, refundNotice, reason: notice.reason })
          await queueMail(deps, tx, { ...letter, recipient: reservation.bookerEmail, reservationId: id })
        },
        eventCancelled: { reason: notice.reason },
        async after(tx) {
          if (!(await noteTold(tx, notice.id, id))) throw new Error('another job is at the same notice')
        },
      },
    )
  } catch (error) {
    // Cancelled meanwhile, or nothing of it is left to cancel.
    if (!(error instanceof AppError && error.code === 'invalid_transition')) throw error
    await tellLetIn(deps, tenant, notice, id)
  }
}

/** Tells a booker whose people are all inside, and stay so, that the event is cancelled and nothing is refunded. */
async function tellLetIn(deps: TellDeps, tenant: Tenant, notice: EventNotice, id: string): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    await lockNotice(tx, notice.id)
    const reservation = await findReservation(tx, id)
    if (!(await noteTold(tx, notice.id, id)) || !reservation || reservation.status === 'cancelled') return
    const hasEntered = (await lockTickets(tx, [id])).some(({ status }) => status === 'scanned')
    const { bookerEmail: recipient, language, toMail } = reservation
    if (!hasEntered || !toMail || recipient === '') return
    const words = await wordsOf(deps, tx, tenant, reservation)
    const letter = eventCancelledAfterEntryLetter(language, { ...words, reason: notice.reason })
    await queueMail(deps, tx, { ...letter, recipient, reservationId: id })
  })
}

/** Tells a booking of a new date, or what the organisation has to say; the booking stays as it is. */
async function tellBooking(deps: TellDeps, tenant: Tenant, { id: noticeId }: EventNotice, id: string) {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const notice = await lockNotice(tx, noticeId)
    const reservation = await findReservation(tx, id)
    if (!notice || !(await noteTold(tx, noticeId, id)) || !reservation) return
    if (reservation.status === 'cancelled') return
    const isMailed = reservation.toMail && reservation.bookerEmail !== ''
    if (notice.kind === 'message') return mailMessage(deps, tx, tenant, notice, { reservation, isMailed })
    if (isMailed) await mailNewDate(deps, tx, tenant, notice, reservation)
    await tellHolders(deps, tx, tenant, reservation, {
      emails: await listHolderEmails(tx, id),
      write: (event) => givenTicketPostponedLetter(reservation.language, { event, reason: notice.reason }),
    })
  })
}

/** Mails a message to the booker and to every holder of a ticket, except those who want no more messages (ADR 0236). */
async function mailMessage(
  deps: TellDeps,
  tx: TenantTx,
  tenant: Tenant,
  notice: EventNotice,
  { reservation, isMailed }: { readonly reservation: Reservation; readonly isMailed: boolean },
): Promise<void> {
  const { id, bookerEmail: recipient, language } = reservation
  const words = wordsOfMessage(notice)
  const holders = await listHolderEmails(tx, id)
  // Somebody who was only offered places does not come yet.
  const isToBooker = isMailed && !(await findOpenOffer(tx, reservation))
  const objectors = await listObjectors(tx, [...(isToBooker ? [recipient] : []), ...holders])
  const told = holders.filter((email) => !objectors.has(email))
  const isBookerTold = isToBooker && !objectors.has(recipient)
  if (objectors.size > 0) {
    const isNobodyTold = told.length === 0 && !isBookerTold
    await noteLeftOut(tx, notice.id, { people: objectors.size, isNobodyTold })
  }
  if (isBookerTold) {
    const { event, ...booking } = await bookingWords(deps, tx, tenant, reservation)
    const letter = eventMessageLetter(language, { ...words, event, booking })
    await queueMail(deps, tx, { ...letter, recipient, reservationId: id })
  }
  await tellHolders(deps, tx, tenant, reservation, {
    emails: told,
    write: (event) => eventMessageLetter(language, { ...words, event, booking: null }),
  })
}

async function mailNewDate(
  deps: TellDeps,
  tx: TenantTx,
  tenant: Tenant,
  notice: EventNotice,
  reservation: Reservation,
): Promise<void> {
  const { id, bookerEmail: recipient, language } = reservation
  const words = await wordsOf(deps, tx, tenant, reservation)
  const entry = await findOpenOffer(tx, reservation)
  if (entry) {
    const offer = { entryId: entry.id, status: 'offered' as const, url: words.url }
    return tellAwaitedPostponed(deps, tx, tenant, notice, offer)
  }
  await queueMail(deps, tx, {
    ...eventPostponedLetter(language, { ...words, reason: notice.reason }),
    recipient,
    reservationId: id,
  })
}

/** Finds the waiting entry whose offer, not yet taken, this reservation is; null: it is a booking. */
async function findOpenOffer(tx: TenantTx, { id, status }: Pick<Reservation, 'id' | 'status'>) {
  const entry = await findEntryOfOffer(tx, id)
  return entry?.status === 'offered' && canExpire(status) ? entry : null
}

/** The words about a booking; `when` is never missing, since everybody who is told of an event has booked one. */
async function wordsOf(deps: TellDeps, tx: TenantTx, tenant: Tenant, reservation: Reservation) {
  const words = await bookingWords(deps, tx, tenant, reservation)
  return { ...words, event: { ...words.event, when: words.event.when ?? '' } }
}
