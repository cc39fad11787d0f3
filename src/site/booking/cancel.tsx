import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { cancellableOf } from '../../features/payment/booker-cancellation.ts'
import {
  type BookerCancellation,
  cancelAsBooker,
  readBookerCancellation,
} from '../../features/payment/cancel-as-booker.ts'
import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { findGoesAlong, type GoesAlong } from '../../features/reservation/goes-along.queries.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import { areCancelled } from '../../features/ticket/office-tickets.queries.ts'
import { listGivenTickets } from '../../features/ticket/things.queries.ts'
import {
  countTicketsOfReservation,
  listUnusedTickets,
  type ReservationTicket,
} from '../../features/ticket/ticket.queries.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { numberText } from '../../lib/format.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { cancelTexts } from '../../messages/site/cancel.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { ArrayIn, MachineText, Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { goOnHere } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { Pager, PagerQuery } from '../../pages/pager.tsx'
import { Back, Submit } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { readBooking } from './booked.tsx'
import { NotCancellable } from './not-cancellable.tsx'
import { TicketName } from './ticket-cards.tsx'
import type { Asked } from '../../http/route.ts'

/** Tickets on a page, a line each: more than a screen, and quickly made. */
const choicesPerPage = 96

const CancellationBody = Type.Object({
  /** The tickets to cancel; without `whole`. */
  ticket: Type.Optional(ArrayIn(UuidIn, { max: 1000 })),
  whole: Maybe(MachineText({ max: 10 })),
})

const pages = pageSection({ url: visitorPaths.bookingCancellation, params: ProvenParams })

/** Cancellation by the booker, of all of a booking or of some tickets: one page that says what happens, and one press. */
export const registerCancellation = pages.register

pages.get('', {
  query: PagerQuery,
  handler: async (asked) => {
    const { context } = asked
    const summary = await readBooking(context, asked.tenant.id, asked.params)
    return showCancellation(context, asked, summary, { page: asked.query.page ?? 1 })
  },
})

pages.post('', {
  query: PagerQuery,
  body: CancellationBody,
  handler: async (asked) => {
    const { context, tenant, language, params, query, body, request, reply } = asked
    const summary = await readBooking(context, tenant.id, params)
    const chosen = [...new Set(body.ticket)]
    const isWhole = (body.whole ?? null) !== null
    const words = cancelTexts[language]
    const again = (status: number, told: Pick<Told, 'problem' | 'refusal'>) => {
      reply.code(status)
      return showCancellation(context, asked, summary, { page: query.page ?? 1, chosen, ...told })
    }
    if (!isWhole && chosen.length === 0) return again(400, { problem: words.choose })
    const done = await cancelOnce(context, request, summary.id, isWhole ? null : chosen)
    if (done !== 'cancelled')
      return again(errorStatus[done], {
        refusal: done === 'top_up_spent' ? words.topUpSpent : words.cancelledMeanwhile,
      })
    return reply.redirect(bookingPath(context, tenant.id, summary.id), 303)
  },
})

/**
 * Cancels once: a second press finds it done, and the page of the booking says so. Where only a part was cancelled meanwhile, on another
 * page that was open, nothing is. What staff would be told about a top-up that was spent is of no use to the booker, who has a page of
 * their own for it.
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
  /** The page of the tickets that can be chosen. */
  readonly page: number
  /** What is wrong with the chosen tickets. */
  readonly problem?: string
  /** Why the booking cannot be cancelled. */
  readonly refusal?: string
  /** The chosen tickets. */
  readonly chosen?: readonly string[]
}

async function showCancellation(
  context: Context,
  asked: Asked,
  summary: BookingSummary,
  { refusal, ...told }: Told,
): Promise<string> {
  const { tenant, language } = asked.request
  const { until, refusal: closed, canCancel, isPaid } = await readBookerCancellation(context, tenant, summary.id)
  const words = cancelTexts[language]
  const heading = {
    title: words.title,
    lead: <WrittenWithin sentence={(event) => words.lead({ event })}>{summary.eventName}</WrittenWithin>,
  }
  if (closed !== null) {
    asked.reply.code(errorStatus.cancellation_closed)
    return showNarrow(
      asked,
      heading,
      <>
        <NotCancellable because={closed} {...{ until, tenant }} />
        <Back to={bookingPath(context, tenant.id, summary.id)}>{words.back}</Back>
      </>,
    )
  }
  if (!canCancel || until === null) throw new AppError('cancellation_closed')
  const part = { limit: choicesPerPage, offset: (told.page - 1) * choicesPerPage }
  const read = await context.database.asTenant(tenant.id, async (tx) => ({
    unused: await listUnusedTickets(tx, summary.id, part),
    count: await countTicketsOfReservation(tx, summary.id),
    goesAlong: await findGoesAlong(tx, summary.id),
    given: await listGivenTickets(tx, summary.id),
  }))
  return showNarrow(
    asked,
    heading,
    <>
      <p>
        {words.until} <When at={until} withinSentence />
      </p>
      {refusal === undefined ? null : (
        <div class="notice refused" role="alert">
          <strong>{refusal}</strong>
        </div>
      )}
      <Forms {...{ summary, isPaid }} {...read} {...told} />
      <Back to={bookingPath(context, tenant.id, summary.id)}>{words.keep}</Back>
    </>,
  )
}

type FormsProps = Omit<Told, 'refusal'> & {
  readonly summary: BookingSummary
  /** The unused tickets on this page. */
  readonly unused: readonly ReservationTicket[]
  readonly count: { readonly all: number; readonly unused: number }
  readonly goesAlong: GoesAlong
  /** Those that somebody else has, who loses them. */
  readonly given: ReadonlySet<string>
  readonly isPaid: BookerCancellation['isPaid']
}

/** The forms that cancel. */
function Forms(props: FormsProps) {
  const { summary, count } = props
  const { collected } = useTexts(cancelTexts)
  const isSettled = !canExpire(summary.status)
  const hasCollected = summary.things.some((thing) => thing.handedOut > 0)
  const { whole, some } = cancellableOf({ tickets: count, hasCollected, isSettled })
  return (
    <>
      {whole ? <WholeForm {...props} isSettled={isSettled} /> : null}
      {hasCollected ? <p class="notice">{collected}</p> : null}
      {some ? <SomeForm {...props} /> : null}
    </>
  )
}

function WholeForm({
  summary,
  count,
  given,
  goesAlong,
  isSettled,
  isPaid,
}: FormsProps & { readonly isSettled: boolean }) {
  const words = useTexts(cancelTexts)
  return (
    <form method="post" class="stack">
      <input type="hidden" name="whole" value="1" />
      {isSettled && count.all > 0 ? <p>{words.tickets}</p> : null}
      {given.size > 0 ? <p>{words.givenToo({ count: given.size })}</p> : null}
      <p>{isPaid ? words.refunded : summary.ticketCount > 0 ? words.released : words.releasedOrder}</p>
      {goesAlong.memberships.map((name) => (
        <p key={name}>
          <WrittenWithin sentence={(written) => words.membershipToo({ name: written })}>{name}</WrittenWithin>
        </p>
      ))}
      {goesAlong.onCard ? <p>{words.offTheCard}</p> : null}
      <Submit look="danger">{words.wholeButton}</Submit>
    </form>
  )
}

function SomeForm({ unused, count, given, page: number, problem, isPaid, chosen = [] }: FormsProps) {
  const { language } = useReader()
  const words = cancelTexts[language]
  const before = (number - 1) * choicesPerPage
  return (
    <form method="post" class="stack" id="some">
      <fieldset {...(problem === undefined ? {} : { 'aria-describedby': 'problem' })}>
        <legend>{words.some}</legend>
        {problem === undefined ? null : (
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
              {...(problem !== undefined && index === 0 ? goOnHere : {})}
            />
            <span>
              <TicketName ticket={ticket} number={before + index + 1} />
              {given.has(ticket.id) ? <span class="tight muted small">{words.given}</span> : null}
            </span>
          </label>
        ))}
      </fieldset>
      {count.unused > choicesPerPage ? (
        <p class="muted">{words.part({ count: count.unused, number: numberText(count.unused, language) })}</p>
      ) : null}
      {isPaid ? <p class="muted">{words.someRefunded}</p> : null}
      {unused.length === 0 ? null : <Submit look="quiet">{words.someButton}</Submit>}
      <Pager
        page={number}
        more={count.unused > before + choicesPerPage}
        at="some"
        words={ticketsTexts[language].pager}
      />
    </form>
  )
}
