import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { manages } from '../../features/account/actor.ts'
import { type AmountDue, sumRefundsDue } from '../../features/payment/refunds-due.queries.ts'
import { listPayments } from '../../features/payment/payment.queries.ts'
import { listRefunds } from '../../features/payment/refund.queries.ts'
import { readStory, type Story } from '../../features/payment/reservation-story.queries.ts'
import { type BookingSummary, findBookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { mayCorrectAddress } from '../../features/reservation/correct-address.ts'
import { countTicketsMails, mayResend } from '../../features/reservation/resend-tickets.ts'
import { findReservation, type Reservation } from '../../features/reservation/reservation.queries.ts'
import { canMove } from '../../features/reservation/reservation.ts'
import { type Conflict, listConflictsIn } from '../../features/ticket/inside.queries.ts'
import {
  countOfficeTickets,
  listOfficeTickets,
  type OfficeCounts,
  type OfficeTicket,
} from '../../features/ticket/office-tickets.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText, languageName, numberText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { BookedLines } from '../../pages/booking/booked-lines.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { cardsPerPage, Pager, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { ErasureLink } from '../erasure/erasure-link.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import type { OfficeParts } from './office-query.ts'
import { ReservationConflicts } from './reservation-conflicts.tsx'
import { AddressForm, CancelForm, PayForm } from './reservation-forms.tsx'
import { type BookingMoney, cancellingText, OwedMoney, ReservationMoney } from './reservation-money.tsx'
import { ReservationState } from './reservation-state.tsx'
import { ReservationStory } from './reservation-story.tsx'
import { type FilledTicket, TicketTable } from './reservation-tickets.tsx'
import type { Asked } from '../../http/route.ts'

export type Answering = Asked

/** What was wrong with what was sent, and what was typed. */
export type RefusedChange = {
  readonly problems: readonly FormProblem[]
  readonly filled?: FilledTicket
  /** The address that was typed. */
  readonly email?: string
}

const nothingRefused: RefusedChange = { problems: [] }

type Office = {
  readonly reservation: Reservation
  readonly summary: BookingSummary
  /** Of the part that is shown, and one more where there are more. */
  readonly tickets: readonly OfficeTicket[]
  readonly counts: OfficeCounts
  readonly conflicts: readonly Conflict[]
  readonly story: Story
  readonly ticketsMails: number
  readonly money: BookingMoney
  readonly owed: readonly AmountDue[]
  readonly mayCorrect: boolean
  /** Money that was taken at the desk, and may be handed back there. */
  readonly isPaidAtDesk: boolean
}

async function readOffice(context: Context, tenantId: string, id: string, parts: OfficeParts): Promise<Office | null> {
  return context.database.asTenant(tenantId, async (tx) => {
    const reservation = await findReservation(tx, id)
    const summary = await findBookingSummary(tx, id)
    if (!reservation || !summary) return null
    const payments = await listPayments(tx, id)
    return {
      reservation,
      summary,
      tickets: await listOfficeTickets(tx, id, { text: parts.text, ...rowsOf(parts.page) }),
      counts: await countOfficeTickets(tx, id),
      conflicts: await listConflictsIn(tx, id, rowsOf(parts.conflicts)),
      story: await readStory(tx, { reservation, things: summary.things }),
      money: { payments, refunds: await listRefunds(tx, id) },
      owed: (await sumRefundsDue(tx, [id])).get(id) ?? [],
      ticketsMails: await countTicketsMails(tx, id),
      mayCorrect: await mayCorrectAddress(tx, reservation),
      isPaidAtDesk: payments.some(
        ({ method, status, receivedMinor }) => method !== 'online' && status === 'settled' && (receivedMinor ?? 0) > 0,
      ),
    }
  })
}

/** The page of a reservation, as it stands, or with what was wrong with what was asked of it. @throws AppError not_found */
export async function showReservation(
  context: Context,
  { request, reply }: Answering,
  id: string,
  parts: OfficeParts,
  refused: RefusedChange = nothingRefused,
): Promise<string> {
  const { tenant, language, actor } = request
  const office = orNotFound(await readOffice(context, tenant.id, id, parts))
  const { reservation, summary, story, money } = office
  const words = reservationTexts[language]
  const name = nameOf(office, language)
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  return showAdminPage(
    { request, reply },
    { title: `${reservationsTexts[language].title} · ${name}`, area: 'reservations' },
    <div class="stack">
      <p>
        <a class="go" href={paths.reservations}>
          {words.all}
        </a>
      </p>
      <h1>{name}</h1>
      <p class="actions">
        <code>{shortReference(id)}</code>
        <strong>
          <ReservationState {...reservation} isGivenAway={summary.isGivenAway} language={language} />
        </strong>
        <strong>
          <OwedMoney owed={office.owed} language={language} />
        </strong>
      </p>
      <Problems title={words.refusedTitle} problems={refused.problems} />
      <h2>{words.booked}</h2>
      <p class="about">
        <strong>
          <Written>{summary.eventName}</Written>
        </strong>
        {summary.startsAt === null ? null : (
          <span class="when">
            <When at={summary.startsAt} {...when} />
          </span>
        )}
        {summary.options.length === 0 ? null : (
          <span class="muted">
            <Written>{summary.options.join(', ')}</Written>
          </span>
        )}
      </p>
      <BookedLines summary={summary} currency={tenant.currency} language={language} />
      <ReservationMoney
        {...money}
        summary={summary}
        opensRefunds={hasStaffPermission(actor, tenant, 'money')}
        language={language}
      />
      <Person office={office} {...when} />
      {office.mayCorrect ? <AddressForm {...{ reservation, refused, language }} /> : null}
      <Actions office={office} parts={parts} tenant={tenant} mayInsist={manages(actor)} language={language} />
      <h2 id="tickets">{words.tickets}</h2>
      <Tickets office={office} parts={parts} refused={refused} {...when} />
      <ReservationConflicts
        reservationId={reservation.id}
        parts={parts}
        conflicts={office.conflicts}
        refused={refused}
        {...when}
      />
      <h2 id="story">{words.story}</h2>
      <ReservationStory story={story} page={parts.story} {...when} />
      {hasStaffPermission(actor, tenant, 'erasure') && isKnown(office) ? (
        <ErasureLink of={at(paths.reservation, { uuid: reservation.id })} language={language} />
      ) : null}
    </div>,
  )
}

type TicketsProps = {
  readonly office: Office
  readonly parts: OfficeParts
  readonly refused: RefusedChange
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** A part of them; of many some are searched for. */
function Tickets({ office, parts, refused, ...when }: TicketsProps) {
  const { reservation, tickets, counts } = office
  const { language } = when
  const words = reservationTexts[language]
  if (counts.all === 0) return <p class="empty">{words.noTickets}</p>
  const { page, text } = parts
  const address = `${at(paths.reservation, { uuid: reservation.id })}#tickets`
  const shown = tickets.slice(0, cardsPerPage)
  const isLong = counts.all > cardsPerPage
  const before = (page - 1) * cardsPerPage
  const number = (count: number) => numberText(count, language)
  return (
    <>
      {isLong ? <ListSearch action={address} label={words.searchTickets} text={text} language={language} /> : null}
      {text === '' ? null : (
        <p class="muted">
          {shown.length === 0 ? `${words.noneFound({ text })} ` : null}
          <a href={address}>{words.allTickets({ count: counts.all, number: number(counts.all) })}</a>
        </p>
      )}
      {shown.length === 0 ? null : (
        <>
          {isLong && text === '' ? (
            <p class="muted">
              {words.part({ from: number(before + 1), to: number(before + shown.length), count: number(counts.all) })}
            </p>
          ) : null}
          <TicketTable {...{ reservation, parts, refused }} tickets={shown} {...when} />
        </>
      )}
      <Pager
        page={page}
        more={tickets.length > cardsPerPage}
        query={{ q: text }}
        at="tickets"
        words={ticketsTexts[language].pager}
        language={language}
      />
    </>
  )
}

type ActionsProps = {
  readonly office: Office
  readonly parts: OfficeParts
  readonly tenant: Pick<Tenant, 'currency'>
  readonly mayInsist: boolean
  readonly language: Language
}

/** Nothing at all once nothing can be done any more. */
function Actions({ office, parts, tenant, mayInsist, language }: ActionsProps) {
  const { reservation, summary, counts } = office
  const words = reservationTexts[language]
  const isPrinted = reservation.status !== 'cancelled' && counts.open + counts.used > 0
  const isDue = canMove(reservation, 'paid') && reservation.totalMinor > 0
  const [isMailed, isToCancel] = [mayResend(reservation), canMove(reservation, 'cancelled')]
  const hasThings = summary.things.length > 0
  if (![isPrinted, isDue, isMailed, isToCancel, hasThings].includes(true)) return null
  return (
    <>
      <h2>{words.actions}</h2>
      {isDue ? (
        <PayForm
          id={reservation.id}
          amount={amountText(reservation.totalMinor, tenant.currency, language)}
          language={language}
        />
      ) : null}
      <div class="actions">
        {isPrinted ? (
          <a class="button quiet" href={at(paths.reservationTicketsPdf, { uuid: reservation.id })}>
            {words.print}
          </a>
        ) : null}
        {isMailed ? (
          <form method="post" action={at(paths.reservationMails, { uuid: reservation.id })}>
            <input type="hidden" name="seen" value={office.ticketsMails} />
            <button class="button quiet" type="submit">
              {words.resend}
            </button>
          </form>
        ) : null}
        {hasThings ? (
          <a class="button quiet" href={at(paths.handOut, { uuid: reservation.id })}>
            {words.handOuts}
          </a>
        ) : null}
      </div>
      {isToCancel ? (
        <CancelForm
          reservation={reservation}
          tickets={office.tickets.slice(0, cardsPerPage)}
          counts={counts}
          parts={parts}
          isUsed={isUsed(office)}
          mayInsist={mayInsist}
          isPaidAtDesk={office.isPaidAtDesk}
          effect={cancellingText({ ...office.money, bookerEmail: reservation.bookerEmail, language })}
          language={language}
        />
      ) : null}
    </>
  )
}

/** Something of it cannot be undone: whoever cancels it has to insist. */
function isUsed({ counts, summary }: Office): boolean {
  return counts.used > 0 || summary.things.some(({ handedOut }) => handedOut > 0)
}

/** Something tells who the person is. */
function isKnown({ reservation, counts, story }: Office): boolean {
  return (
    reservation.bookerEmail !== '' ||
    counts.holder !== null ||
    story.lines.some(({ entry }) => (entry?.personal ?? []).length > 0)
  )
}

function nameOf({ counts: { holder }, reservation }: Office, language: Language): string {
  if (holder) return `${holder.firstName} ${holder.lastName}`.trim()
  return reservation.bookerEmail === '' ? reservationTexts[language].unnamed : reservation.bookerEmail
}

type PersonProps = {
  readonly office: Office
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Person({ office: { reservation }, ...when }: PersonProps) {
  const words = reservationTexts[when.language]
  const { bookerEmail, language, createdAt, expiresAt } = reservation
  return (
    <dl class="facts">
      <div>
        <dt>{words.email}</dt>
        <dd>{bookerEmail === '' ? reservationsTexts[when.language].noAddress : bookerEmail}</dd>
      </div>
      <div>
        <dt>{words.language}</dt>
        <dd>{languageName(language, when.language)}</dd>
      </div>
      <div>
        <dt>{words.bookedAt}</dt>
        <dd>
          <When at={createdAt} {...when} />
        </dd>
      </div>
      {expiresAt === null ? null : (
        <div>
          <dt>{words.heldUntil}</dt>
          <dd>
            <When at={expiresAt} {...when} />
          </dd>
        </div>
      )}
    </dl>
  )
}
