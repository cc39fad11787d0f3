import { refundStateOf } from '../../features/payment/payment.ts'
import type { Refund } from '../../features/payment/refund.queries.ts'
import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { mostConfirmationTries } from '../../features/reservation/confirmation-code.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { TicketInHand } from '../../features/ticket/tickets-in-hand.ts'
import type { OfferedPasses } from '../../features/wallet/offered-passes.ts'
import { amountText, timeText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { confirmTexts } from '../../messages/site/confirm.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { placeOf } from '../event/place-of.ts'
import { CodeField, type RefusedCode } from '../../pages/form/code-field.tsx'
import { Field } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import type { DrawnCodes } from '../../pages/qr-code.tsx'
import { Written } from '../../pages/written.tsx'
import { BookedFacts } from './booked-facts.tsx'
import { BookedLines } from '../../pages/booking/booked-lines.tsx'
import { Countdown, LetGo, WhenOver, whileHeld } from './countdown.tsx'
import { ThingsToCollect } from './things-to-collect.tsx'
import { TicketCards } from './ticket-cards.tsx'

type BookedProps = {
  readonly summary: BookingSummary
  /** Of the page of tickets. */
  readonly tickets: readonly TicketInHand[]
  readonly drawn: DrawnCodes
  /** Of all of them. */
  readonly inHand: number
  readonly offered: OfferedPasses
  readonly tenant: Tenant
  readonly language: Language
  readonly now: Date
  readonly refunds: readonly Refund[]
  /** When the first of its mails goes that wait, since their address had many; null: none does. */
  readonly mailsFrom: Date | null
  /** Online, now. */
  readonly canPay: boolean
  /** From the page of the provider. */
  readonly isBack: boolean
  readonly ticketPage: number
  readonly canCancel: boolean
  readonly canGive: boolean
  /** From the waiting list, to be taken: what can be paid online by paying, anything else by a button. */
  readonly isOffer: boolean
  /** From the waiting list, whatever became of it. */
  readonly wasOffered: boolean
  /** A promotional code may be used on it. */
  readonly takesCode: boolean
  readonly code: RefusedCode | null
  /** What was wrong with the code of the mail that was typed. */
  readonly wrongConfirmation: string | null
}

type PayStep = 'unpaid_online' | 'unpaid_back'

/** An order at no event, and one without tickets, have words of their own where those of a booking speak of places. */
function wordsOf(summary: BookingSummary, language: Language, step: PayStep | null = null) {
  const { ordered, orderedThings, ...booked } = bookedTexts[language]
  const state = summary.isToConfirm ? 'unpaid_unconfirmed' : (step ?? summary.status)
  if (summary.startsAt !== null && hasTickets(summary)) return booked[state]
  const words = summary.startsAt === null ? ordered : orderedThings
  // Without a ticket nothing is said of its delivery.
  const { done, ...open } = words
  const settled = { email_verified: done, paid: done, paid_email_invalid: done, paid_email_unsent: done }
  return { ...open, ...settled, valid: done }[state]
}

/** When every ticket of it was cancelled, what is left of a booking is what was bought besides. */
function hasTickets({ status, ticketCount, cancelledTickets }: BookingSummary): boolean {
  return ticketCount > (status === 'cancelled' ? 0 : cancelledTickets)
}

/** Its hold is over, whether or not a job has ended it yet. Of what has begun, or is cancelled, nothing is booked again. */
function hasRunOut(summary: BookingSummary, now: Date): boolean {
  const { status, cancelledBecause, eventCancelledAt, startsAt } = summary
  if (status !== 'cancelled') return (holdOf(summary, now) ?? 1) <= 0
  const isAhead = eventCancelledAt === null && (startsAt === null || startsAt > now)
  return cancelledBecause === 'expiry' && isAhead
}

/** The seconds that its places are still held; null: for good, or no longer. */
export function holdOf({ status, expiresAt }: BookingSummary, now: Date): number | null {
  if (expiresAt === null || !canExpire(status)) return null
  return Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
}

/** The title of the document: what its heading says. */
export function titleOf(summary: BookingSummary, language: Language, now: Date): string {
  if (!hasRunOut(summary, now)) return wordsOf(summary, language).title
  const { letGo, letGoOrder } = bookedTexts[language]
  return (summary.ticketCount === 0 ? letGoOrder : letGo).title
}

/** What is said when they were let go, and where it begins again. */
function overOf({ summary: { ticketCount, eventSlug }, wasOffered, language }: BookedProps) {
  const { letGo, letGoOrder, letGoOffer } = bookedTexts[language]
  if (wasOffered && eventSlug !== null) return { ...letGoOffer, href: `/events/${eventSlug}/waiting-list/` }
  if (eventSlug === null) return { ...letGoOrder, href: '/membership/' }
  const said = ticketCount === 0 ? letGoOrder : letGo
  return { ...said, again: letGo.again, href: `/events/${eventSlug}/` }
}

/** From the waiting list. */
function offerOf(places: number, toPay: boolean, language: Language) {
  const { title, text } = bookedTexts[language].offered
  return { title: title({ places }), text: text({ places, toPay }) }
}

/** What was booked, in which state it is, and what to do next. */
export function Booked(props: BookedProps) {
  const { summary, tickets, inHand, ticketPage, tenant, language, now, refunds, canPay, isBack } = props
  const words = bookedTexts[language]
  const step = canPay ? (isBack ? 'unpaid_back' : 'unpaid_online') : null
  const places = summary.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const said = props.isOffer && !isBack ? offerOf(places, canPay, language) : wordsOf(summary, language, step)
  const secondsLeft = holdOf(summary, now)
  const isLetGo = hasRunOut(summary, now)
  const isOff = summary.status === 'cancelled' || summary.eventCancelledAt !== null
  const over = overOf(props)
  const { timeZone, currency } = tenant
  const where = placeOf(summary)
  const amount = (minor: number) => (minor === 0 ? eventTexts[language].free : amountText(minor, currency, language))
  return (
    <article class="booked">
      <div class="stack">
        {secondsLeft === null || isLetGo ? null : <WhenOver over={over} />}
        {isLetGo ? (
          <LetGo over={over} />
        ) : (
          <div class="stack" {...whileHeld}>
            <h1>{said.title}</h1>
            <p class="lead">{said.text}</p>
          </div>
        )}
        {summary.startsAt === null ? null : (
          <p class="about">
            <strong>
              <Written>{summary.eventName}</Written>
            </strong>
            <span class="when">
              <When at={summary.startsAt} timeZone={timeZone} language={language} now={now} />
            </span>
            {where}
          </p>
        )}
        {summary.eventCancelledAt === null ? null : <p class="notice">{eventTexts[language].cancelled}</p>}
        {secondsLeft === null || isLetGo ? null : <Countdown secondsLeft={secondsLeft} language={language} />}
        {canPay ? (
          <p class="actions" {...whileHeld}>
            <a class={isBack ? 'button quiet' : 'button'} href="pay/" rel="nofollow">
              {words.pay({ amount: amount(summary.totalMinor) })}
            </a>
          </p>
        ) : null}
        {props.isOffer && !canPay ? (
          <form method="post" action="acceptance/" {...whileHeld}>
            <button class="button" type="submit">
              {words.accept({ places })}
            </button>
          </form>
        ) : null}
        {isLetGo ? null : <Confirmation {...props} />}
        {props.takesCode && !isLetGo ? <OfferCode code={props.code} language={language} /> : null}
        {summary.status === 'cancelled' || summary.cancelledTickets === 0 ? null : (
          <p class="notice">{words.ticketsCancelled({ count: summary.cancelledTickets })}</p>
        )}
        {refunds.map((refund) => (
          <p class="notice" key={refund.id}>
            {words.refund[refundStateOf(refund)]({ amount: amountText(refund.amountMinor, refund.currency, language) })}
          </p>
        ))}
        {props.mailsFrom === null ? null : (
          <p class="notice">{words.mailsFrom({ time: timeText({ at: props.mailsFrom, timeZone, language }) })}</p>
        )}
        <TicketCards
          tickets={tickets}
          drawn={props.drawn}
          count={inHand}
          page={ticketPage}
          timeZone={timeZone}
          language={language}
          canGive={props.canGive}
          offered={props.offered}
        />
        {inHand === 0 ? null : (
          <p>
            <a class="go" href="tickets.pdf">
              {words.ticketsFile}
            </a>
          </p>
        )}
        <ThingsToCollect bookingId={summary.id} things={summary.things} hasTickets={inHand > 0} language={language} />
      </div>
      <section class="panel stack" aria-labelledby="lines">
        <h2 id="lines">{summary.startsAt === null ? words.order.lines : words.lines}</h2>
        <BookedLines summary={summary} currency={currency} language={language} />
        <BookedFacts summary={summary} tenant={tenant} language={language} now={now} isLetGo={isLetGo} />
        <ul class="tight">
          {isOff || isLetGo || summary.startsAt === null ? null : (
            <li {...whileHeld}>
              <a class="go" href="event.ics">
                {words.addToCalendar}
              </a>
            </li>
          )}
          {props.canCancel && !isLetGo ? (
            <li {...whileHeld}>
              <a class="go" href="cancellation/">
                {hasTickets(summary) ? words.cancel : words.order.cancel}
              </a>
            </li>
          ) : null}
          <li>
            {summary.eventSlug === null ? (
              <a class="go" href="/account/">
                {words.toAccount}
              </a>
            ) : (
              <a class="go" href={`/events/${summary.eventSlug}/`}>
                {words.toEvent}
              </a>
            )}
          </li>
        </ul>
        <p class="muted small">{words.keep}</p>
      </section>
    </article>
  )
}

/** Where the code of the mail is typed, at the address of the page, as below. After too many wrong ones it says what is left. */
function Confirmation({ summary: { codeTries }, wrongConfirmation, language }: BookedProps) {
  const words = confirmTexts[language]
  if (codeTries === null) return null
  if (codeTries >= mostConfirmationTries)
    return (
      <p class="notice" role="status" {...whileHeld}>
        {words.codeEnded}
      </p>
    )
  return (
    <form method="post" action="./" class="narrow" noValidate {...whileHeld}>
      <Field
        id="code"
        class="code"
        label={words.code}
        problems={wrongConfirmation === null ? [] : [{ field: 'code', detail: wrongConfirmation }]}
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={20}
        required
      />
      <button class="button" type="submit">
        {words.codeButton}
      </button>
    </form>
  )
}

/** The form answers at the address of the page, whose links stay what they are. */
function OfferCode({ code, language }: Pick<BookedProps, 'code' | 'language'>) {
  return (
    <form method="post" action="./" class="narrow" noValidate {...whileHeld}>
      <CodeField value={code?.typed ?? ''} problems={code?.problems ?? []}>
        <button class="button quiet" type="submit">
          {bookingTexts[language].promotionalCode.use}
        </button>
      </CodeField>
    </form>
  )
}
