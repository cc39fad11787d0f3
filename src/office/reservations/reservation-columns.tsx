import type { FoundSums } from '../../features/payment/found-sums.queries.ts'
import type { OfficeReservation } from '../../features/reservation/office-list.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText, numberText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { reservationMoneyTexts } from '../../messages/office/reservation-money.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import type { Sum } from '../kit/parts.tsx'
import { nameOn, type TicketFound } from './found-by.ts'

export function countsOf({ bookings, tickets }: FoundSums, language: Language): readonly Sum[] {
  const { title, columns } = reservationsTexts[language]
  return [
    [title, numberText(bookings, language)],
    [columns.tickets, numberText(tickets, language)],
  ]
}

/** Says what money the bookings brought and are to bring, of each kind that there is any of. */
export function moneyOf(
  { toPayMinor, received, refunded, owed }: FoundSums,
  tenant: Tenant,
  language: Language,
): readonly Sum[] {
  const { filters } = reservationsTexts[language]
  const { paid, refunded: back, owed: toRefund } = reservationMoneyTexts[language]
  const toPay = toPayMinor === 0 ? [] : [{ amountMinor: toPayMinor, currency: tenant.currency }]
  const lines = [
    ...toPay.map((sum) => [filters.to_pay, sum] as const),
    ...received.map((sum) => [paid[sum.method], sum] as const),
    ...refunded.map((sum) => [back, sum] as const),
    ...owed.map((sum) => [toRefund, sum] as const),
  ]
  return lines.map(([name, { amountMinor, currency }]) => [name, amountText(amountMinor, currency, language)])
}

type OfReservation = { readonly reservation: OfficeReservation }

export function Booked({ reservation: { id, createdAt } }: OfReservation) {
  return (
    <span>
      <code>{shortReference(id)}</code>
      <br />
      <span class="muted small">
        <When at={createdAt} />
      </span>
    </span>
  )
}

export function AtEvent({ reservation: { eventName, startsAt } }: OfReservation) {
  const { noEvent } = useTexts(reservationsTexts)
  if (eventName === null || startsAt === null) return <span class="muted">{noEvent}</span>
  return (
    <span>
      <Written>{eventName}</Written>
      <br />
      <span class="muted small">
        <When at={startsAt} />
      </span>
    </span>
  )
}

/** Shows what a booking costs; one that was given away costs nothing, and its worth is shown. */
export function Amount({ reservation: { totalMinor, isGivenAway } }: OfReservation) {
  const { currency, language } = useReader()
  const amount = amountText(totalMinor, currency, language)
  if (!isGivenAway) return <>{amount}</>
  return (
    <span>
      {amountText(0, currency, language)}
      <span class="tight muted small">{reservationsTexts[language].worth({ amount })}</span>
    </span>
  )
}

type WhoProps = OfReservation & {
  /** The tickets by which bookings of the list were found; absent: the list was not searched. */
  readonly foundBy?: readonly TicketFound[]
}

export function Who({ reservation: { id, holder, bookerEmail }, foundBy = [] }: WhoProps) {
  const { language } = useReader()
  const words = reservationsTexts[language]
  const ticket = foundBy.find(({ reservationId }) => reservationId === id)
  return (
    <span>
      <LinkTo to={at(paths.reservation, { uuid: id })}>
        <strong>{nameOf({ holder, bookerEmail }, language)}</strong>
      </LinkTo>
      {holder === null && bookerEmail !== '' ? null : (
        <span class="tight muted small">{bookerEmail === '' ? words.noAddress : bookerEmail}</span>
      )}
      {ticket === undefined ? null : (
        <span class="tight muted small">{words.foundBy({ ticket: ticketText(ticket) })}</span>
      )}
    </span>
  )
}

/** "Cleo Bova, cleo@example.org"; of a ticket without a name, its number. */
function ticketText({ id, holderEmail, ...ticket }: TicketFound): string {
  const name = nameOn(ticket) || shortReference(id)
  return holderEmail === null ? name : `${name}, ${holderEmail}`
}

/** Names a booking by the person: the first holder, else the address. */
export function nameOf(
  { holder, bookerEmail }: Pick<OfficeReservation, 'holder' | 'bookerEmail'>,
  language: Language,
): string {
  return holder ?? (bookerEmail === '' ? reservationsTexts[language].unnamed : bookerEmail)
}
