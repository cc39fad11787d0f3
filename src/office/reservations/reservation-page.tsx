import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { manages } from '../../features/account/actor.ts'
import { sumRefundsDue } from '../../features/payment/refunds-due.queries.ts'
import { listPayments } from '../../features/payment/payment.queries.ts'
import { listRefunds } from '../../features/payment/refund.queries.ts'
import { readStory } from '../../features/payment/reservation-story.queries.ts'
import { contentsAlone } from '../../features/catalog/sold-product.ts'
import { type BookingSummary, findBookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { mayCorrectAddress } from '../../features/reservation/correct-address.ts'
import { countTicketsMails, mayResend } from '../../features/reservation/resend-tickets.ts'
import { findReservation, type Reservation } from '../../features/reservation/reservation.queries.ts'
import { canMove } from '../../features/reservation/reservation.ts'
import { listConflictsIn } from '../../features/ticket/inside.queries.ts'
import { countOfficeTickets, listOfficeTickets } from '../../features/ticket/office-tickets.queries.ts'
import { listHolderEmails } from '../../features/ticket/reservation-tickets.queries.ts'
import { listGivenTickets } from '../../features/ticket/things.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
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
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { ErasureLink } from '../erasure/erasure-link.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import { BackLink } from '../kit/parts.tsx'
import { ActionButton, Facts, QuietLink } from '../../pages/parts.tsx'
import type { OfficeParts } from './office-query.ts'
import { ReservationConflicts } from './reservation-conflicts.tsx'
import { AddressForm, CancelForm, PayForm } from './reservation-forms.tsx'
import { Cancelling, OwedMoney, ReservationMoney } from './reservation-money.tsx'
import { ReservationState } from './reservation-state.tsx'
import { ReservationStory } from './reservation-story.tsx'
import { type FilledTicket, TicketTable } from './reservation-tickets.tsx'
import type { Asked } from '../../http/route.ts'

/** Problems of a form, and what was typed into it. */
export type RefusedChange = {
  readonly problems: readonly FormProblem[]
  readonly filled?: FilledTicket
  /** The address that was typed. */
  readonly email?: string
}

type Office = NonNullable<Awaited<ReturnType<typeof readOffice>>>

/** Reads a reservation, with one ticket and one conflict more than the part that is shown, where there are more. */
async function readOffice(context: Context, tenantId: string, id: string, parts: OfficeParts) {
  return context.database.asTenant(tenantId, async (tx) => {
    const reservation = await findReservation(tx, id)
    const summary = await findBookingSummary(tx, id)
    if (!reservation || !summary) return null
    const payments = await listPayments(tx, [id])
    return {
      reservation,
      summary,
      tickets: await listOfficeTickets(tx, id, { text: parts.text, ...rowsOf(parts.page) }),
      counts: await countOfficeTickets(tx, id),
      given: await listGivenTickets(tx, id),
      holderEmails: await listHolderEmails(tx, id),
      conflicts: await listConflictsIn(tx, id, rowsOf(parts.conflicts)),
      story: await readStory(tx, { reservation, things: summary.things }),
      money: { payments, refunds: await listRefunds(tx, [id]) },
      owed: (await sumRefundsDue(tx, [id])).get(id) ?? [],
      ticketsMails: await countTicketsMails(tx, id),
      mayCorrect: await mayCorrectAddress(tx, reservation),
      /** Whether money was taken at the desk, which may hand it back. */
      isPaidAtDesk: payments.some(
        ({ method, status, receivedMinor }) => method !== 'online' && status === 'settled' && (receivedMinor ?? 0) > 0,
      ),
    }
  })
}

/** Shows the page of a reservation, as it is or with the problems of a form. @throws AppError not_found */
export async function showReservation(
  context: Context,
  asked: Asked,
  id: string,
  parts: OfficeParts,
  refused: RefusedChange,
): Promise<string> {
  const { tenant, language, actor } = asked.request
  const office = orNotFound(await readOffice(context, tenant.id, id, parts))
  const { reservation, summary, story, money } = office
  const words = reservationTexts[language]
  const name = nameOf(office, language)
  const may = (permission: 'money' | 'erasure') => hasStaffPermission(actor, tenant, permission)
  return showAdminPage(
    asked,
    { title: `${reservationsTexts[language].title} · ${name}`, area: 'reservations' },
    <div class="stack">
      <p>
        <BackLink to={paths.reservations}>{words.all}</BackLink>
      </p>
      <h1>{name}</h1>
      <p class="actions">
        <code>{shortReference(id)}</code>
        <strong>
          <ReservationState {...reservation} isGivenAway={summary.isGivenAway} />
        </strong>
        <strong>
          <OwedMoney owed={office.owed} />
        </strong>
      </p>
      <Problems title={words.refusedTitle} problems={refused.problems} />
      <Done done={parts.done} />
      <h2>{words.booked}</h2>
      <Booked summary={summary} />
      <BookedLines summary={{ ...summary, lines: summary.lines.map(contentsAlone) }} />
      <ReservationMoney {...money} summary={summary} opensRefunds={may('money')} />
      <Person reservation={reservation} />
      {office.mayCorrect ? <AddressForm {...{ reservation, refused }} /> : null}
      <Actions office={office} parts={parts} mayInsist={manages(actor)} />
      <h2 id="tickets">{words.tickets}</h2>
      <Tickets office={office} parts={parts} refused={refused} />
      <ReservationConflicts {...{ reservation, parts, refused }} conflicts={office.conflicts} />
      <h2 id="story">{words.story}</h2>
      <ReservationStory story={story} page={parts.story} />
      {may('erasure') && isKnown(office) ? <ErasureLink of={at(paths.reservation, { uuid: id })} /> : null}
    </div>,
  )
}

function Booked({ summary: { eventName, startsAt, options } }: { readonly summary: BookingSummary }) {
  return (
    <p class="about">
      <strong>
        <Written>{eventName}</Written>
      </strong>
      {startsAt === null ? null : (
        <span class="when">
          <When at={startsAt} />
        </span>
      )}
      {options.length === 0 ? null : (
        <span class="muted">
          <Written>{options.map(({ name }) => name).join(', ')}</Written>
        </span>
      )}
    </p>
  )
}

type OfficeProps = { readonly office: Office; readonly parts: OfficeParts }

/** Lists a part of the tickets; where they are many, some can be searched for. */
function Tickets({ office, parts, refused }: OfficeProps & { readonly refused: RefusedChange }) {
  const { reservation, tickets, counts } = office
  const { language } = useReader()
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
      {isLong ? <ListSearch action={address} label={words.searchTickets} text={text} /> : null}
      {text === '' ? null : (
        <p class="muted">
          {shown.length === 0 ? `${words.noneFound({ text })} ` : null}
          <a href={address}>{words.allTickets({ count: counts.all, number: number(counts.all) })}</a>
        </p>
      )}
      {isLong && text === '' && shown.length > 0 ? (
        <p class="muted">
          {words.part({ from: number(before + 1), to: number(before + shown.length), count: number(counts.all) })}
        </p>
      ) : null}
      {shown.length > 0 ? <TicketTable {...{ reservation, parts, refused }} tickets={shown} /> : null}
      <Pager
        page={page}
        more={tickets.length > cardsPerPage}
        query={{ q: text }}
        at="tickets"
        words={ticketsTexts[language].pager}
      />
    </>
  )
}

/** Says what was just done: on a phone the rest of the page may look as it did. */
function Done({ done }: { readonly done: string }) {
  const words = useTexts(reservationTexts)
  const { reachesVisitors } = useReader()
  if (done !== 'mailed' && done !== 'corrected') return null
  return (
    <p class="notice" role="status">
      {done === 'mailed' ? words.mailed({ mailed: reachesVisitors }) : words.corrected}
    </p>
  )
}

/** Lists what can be done; nothing at all once nothing can be done any more. */
function Actions({ office, parts, mayInsist }: OfficeProps & { readonly mayInsist: boolean }) {
  const { currency, language } = useReader()
  const { reservation, summary, counts, money, isPaidAtDesk } = office
  const words = reservationTexts[language]
  const isPrinted = reservation.status !== 'cancelled' && counts.open + counts.used > 0
  const isDue = canMove(reservation, 'paid') && reservation.totalMinor > 0
  const [isMailed, isToCancel] = [mayResend(reservation), canMove(reservation, 'cancelled')]
  const hasThings = summary.things.length > 0
  const of = { uuid: reservation.id }
  if (![isPrinted, isDue, isMailed, isToCancel, hasThings].includes(true)) return null
  return (
    <>
      <h2>{words.actions}</h2>
      {isDue ? <PayForm id={reservation.id} amount={amountText(reservation.totalMinor, currency, language)} /> : null}
      <div class="actions">
        {isPrinted ? <QuietLink to={at(paths.reservationTicketsPdf, of)}>{words.print}</QuietLink> : null}
        {isMailed ? (
          <ActionButton action={at(paths.reservationMails, of)} sends={{ seen: office.ticketsMails }}>
            {words.resend}
          </ActionButton>
        ) : null}
        {hasThings ? <QuietLink to={at(paths.handOut, of)}>{words.handOuts}</QuietLink> : null}
      </div>
      {isToCancel ? (
        <CancelForm
          {...{ reservation, counts, parts, mayInsist, isPaidAtDesk }}
          given={office.given}
          tickets={office.tickets.slice(0, cardsPerPage)}
          isUsed={isUsed(office)}
          effect={
            <Cancelling
              payments={money.payments}
              reservation={reservation}
              givenCount={office.given.size}
              holdersMailed={office.holderEmails.length > 0}
            />
          }
        />
      ) : null}
    </>
  )
}

/** Whether part of the booking cannot be undone: the person who cancels it has to insist. */
function isUsed({ counts, summary }: Office): boolean {
  return counts.used > 0 || summary.things.some(({ handedOut }) => handedOut > 0)
}

/** Whether something tells who the person is. */
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

function Person({ reservation }: { readonly reservation: Reservation }) {
  const reader = useReader()
  const words = reservationTexts[reader.language]
  const { bookerEmail, language, createdAt, expiresAt } = reservation
  return (
    <Facts
      facts={[
        [words.email, bookerEmail === '' ? reservationsTexts[reader.language].noAddress : bookerEmail],
        [words.language, languageName(language, reader.language)],
        [words.bookedAt, <When at={createdAt} />],
        [words.heldUntil, expiresAt && <When at={expiresAt} />],
      ]}
    />
  )
}
