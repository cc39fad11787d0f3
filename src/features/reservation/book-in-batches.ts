import { sqlState, violates, withRetry } from '../../db/database.ts'
import type { PipelinedTx, Statement } from '../../db/pipeline.ts'
import { AppError } from '../../errors.ts'
import { type BatchOutcome, createBatchQueue } from '../../lib/batch-queue.ts'
import { amountText, momentText } from '../../lib/format.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listenedStatement } from '../webhook/announce.ts'
import { type BookingRequest, type DecidedLine, type Decision, decideBooking } from './booking.ts'
import { covers, lockCounters, type ReadSale, readSale } from './booking-reads.statements.ts'
import {
  type AcceptedBooking,
  type AcceptedLine,
  type AcceptedMail,
  createCounters,
  type MissingCounters,
  sendBookings,
} from './booking-writes.statements.ts'
import { confirmationCode } from './confirmation-code.ts'
import { expireDueHolds } from './expire-holds.ts'
import { type KeyClaim, lockClaims } from '../request/idempotency.queries.ts'
import { lineText } from './line-text.ts'
import { confirmationLetter } from './mail-texts.ts'
import { countedEvent, counterKey, lacksPlaces } from './places.ts'
import type { BookedLine, ReservationView } from './reservation.queries.ts'
import { occurrencesOf } from './told-bookings.ts'

/** A booking on its way into a batch. */
export type PendingBooking = {
  readonly request: BookingRequest
  /** The claim of an Idempotency-Key, null without one; `render` is the body to keep for a repeat. */
  readonly repeat: { readonly claim: KeyClaim; readonly render: (reservation: ReservationView) => string } | null
  /** Set where only one booking of a key is made, in this batch or before; the others are refused (idempotency_conflict). */
  readonly once?: BookedOnce
  /** Further statements of the transaction that books it; where one fails nothing is booked. */
  readonly along?: (reservation: ReservationView) => readonly Statement[]
}

/**
 * A key belongs to one event. Sent under the event's lock, `before` answers with a row if the key was booked before; a unique index
 * backs it.
 */
export type BookedOnce = { readonly key: string; readonly before: Statement }

/** The one way into the tables of reservations: in batches, one transaction each (ARCHITECTURE.md, "Batch what is hot"). */
export type Bookings = {
  /** @throws AppError as decideBooking, and idempotency_conflict when the claim was taken over, or it was booked before (`once`) */
  add(tenant: Tenant, booking: PendingBooking): Promise<ReservationView>
}

type BookingsDeps = BasicDeps<'pipelines' | 'jobStatement' | 'urls' | 'secrets'>

type Outcome = BatchOutcome<ReservationView>

/** Large enough to share the cost of a commit, small enough that nobody waits long behind it. */
const largestBatch = 64

export function createBookings(deps: BookingsDeps): Bookings {
  const queue = createBatchQueue<{ readonly tenant: Tenant; readonly booking: PendingBooking }, ReservationView>({
    most: largestBatch,
    run: async (_, items, join) => {
      const tenant = items.at(-1)?.tenant
      if (!tenant) return []
      const bookings = items.map(({ booking }) => booking)
      return bookAll(deps, tenant, {
        bookings,
        letJoin: (fits) => {
          for (const { booking } of join((item) => fits(item.booking.request))) bookings.push(booking)
        },
      })
    },
  })
  return { add: (tenant, booking) => queue.add(tenant.id, { tenant, booking }) }
}

/** Bookings that are decided together. Once the batch holds its locks, more of those that wait may come in. */
type Batch = { readonly bookings: readonly PendingBooking[]; letJoin(fits: (request: BookingRequest) => boolean): void }

function closedBatch(bookings: readonly PendingBooking[]): Batch {
  return { bookings, letJoin: () => undefined }
}

/**
 * Books a batch; places of expired holds are released when somebody needs them, and the bookings refused for lack of places are
 * decided once more.
 */
async function bookAll(deps: BookingsDeps, tenant: Tenant, batch: Batch): Promise<readonly Outcome[]> {
  const outcomes = await bookApart(deps, tenant, batch)
  const refused = batch.bookings.filter((_, index) => isRefusedPlaces(outcomes[index]))
  if (refused.length === 0 || !(await expireDueHolds(deps, tenant.id))) return outcomes
  const second = (await bookApart(deps, tenant, closedBatch(refused))).values()
  return outcomes.map((outcome) => (isRefusedPlaces(outcome) ? (second.next().value ?? outcome) : outcome))
}

function isRefusedPlaces(outcome: Outcome | undefined): boolean {
  return outcome?.ok === false && lacksPlaces(outcome.error)
}

/** Books a batch, or each booking alone if the transaction fails, so that one booking's error does not fail its neighbours. */
async function bookApart(deps: BookingsDeps, tenant: Tenant, batch: Batch): Promise<readonly Outcome[]> {
  try {
    return await withRetry(() => bookTogether(deps, tenant, batch))
  } catch (error) {
    const { bookings } = batch
    if (bookings.length === 1 || !isOfStatement(error)) return bookings.map(() => failed(error))
    const outcomes: Outcome[] = []
    for (const booking of bookings) outcomes.push(...(await bookApart(deps, tenant, closedBatch([booking]))))
    return outcomes
  }
}

/**
 * True for errors of data (22), integrity (23) and conflicts (40): the transaction was surely rolled back. A lost connection may hide
 * a commit.
 */
function isOfStatement(error: unknown): boolean {
  return ['22', '23', '40'].includes(sqlState(error)?.slice(0, 2) ?? '')
}

function failed(error: unknown): Outcome {
  // The unique index behind what was decided on the seats read before.
  const refusal = violates(error, 'ticket_one_seat') ? new AppError('seat_taken') : error
  return { ok: false, error: refusal }
}

async function bookTogether(deps: BookingsDeps, tenant: Tenant, batch: Batch): Promise<readonly Outcome[]> {
  for (;;) {
    const result = await bookInOneTransaction(deps, tenant, batch)
    if (result.kind === 'done') return result.outcomes
    await deps.pipelines.asTenant(tenant.id, async (tx) => createCounters(tx, result.missing))
  }
}

type TransactionResult =
  | { readonly kind: 'done'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'counters_missing'; readonly missing: MissingCounters }

async function bookInOneTransaction(deps: BookingsDeps, tenant: Tenant, batch: Batch): Promise<TransactionResult> {
  return deps.pipelines.asTenant(tenant.id, async (tx) => {
    const locked = await lockCounters(tx, requestsOf(batch))
    // Bookings that came while this batch waited for another one need not wait for it as well.
    batch.letJoin((request) => covers(locked, request))
    const { bookings } = batch
    const now = deps.now()
    const claims = bookings.flatMap(({ repeat }) => repeat?.claim ?? [])
    const [listened, held, done, sale] = await Promise.all([
      tx.send<{ readonly kind: string }>(listenedStatement(tenant.id)),
      lockClaims(tx, claims),
      listDone(tx, bookings),
      readSale(tx, tenant, requestsOf(batch), locked, now),
    ])
    const accepted: AcceptedBooking[] = []
    const moment = momentsAt(now, tenant.timeZone)
    const outcomes = bookings.map((booking): Outcome => {
      try {
        if (booking.repeat && !held.has(booking.repeat.claim.claim)) throw new AppError('idempotency_conflict')
        if (booking.once && done.has(booking.once.key)) throw new AppError('idempotency_conflict')
        const decision = decideBooking(sale, booking.request)
        const reservation = accept(deps, tenant, booking, { decision, now, moment })
        accepted.push(reservation.booking)
        if (booking.once) done.add(booking.once.key)
        return { ok: true, value: reservation.view }
      } catch (error) {
        return { ok: false, error }
      }
    })
    const missing = missingCounters(sale, accepted)
    if (missing) return { kind: 'counters_missing', missing }
    const kinds = new Set(listened.map(({ kind }) => kind))
    // Nothing is made for nobody: bookings come in hundreds.
    const told = kinds.size === 0 ? [] : occurrencesOf(accepted, sale.ledger).filter(({ kind }) => kinds.has(kind))
    if (accepted.length > 0) sendBookings(tx, accepted, now, deps.jobStatement, told)
    return { kind: 'done', outcomes }
  })
}

/** Lists the keys that were booked before. */
async function listDone(tx: PipelinedTx, bookings: readonly PendingBooking[]): Promise<Set<string>> {
  const asked = bookings.flatMap(({ once }) => once ?? [])
  const answers = await Promise.all(asked.map(({ before }) => tx.send(before)))
  return new Set(asked.filter((_, index) => answers[index]?.length !== 0).map(({ key }) => key))
}

function requestsOf({ bookings }: Batch): readonly BookingRequest[] {
  return bookings.map(({ request }) => request)
}

function accept(
  deps: BookingsDeps,
  tenant: Tenant,
  { request, repeat, along }: PendingBooking,
  { decision, now, moment }: { readonly decision: Decision; readonly now: Date; readonly moment: MomentOf },
): { readonly booking: AcceptedBooking; readonly view: ReservationView } {
  const id = newId()
  const ticketIds = Array.from({ length: decision.ticketCount }, newId)
  const lines = decision.lines.map((line) => ({ ...line, id: newId() }))
  const payment = decision.paysOnline ? { id: newId(), currency: tenant.currency } : null
  const view: ReservationView = {
    id,
    createdAt: now,
    bookerEmail: request.email,
    eventId: request.eventId,
    status: decision.status,
    totalMinor: decision.totalMinor,
    discountMinor: decision.lines.reduce((sum, line) => sum + line.quantity * line.unitDiscountMinor, 0),
    promotionalCode: decision.promotionalCode?.code ?? null,
    optionIds: request.optionIds,
    ticketIds,
    paymentIds: payment ? [payment.id] : [],
    returnUrl: request.returnUrl ?? null,
    lines: lines.map(bookedLine),
  }
  const isToConfirm = decision.awaitsConfirmation || decision.status === 'email_unverified'
  const confirmation = isToConfirm ? randomToken() : null
  const booking = {
    id,
    lines,
    ticketIds,
    membershipIds: decision.memberships.map(newId),
    request,
    decision,
    payment,
    confirmationHash: confirmation === null ? null : sha256(confirmation),
    mail:
      confirmation === null
        ? null
        : confirmationMail(deps, tenant, { request, decision, moment, id, token: confirmation }),
    answer: repeat && { key: repeat.claim.key, response: repeat.render(view) },
    along: along?.(view) ?? [],
  }
  return { booking, view }
}

function bookedText({ quantity, price: { name, productName } }: DecidedLine): string {
  return lineText({ quantity, priceName: name, productName })
}

function bookedLine({ id, price, quantity, unitAmountMinor, unitDiscountMinor }: AcceptedLine): BookedLine {
  const { id: priceId, productId, kind, vatRateHundredths } = price
  // Money for a card that is named is ordered at no event (ADR 0263).
  const rest = { unitAmountMinor, unitDiscountMinor, vatRateHundredths, cardNumber: null }
  return { id, priceId, productId, kind, quantity, ...rest }
}

type MomentOf = (at: Date, language: Language) => string

/** Says moments in the reader's words, each once: a batch speaks of few, and others wait behind its locks. */
function momentsAt(now: Date, timeZone: string): MomentOf {
  const said = new Map<string, string>()
  return (at, language) => {
    const key = `${language} ${at.getTime()}`
    const text = said.get(key) ?? momentText({ at, timeZone, language, now })
    said.set(key, text)
    return text
  }
}

type ToConfirm = {
  readonly request: BookingRequest
  readonly decision: Decision
  readonly moment: MomentOf
  readonly id: string
  readonly token: string
}

function confirmationMail(
  deps: BookingsDeps,
  tenant: Tenant,
  { request: { language }, decision, moment, id, token }: ToConfirm,
): AcceptedMail {
  const { event, status, expiresAt, totalMinor } = decision
  const when = moment(event.startsAt, language)
  const url = deps.urls.base(tenant.host) + at(visitorPaths.mailedConfirmation, { token })
  return {
    id: newId(),
    ...confirmationLetter(language, {
      event: { name: event.name, when, place: null, access: null },
      booked: decision.lines.map(bookedText).join(', '),
      total: totalMinor === 0 ? null : amountText(totalMinor, tenant.currency, language),
      until: expiresAt && moment(expiresAt, language),
      paysAtDoor: status === 'unpaid',
      code: confirmationCode(deps, tenant.id, id),
      url,
    }),
  }
}

/** Lists the counters that are missing; null when all that the accepted bookings change exist and were read under their lock. */
function missingCounters(sale: ReadSale, accepted: readonly AcceptedBooking[]): MissingCounters | null {
  const eventIds = new Set<string>()
  const prices = new Map<string, readonly [string, string]>()
  for (const { decision } of accepted) {
    if (!sale.counters.events.has(decision.event.id)) eventIds.add(decision.event.id)
    for (const line of decision.lines) {
      const eventId = countedEvent(line, decision.event.id)
      const key = counterKey(line.price.id, eventId)
      if (!sale.counters.prices.has(key)) prices.set(key, [line.price.id, eventId])
    }
  }
  if (eventIds.size === 0 && prices.size === 0) return null
  return { eventIds: [...eventIds], prices: [...prices.values()] }
}
