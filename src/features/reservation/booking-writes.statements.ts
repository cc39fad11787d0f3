import { type InsertedRow, multiRowInsert } from '../../db/multi-row-insert.ts'
import type { PipelinedTx, Statement } from '../../db/pipeline.ts'
import { nameWords } from '../../lib/name-words.ts'
import type { DeliveryJob, Job } from '../deps.ts'
import type { WrittenMail } from '../mail/letter.ts'
import { mailsTogether } from '../mail/send-mails.ts'
import { numberMembersStatement } from '../membership/number-member.ts'
import { dueStatement } from '../tenant/due-work.queries.ts'
import type { TicketStatus } from '../ticket/ticket.ts'
import { announceStatement, type Occurrence } from '../webhook/announce.ts'
import { type BookingRequest, type DecidedLine, type Decision, holdersOf, isSettled } from './booking.ts'
import { keepAnswers } from '../request/idempotency.queries.ts'
import { keyLifeMs } from '../request/idempotency.ts'
import { countedEvent, counterKey } from './places.ts'
import { heldFrom } from './unconfirmed.ts'

export type AcceptedLine = DecidedLine & { readonly id: string }

/** A decided booking with its identifiers, ready to be written. */
export type AcceptedBooking = {
  readonly id: string
  readonly lines: readonly AcceptedLine[]
  /** The tickets' ids, in the order of the lines and their holders. */
  readonly ticketIds: readonly string[]
  /** The ids of the memberships it grants, in their order. */
  readonly membershipIds: readonly string[]
  readonly request: BookingRequest
  readonly decision: Decision
  /** The payment that is opened for it; null when nothing is paid online. */
  readonly payment: { readonly id: string; readonly currency: string } | null
  /** The hash of the link in the mail that asks to confirm; null when none is sent. */
  readonly confirmationHash: Buffer | null
  readonly mail: AcceptedMail | null
  /** The answer to keep for a repeat with the same key; null without a key. */
  readonly answer: { readonly key: string; readonly response: string } | null
  /** Further statements that belong to the booking. */
  readonly along: readonly Statement[]
}

export type AcceptedMail = WrittenMail & { readonly id: string }

/** Adds jobs in the transaction that runs the statement. */
export type JobStatement = (jobs: readonly Job[]) => Statement

/** Sends everything the accepted bookings write. It waits for no answer: the commit that follows does. @param told what webhooks are told */
export function sendBookings(
  tx: PipelinedTx,
  bookings: readonly AcceptedBooking[],
  now: Date,
  jobStatement: JobStatement,
  told: readonly Occurrence[],
): void {
  const at = now.toISOString()
  const shared = [tx.tenantId]
  const sharedAt = [tx.tenantId, at]
  const mailIds = bookings.flatMap(({ mail }) => mail?.id ?? [])
  const jobs = [
    ...mailsTogether(tx.tenantId, mailIds),
    ...bookings.flatMap((booking) => deliveryOf(tx.tenantId, booking)),
  ]
  const answers = bookings.flatMap((booking) => booking.answer ?? [])
  const holds = bookings.flatMap(({ decision }) => decision.expiresAt?.toISOString() ?? [])
  const checks = bookings.flatMap(({ payment, decision }) => (payment && decision.expiresAt?.toISOString()) ?? [])
  // A cached answer has to be dropped.
  if (answers.length > 0) holds.push(new Date(now.getTime() + keyLifeMs).toISOString())
  const members = bookings.flatMap(({ request, decision }) => decision.memberships.map(() => request.email))
  const statements = [
    counterUpdate(tx.tenantId, bookings),
    ...codeUpdate(tx.tenantId, bookings),
    ...insertPersonCounters(shared, personRows(bookings)),
    ...insertReservations([...sharedAt, at], bookings.map(reservationRow)),
    ...insertLines(shared, bookings.flatMap(lineRows)),
    ...insertOptions(shared, bookings.flatMap(optionRows)),
    ...insertTickets(sharedAt, bookings.flatMap(ticketRows)),
    ...insertNameWords(shared, bookings.flatMap(nameWordRows)),
    ...insertMemberships(sharedAt, bookings.flatMap(membershipRows)),
    ...insertPayments([...sharedAt, 'online', 'open'], bookings.flatMap(paymentRows)),
    ...insertMails(sharedAt, bookings.flatMap(mailRows)),
    ...(jobs.length > 0 ? [jobStatement(jobs)] : []),
    ...(answers.length > 0 ? [keepAnswers(tx.tenantId, answers)] : []),
    ...(holds.length > 0 ? [dueStatement(tx.tenantId, 'holds', holds)] : []),
    ...(checks.length > 0 ? [dueStatement(tx.tenantId, 'payments', checks)] : []),
    ...(members.length > 0 ? [numberMembersStatement(tx.tenantId, members, now)] : []),
    ...(told.length > 0 ? [announceStatement(tx.tenantId, now, told)] : []),
    ...bookings.flatMap(({ along }) => along),
  ]
  for (const statement of statements) void tx.send(statement)
}

/** A change of one counter; `id` is the text of a promotional code where it counts the uses of one. */
type CounterChange = { readonly id: string; delta: number; readonly most: number | null }
type PriceChange = CounterChange & { readonly eventId: string }

/**
 * Changes each counter once, all of which this transaction has locked and finds where they are (`ctid`; ADR 0211). Adding on the
 * condition that the limit holds is the second lock: were the first one missing, the division by zero would fail the batch, and each
 * of its bookings would be decided again.
 */
function counterUpdate(tenantId: string, bookings: readonly AcceptedBooking[]): Statement {
  const events = new Map<string, CounterChange>()
  const prices = new Map<string, PriceChange>()
  for (const { decision } of bookings) {
    const { event, lines, ticketCount } = decision
    if (ticketCount > 0) change(events, event.id, { id: event.id, delta: ticketCount, most: event.capacity })
    for (const line of lines) {
      const eventId = countedEvent(line, event.id)
      const { id, stock } = line.price
      change(prices, counterKey(id, eventId), { id, eventId, delta: line.quantity, most: stock })
    }
  }
  return holdPlaces(tenantId, [...events.values()], [...prices.values()])
}

/** Counts uses of locked codes, which are found by their texts as read; the second lock is as for places. */
function codeUpdate(tenantId: string, bookings: readonly AcceptedBooking[]): readonly Statement[] {
  const uses = new Map<string, CounterChange>()
  for (const { promotionalCode } of bookings.map(({ decision }) => decision)) {
    if (!promotionalCode) continue
    const { code, mostUses } = promotionalCode
    change(uses, code, { id: code, delta: 1, most: mostUses })
  }
  return uses.size === 0 ? [] : [useCodes(tenantId, [...uses.values()])]
}

function change<T extends CounterChange>(changes: Map<string, T>, key: string, next: T): void {
  const known = changes.get(key)
  if (known) known.delta += next.delta
  else changes.set(key, next)
}

function personRows(bookings: readonly AcceptedBooking[]): readonly InsertedRow[] {
  const held = new Map<string, { email: string; price_id: string; event_id: string; held: number }>()
  for (const { request, decision } of bookings) {
    const { email } = request
    if (email === '') continue
    for (const { quantity, ...line } of decision.lines) {
      const [price_id, event_id] = [line.price.id, countedEvent(line, decision.event.id)]
      const key = counterKey(price_id, event_id, email)
      held.set(key, { email, price_id, event_id, held: (held.get(key)?.held ?? 0) + quantity })
    }
  }
  return [...held.values()]
}

function reservationRow({ id, request, decision, confirmationHash }: AcceptedBooking): InsertedRow {
  const from = heldFrom(request, decision.paysOnline)
  return {
    id,
    event_id: request.eventId,
    booker_email: request.email,
    status: decision.status,
    to_mail: request.toMail,
    total_minor: decision.totalMinor,
    ticket_count: decision.ticketCount,
    promotional_code_id: decision.promotionalCode?.id ?? null,
    language: request.language,
    confirmation_hash: confirmationHash,
    expires_at: decision.expiresAt?.toISOString() ?? null,
    unconfirmed_from: from.unconfirmed,
    unpaid_from: from.unpaid,
    unasked: request.unasked,
    return_url: request.returnUrl ?? null,
  }
}

function lineRows({ id, lines, decision }: AcceptedBooking): readonly InsertedRow[] {
  return lines.map((line) => ({
    id: line.id,
    reservation_id: id,
    product_id: line.price.productId,
    price_id: line.price.id,
    counted_event_id: countedEvent(line, decision.event.id),
    makes_tickets: line.makesTickets,
    quantity: line.quantity,
    unit_amount_minor: line.unitAmountMinor,
    unit_discount_minor: line.unitDiscountMinor,
    vat_rate_hundredths: line.price.vatRateHundredths,
  }))
}

function optionRows({ id, request }: AcceptedBooking): readonly InsertedRow[] {
  return request.optionIds.map((optionId) => ({ reservation_id: id, option_id: optionId }))
}

function ticketRows({ id, ticketIds, decision }: AcceptedBooking): readonly InsertedRow[] {
  const status: TicketStatus = isSettled(decision) ? 'not_scanned' : 'not_active'
  return decision.lines
    .filter((line) => line.makesTickets)
    .flatMap((line) => holdersOf(line).map((holder) => ({ holder, priceId: line.price.id })))
    .map(({ holder, priceId }, index) => ({
      id: ticketIds[index],
      reservation_id: id,
      event_id: decision.event.id,
      price_id: priceId,
      first_name: holder.firstName,
      last_name: holder.lastName,
      seat: holder.seat,
      status,
    }))
}

function nameWordRows({ ticketIds, decision }: AcceptedBooking): readonly InsertedRow[] {
  return decision.lines
    .filter((line) => line.makesTickets)
    .flatMap(holdersOf)
    .flatMap((holder, index) => nameWords(holder).map((word) => ({ ticket_id: ticketIds[index], word })))
}

function membershipRows({ id, membershipIds, request, decision }: AcceptedBooking): readonly InsertedRow[] {
  return decision.memberships.map(({ term, ...granted }, index) => ({
    id: membershipIds[index],
    email: request.email,
    product_id: granted.productId,
    price_id: granted.priceId,
    reservation_id: id,
    amount_minor: granted.amountMinor,
    discount_minor: granted.discountMinor,
    promotional_code_id: granted.promotionalCodeId,
    valid_from: term.from.toISOString(),
    valid_until: term.until?.toISOString() ?? null,
  }))
}

/** The payment of a booking, checked again when the hold ends, so that nobody can pay for what is not held any more. */
function paymentRows({ id, payment, decision }: AcceptedBooking): readonly InsertedRow[] {
  if (!payment) return []
  return [
    {
      id: payment.id,
      reservation_id: id,
      amount_minor: decision.totalMinor,
      currency: payment.currency,
      check_at: decision.expiresAt?.toISOString() ?? null,
    },
  ]
}

function mailRows({ id, request, mail }: AcceptedBooking): readonly InsertedRow[] {
  if (!mail) return []
  const { kind, language, letter } = mail
  return [
    {
      id: mail.id,
      kind,
      language,
      recipient: request.email,
      subject: letter.subject,
      letter: JSON.stringify(letter),
      reservation_id: id,
      status: 'queued',
    },
  ]
}

function deliveryOf(tenantId: string, { id, request, decision }: AcceptedBooking): readonly Job[] {
  const name: DeliveryJob = request.isGift ? 'deliver_gift' : 'deliver_tickets'
  return isSettled(decision) ? [{ name, tenantId, reservationId: id }] : []
}

const insertPersonCounters = multiRowInsert({
  table: 'person_counter',
  shared: ['tenant_id'],
  onConflict: `on conflict (tenant_id, email, price_id, event_id)
    do update set held = person_counter.held + excluded.held`,
})

const insertReservations = multiRowInsert({ table: 'reservation', shared: ['tenant_id', 'created_at', 'updated_at'] })

const insertLines = multiRowInsert({ table: 'reservation_line', shared: ['tenant_id'] })

const insertOptions = multiRowInsert({ table: 'reservation_option', shared: ['tenant_id'] })

const insertTickets = multiRowInsert({ table: 'ticket', shared: ['tenant_id', 'created_at'] })

const insertNameWords = multiRowInsert({ table: 'ticket_name_word', shared: ['tenant_id'] })

const insertMemberships = multiRowInsert({ table: 'membership', shared: ['tenant_id', 'created_at'] })

const insertPayments = multiRowInsert({ table: 'payment', shared: ['tenant_id', 'created_at', 'method', 'status'] })

const insertMails = multiRowInsert({ table: 'mail', shared: ['tenant_id', 'created_at'] })

function holdPlaces(tenantId: string, events: readonly CounterChange[], prices: readonly PriceChange[]): Statement {
  const idsOf = (changes: readonly CounterChange[]) => changes.map(({ id }) => id)
  const deltasOf = (changes: readonly CounterChange[]) => changes.map(({ delta }) => delta)
  const limitsOf = (changes: readonly CounterChange[]) => changes.map(({ most }) => most)
  return {
    name: 'booking_hold_places',
    text: `with events as (
        update event_counter counter set held = counter.held + change.delta
        from (
          select * from unnest($2::uuid[], $3::int[], $4::int[]) as wanted (event_id, delta, most) cross join lateral (
            select event_id as found, ctid as place from event_counter
            where tenant_id = $1 and event_id = wanted.event_id offset 0) counter
          where found = wanted.event_id offset 0) change
        where counter.tenant_id = $1 and counter.event_id = change.event_id and counter.ctid = change.place
          and (change.most is null or counter.held + change.delta <= change.most)
        returning 1
      ), prices as (
        update price_counter counter set held = counter.held + change.delta
        from (
          select * from unnest($5::uuid[], $6::int[], $7::int[], $8::uuid[]) as wanted (price_id, delta, most, event_id)
          cross join lateral (
            select price_id as found, ctid as place from price_counter
            where tenant_id = $1 and price_id = wanted.price_id and event_id = wanted.event_id offset 0) counter
          where found = wanted.price_id offset 0) change
        where counter.tenant_id = $1 and counter.price_id = change.price_id and counter.event_id = change.event_id
          and counter.ctid = change.place
          and (change.most is null or counter.held + change.delta <= change.most)
        returning 1
      )
      select 1 / ((select count(*) from events) = cardinality($2::uuid[])
        and (select count(*) from prices) = cardinality($5::uuid[]))::int`,
    values: [
      tenantId,
      idsOf(events),
      deltasOf(events),
      limitsOf(events),
      idsOf(prices),
      deltasOf(prices),
      limitsOf(prices),
      prices.map(({ eventId }) => eventId),
    ],
  }
}

function useCodes(tenantId: string, changes: readonly CounterChange[]): Statement {
  return {
    name: 'booking_use_codes',
    text: `with codes as (
        update promotional_code code set used = code.used + change.delta, updated_at = now()
        from (
          select * from unnest($2::text[], $3::int[], $4::int[]) as wanted (text, delta, most) cross join lateral (
            select code as found, ctid as place from promotional_code where tenant_id = $1 and code = wanted.text offset 0) code
          where found = wanted.text offset 0) change
        where code.tenant_id = $1 and code.code = change.text and code.ctid = change.place
          and (change.most is null or code.used + change.delta <= change.most)
        returning 1
      )
      select 1 / ((select count(*) from codes) = cardinality($2::text[]))::int`,
    values: [tenantId, changes.map(({ id }) => id), changes.map(({ delta }) => delta), changes.map(({ most }) => most)],
  }
}

export type MissingCounters = {
  readonly eventIds: readonly string[]
  /** Pairs of a price and its counted event. */
  readonly prices: readonly (readonly [string, string])[]
}

/** Makes counters that are missing; those that another transaction made meanwhile stay as they are. */
export function createCounters(tx: PipelinedTx, missing: MissingCounters): void {
  const events = missing.eventIds.toSorted().map((eventId) => ({ event_id: eventId }))
  const prices = missing.prices
    .toSorted((left, right) => (left.join() < right.join() ? -1 : 1))
    .map(([priceId, eventId]) => ({ price_id: priceId, event_id: eventId }))
  for (const statement of insertEventCounters([tx.tenantId], events)) void tx.send(statement)
  for (const statement of insertPriceCounters([tx.tenantId], prices)) void tx.send(statement)
}

const insertEventCounters = multiRowInsert({
  table: 'event_counter',
  shared: ['tenant_id'],
  onConflict: 'on conflict do nothing',
})

const insertPriceCounters = multiRowInsert({
  table: 'price_counter',
  shared: ['tenant_id'],
  onConflict: 'on conflict do nothing',
})
