import type { BookerCancellation } from '../../features/payment/cancel-as-booker.ts'
import { refundStateOf } from '../../features/payment/payment.ts'
import type { Refund } from '../../features/payment/refund.queries.ts'
import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import { mostConfirmationTries } from '../../features/reservation/confirmation-code.ts'
import type { TicketInHand } from '../../features/ticket/tickets-in-hand.ts'
import { readableHost } from '../../features/tenant/site.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { OfferedPasses } from '../../features/wallet/offered-passes.ts'
import { amountText, timeText } from '../../lib/format.ts'
import { at, below, visitorPaths } from '../../lib/paths.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { confirmTexts } from '../../messages/site/confirm.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { CodeField, type RefusedCode } from '../../pages/form/code-field.tsx'
import { TypedCode } from '../../pages/form/code-form.tsx'
import { Go, LinkTo, Submit } from '../../pages/parts.tsx'
import type { DrawnCodes } from '../../pages/qr-code.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { BookedEvent } from './booked-event.tsx'
import { BookedFacts } from './booked-facts.tsx'
import { hasRunOut, hasTickets, holdOf, isTopUp, offerOf, overOf, wordsOf } from './booked-words.ts'
import { BookedLines } from '../../pages/booking/booked-lines.tsx'
import { TermsLinks } from '../../pages/booking/told.tsx'
import { totalText } from '../../pages/booking/running-total.tsx'
import { CalendarLinks } from './calendar-links.tsx'
import { Countdown, LetGo, WhenOver, whileHeld } from './countdown.tsx'
import { NotCancellable } from './not-cancellable.tsx'
import { ThingsToCollect } from './things-to-collect.tsx'
import { TicketCards } from './ticket-cards.tsx'

type BookedProps = {
  readonly summary: BookingSummary
  /** The tickets on this page of the list. */
  readonly tickets: readonly TicketInHand[]
  readonly drawn: DrawnCodes
  /** The number of all tickets. */
  readonly inHand: number
  readonly offered: OfferedPasses
  readonly refunds: readonly Refund[]
  /** Whether the card to be topped up was blocked before the money came. */
  readonly isCardBlocked: boolean
  /** When the first of its waiting mails goes, which wait since their address had many; null: none waits. */
  readonly mailsFrom: Date | null
  /** Whether it can be paid online, now. */
  readonly canPay: boolean
  /** Whether the visitor comes from the provider's page. */
  readonly isBack: boolean
  /** The page of one of the organisation's own sites to lead back to; null: there is none, or something is still to be paid or confirmed. */
  readonly backTo: string | null
  readonly ticketPage: number
  readonly cancellation: BookerCancellation
  readonly tenant: Tenant
  readonly canGive: boolean
  /** The tickets that were given to somebody. */
  readonly given: ReadonlySet<string>
  /** Whether it is an offer from the waiting list, still to be taken: by paying where it can be paid online, otherwise by a button. */
  readonly isOffer: boolean
  /** Whether it came from the waiting list, whatever became of it. */
  readonly wasOffered: boolean
  /** Whether a promotional code may be used on it. */
  readonly takesCode: boolean
  readonly code: RefusedCode | null
  /** What was wrong with the mailed code that was typed. */
  readonly wrongConfirmation: string | null
}

/** Shows what was booked, in which state it is, and what to do next. */
export function Booked(props: BookedProps) {
  const { summary, inHand } = props
  const { now } = useReader()
  const words = useTexts(bookedTexts)
  const isLetGo = hasRunOut(summary, now)
  return (
    <article class="booked">
      <div class="stack">
        <State {...props} isLetGo={isLetGo} />
        {isLetGo ? null : <Confirmation {...props} />}
        {props.backTo === null ? null : <WayBack to={props.backTo} />}
        {props.takesCode && !isLetGo ? <OfferCode code={props.code} /> : null}
        <Notices {...props} />
        {summary.startsAt === null ? null : (
          <TicketCards
            event={{ name: summary.eventName, startsAt: summary.startsAt, endsAt: summary.endsAt }}
            tickets={props.tickets}
            drawn={props.drawn}
            count={inHand}
            page={props.ticketPage}
            canGive={props.canGive}
            given={props.given}
            offered={props.offered}
          />
        )}
        {inHand === 0 ? null : (
          <Go to={below(visitorPaths.booking, visitorPaths.bookingTicketsPdf, {})}>{words.ticketsFile}</Go>
        )}
        <ThingsToCollect bookingId={summary.id} things={summary.things} hasTickets={inHand > 0} />
      </div>
      <Panel {...props} isLetGo={isLetGo} />
    </article>
  )
}

type PartProps = BookedProps & { readonly isLetGo: boolean }

/** Says in which state it is, and what is to be done before its hold ends. */
function State({ isLetGo, ...props }: PartProps) {
  const { summary, canPay, isBack } = props
  const reader = useReader()
  const { language, now } = reader
  const step = canPay ? (isBack ? 'unpaid_back' : 'unpaid_online') : null
  const places = summary.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const said =
    props.isOffer && !isBack
      ? offerOf(places, canPay, language)
      : wordsOf(summary, { ...reader, sandbox: props.tenant.sandbox }, step)
  const secondsLeft = isLetGo ? null : holdOf(summary, now)
  const over = overOf(summary, props.wasOffered, reader)
  return (
    <>
      {secondsLeft === null ? null : <WhenOver over={over} />}
      {isLetGo ? (
        <LetGo over={over} />
      ) : (
        <div class="stack" {...whileHeld}>
          <h1>{said.title}</h1>
          <p class="lead">{said.text}</p>
        </div>
      )}
      <BookedEvent summary={summary} />
      {summary.eventCancelledAt === null ? null : <p class="notice">{eventTexts[language].cancelled}</p>}
      {secondsLeft === null ? null : <Countdown secondsLeft={secondsLeft} />}
      <Next {...props} places={places} />
    </>
  )
}

/** The next step: to pay, or to take what is offered. */
function Next({ summary, canPay, isBack, isOffer, places }: BookedProps & { readonly places: number }) {
  const { currency, language } = useReader()
  const words = bookedTexts[language]
  if (canPay)
    return (
      <p class="actions" {...whileHeld}>
        <a
          class={isBack ? 'button quiet' : 'button'}
          href={below(visitorPaths.booking, visitorPaths.bookingPayment, {})}
          rel="nofollow"
        >
          {words.pay({ amount: totalText(summary.totalMinor, currency, language) })}
        </a>
      </p>
    )
  if (!isOffer) return null
  return (
    <form method="post" action={below(visitorPaths.booking, visitorPaths.bookingAcceptance, {})} {...whileHeld}>
      <Submit>{words.accept({ places })}</Submit>
    </form>
  )
}

/** Leads back to the web site where it was booked, which does not learn the address of this page. */
function WayBack({ to }: { readonly to: string }) {
  const words = useTexts(bookedTexts)
  return (
    <p class="actions">
      <a class="button quiet" href={to} rel="noopener noreferrer">
        {words.backTo({ host: readableHost(to) })}
      </a>
    </p>
  )
}

/** Says what became of its tickets, its money and its mails. */
function Notices({ summary, refunds, isCardBlocked, mailsFrom }: BookedProps) {
  const reader = useReader()
  const { language } = reader
  const words = bookedTexts[language]
  return (
    <>
      {summary.status === 'cancelled' || summary.cancelledTickets === 0 ? null : (
        <p class="notice">{words.ticketsCancelled({ count: summary.cancelledTickets })}</p>
      )}
      {isCardBlocked && summary.status !== 'cancelled' ? (
        <p class="notice">{words.cardBlocked({ number: summary.lines[0]?.cardNumber ?? '' })}</p>
      ) : null}
      {refunds.map((refund) => (
        <p class="notice" key={refund.id}>
          {words.refund[saidOf(refund)]({ amount: amountText(refund.amountMinor, refund.currency, language) })}
        </p>
      ))}
      {mailsFrom === null || !reader.reachesVisitors ? null : (
        <p class="notice">{words.mailsFrom({ time: timeText({ ...reader, at: mailsFrom }) })}</p>
      )}
    </>
  )
}

/** What is said of a refund: one that went back online is on its way to a bank account for some days yet. */
function saidOf(refund: Refund) {
  const state = refundStateOf(refund)
  return state === 'done' && refund.method === 'online' ? 'done_online' : state
}

/** Shows what was booked, and where to go from here. */
function Panel({ summary, cancellation, tenant, isLetGo }: PartProps) {
  const words = useTexts(bookedTexts)
  const isOff = summary.status === 'cancelled' || summary.eventCancelledAt !== null
  return (
    <section class="panel stack" aria-labelledby="lines">
      <h2 id="lines">{summary.startsAt === null ? words.order.lines : words.lines}</h2>
      <BookedLines summary={summary} />
      <TermsLinks products={summary.lines.map(({ product }) => product)} />
      <BookedFacts summary={summary} isLetGo={isLetGo} />
      <ul class="tight">
        {isOff || isLetGo || summary.startsAt === null ? null : (
          <li {...whileHeld}>
            <CalendarLinks file={below(visitorPaths.booking, visitorPaths.bookingCalendar, {})} />
          </li>
        )}
        {cancellation.canCancel && !isLetGo ? (
          <li {...whileHeld}>
            <LinkTo to={below(visitorPaths.booking, visitorPaths.bookingCancellation, {})}>
              {hasTickets(summary) ? words.cancel : words.order.cancel}
            </LinkTo>
          </li>
        ) : null}
        <li>
          <LinkTo
            to={summary.eventSlug === null ? visitorPaths.account : at(visitorPaths.event, { slug: summary.eventSlug })}
          >
            {summary.eventSlug === null ? words.toAccount : words.toEvent}
          </LinkTo>
        </li>
      </ul>
      {cancellation.refusal === null || isLetGo || summary.eventCancelledAt !== null ? null : (
        <NotCancellable because={cancellation.refusal} until={cancellation.until} tenant={tenant} />
      )}
      {isTopUp(summary) && !isLetGo && !canExpire(summary.status) ? (
        <Go to={visitorPaths.topUp}>{words.topUpAgain}</Go>
      ) : null}
      <p class="muted small">{words.keep}</p>
    </section>
  )
}

/**
 * The field for the mailed code, which is sent to the address of the page, as below. After too many wrong codes it says what can still be
 * done.
 */
function Confirmation({ summary: { codeTries, bookerEmail }, wrongConfirmation }: BookedProps) {
  const { reachesVisitors } = useReader()
  const words = useTexts(confirmTexts)
  if (codeTries === null) return null
  if (codeTries >= mostConfirmationTries)
    return (
      <p class="notice" role="status" {...whileHeld}>
        {words.codeEnded({ mailed: reachesVisitors })}
      </p>
    )
  return (
    <form method="post" action="./" class="narrow" noValidate {...whileHeld}>
      <TypedCode problem={wrongConfirmation} words={{ ...words, code: words.code({ mailed: reachesVisitors }) }} />
      <p class="muted small">{words.sentTo({ email: bookerEmail, mailed: reachesVisitors })}</p>
    </form>
  )
}

/** The field for a promotional code. The form is answered at the address of the page, so that the page's links stay as they are. */
function OfferCode({ code }: Pick<BookedProps, 'code'>) {
  const { use } = useTexts(bookingTexts).promotionalCode
  return (
    <form method="post" action="./" class="narrow" noValidate {...whileHeld}>
      <CodeField value={code?.typed ?? ''} problems={code?.problems ?? []}>
        <Submit look="quiet">{use}</Submit>
      </CodeField>
    </form>
  )
}
