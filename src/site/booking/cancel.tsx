import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { cancelAsBooker, findCancellationEnd } from '../../features/payment/cancel-as-booker.ts'
import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { findGoesAlong, type GoesAlong } from '../../features/reservation/goes-along.queries.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import { areCancelled } from '../../features/ticket/office-tickets.queries.ts'
import {
  countTicketsOfReservation,
  listUnusedTickets,
  type ReservationTicket,
} from '../../features/ticket/ticket.queries.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { cancelTexts } from '../../messages/site/cancel.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { ArrayIn, MachineText, Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { goOnHere } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page, showPage } from '../../pages/page.ts'
import { Pager, PagerQuery } from '../../pages/pager.tsx'
import { WrittenWithin } from '../../pages/written.tsx'
import { readBooking } from './booked.tsx'
import { TicketName } from './ticket-cards.tsx'
import type { Asked } from '../../http/route.ts'

/** A line each: more than a screen, and quickly made. */
const choicesPerPage = 96

const CancellationBody = Type.Object({
  /** Which; without `whole`. */
  ticket: Type.Optional(ArrayIn(UuidIn, { max: 1000 })),
  whole: Maybe(MachineText({ max: 10 })),
})

/** Whoever booked cancels all of it, or some tickets: one page that says what happens, and one press. */
export function registerCancellation(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/cancellation/',
    params: ProvenParams,
    query: PagerQuery,
    handler: async ({ tenant, params, query, request, reply }) => {
      const summary = await readBooking(context, tenant.id, params)
      const shown = { page: query.page ?? 1, problem: null, refusal: null, chosen: [] }
      return showCancellation(context, { request, reply }, summary, shown)
    },
  })

  page(app, {
    method: 'POST',
    url: '/bookings/:uuid/:proof/cancellation/',
    forms: true,
    params: ProvenParams,
    query: PagerQuery,
    body: CancellationBody,
    handler: async ({ tenant, language, params, query, body, request, reply }) => {
      const summary = await readBooking(context, tenant.id, params)
      const chosen = [...new Set(body.ticket)]
      const isWhole = (body.whole ?? null) !== null
      const words = cancelTexts[language]
      const page = query.page ?? 1
      if (!isWhole && chosen.length === 0) {
        reply.code(400)
        return showCancellation(context, { request, reply }, summary, {
          page,
          problem: words.choose,
          refusal: null,
          chosen,
        })
      }
      const done = await cancelOnce(context, request, summary.id, isWhole ? null : chosen)
      if (done !== 'cancelled') {
        reply.code(errorStatus[done])
        const refusal = done === 'top_up_spent' ? words.topUpSpent : words.cancelledMeanwhile
        const shown = { page, problem: null, refusal, chosen }
        return showCancellation(context, { request, reply }, summary, shown)
      }
      return reply.redirect(bookingPath(context, tenant.id, summary.id), 303)
    },
  })
}

/**
 * A second press finds it done; the page of the booking then says so. Where only a part was cancelled meanwhile, by another page that
 * was open, nothing is. What staff would be told of a top-up that was spent is
 * of no use to the booker, who has a page of their own for it.
 */
async function cancelOnce(
  context: Context,
  { tenant }: FastifyRequest,
  id: string,
  ticketIds: readonly string[] | null,
): Promise<'cancelled' | 'top_up_spent' | 'invalid_transition'> {
  try {
    await cancelAsBooker(context, tenant, id, ticketIds)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'top_up_spent') return error.code
    if (error.code !== 'invalid_transition') throw error
    const isDone =
      ticketIds === null || (await context.database.asTenant(tenant.id, (tx) => areCancelled(tx, id, ticketIds)))
    if (!isDone) return error.code
  }
  return 'cancelled'
}

type Told = {
  /** Of the tickets that can be chosen. */
  readonly page: number
  /** What is wrong with the tickets that were chosen. */
  readonly problem: string | null
  /** Why it cannot be cancelled. */
  readonly refusal: string | null
  /** The tickets that were. */
  readonly chosen: readonly string[]
}

async function showCancellation(
  context: Context,
  { request, reply }: Asked,
  summary: BookingSummary,
  { page: number, refusal, ...told }: Told,
): Promise<string> {
  const { tenant, language } = request
  const until = await findCancellationEnd(context, tenant, summary.id)
  const now = context.now()
  if (until === null || until <= now) throw new AppError('cancellation_closed')
  const part = { limit: choicesPerPage, offset: (number - 1) * choicesPerPage }
  const read = await context.database.asTenant(tenant.id, async (tx) => ({
    unused: await listUnusedTickets(tx, summary.id, part),
    count: await countTicketsOfReservation(tx, summary.id),
    goesAlong: await findGoesAlong(tx, summary.id),
  }))
  const words = cancelTexts[language]
  return showPage(
    { request, reply },
    { title: words.title },
    <div class="stack narrow">
      <h1>{words.title}</h1>
      <p class="lead">
        <WrittenWithin sentence={(event) => words.lead({ event })}>{summary.eventName}</WrittenWithin>
      </p>
      <p>
        {words.until} <When at={until} timeZone={tenant.timeZone} language={language} now={now} withinSentence />
      </p>
      {refusal === null ? null : (
        <div class="notice refused" role="alert">
          <strong>{refusal}</strong>
        </div>
      )}
      <Forms summary={summary} {...read} {...told} page={number} language={language} />
      <p>
        <a href={bookingPath(context, tenant.id, summary.id)}>{words.keep}</a>
      </p>
    </div>,
  )
}

type FormsProps = Omit<Told, 'refusal'> & {
  readonly summary: BookingSummary
  /** Of the page. */
  readonly unused: readonly ReservationTicket[]
  readonly count: { readonly all: number; readonly unused: number }
  readonly goesAlong: GoesAlong
  readonly language: Language
}

/** Whoever has entered stays in, and what was collected stays: with either, only unused tickets can go. */
function Forms(props: FormsProps) {
  const { summary, count, language } = props
  const isSettled = !canExpire(summary.status)
  const hasCollected = summary.things.some((thing) => thing.handedOut > 0)
  const wholeToo = count.unused === count.all && !hasCollected
  return (
    <>
      {wholeToo ? <WholeForm {...props} isSettled={isSettled} /> : null}
      {hasCollected ? <p class="notice">{cancelTexts[language].collected}</p> : null}
      {isSettled && count.unused > (wholeToo ? 1 : 0) ? <SomeForm {...props} /> : null}
    </>
  )
}

function WholeForm({ count, goesAlong, isSettled, language }: FormsProps & { readonly isSettled: boolean }) {
  const words = cancelTexts[language]
  return (
    <form method="post" class="stack">
      <input type="hidden" name="whole" value="1" />
      <p>{isSettled ? (count.all > 0 ? words.whole : words.wholeOrder) : words.wholeHeld}</p>
      {goesAlong.memberships.map((name) => (
        <p key={name}>
          <WrittenWithin sentence={(written) => words.membershipToo({ name: written })}>{name}</WrittenWithin>
        </p>
      ))}
      {goesAlong.onCard ? <p>{words.offTheCard}</p> : null}
      <button class="button danger" type="submit">
        {words.wholeButton}
      </button>
    </form>
  )
}

function SomeForm({ unused, count, page: number, problem, chosen, language }: FormsProps) {
  const words = cancelTexts[language]
  const before = (number - 1) * choicesPerPage
  return (
    <form method="post" class="stack" id="some">
      <fieldset {...(problem === null ? {} : { 'aria-describedby': 'problem' })}>
        <legend>{words.some}</legend>
        {problem === null ? null : (
          <p class="problem" role="alert" id="problem">
            {problem}
          </p>
        )}
        {unused.map((ticket, index) => (
          <label key={ticket.id} class="check">
            <input
              type="checkbox"
              name="ticket"
              value={ticket.id}
              checked={chosen.includes(ticket.id)}
              {...(problem !== null && index === 0 ? goOnHere : {})}
            />
            <TicketName ticket={ticket} number={before + index + 1} language={language} />
          </label>
        ))}
      </fieldset>
      {count.unused > choicesPerPage ? (
        <p class="muted">{words.part({ count: count.unused, number: numberText(count.unused, language) })}</p>
      ) : null}
      {unused.length === 0 ? null : (
        <button class="button quiet" type="submit">
          {words.someButton}
        </button>
      )}
      <Pager
        page={number}
        more={count.unused > before + choicesPerPage}
        at="some"
        words={ticketsTexts[language].pager}
        language={language}
      />
    </form>
  )
}
