import { type CalendarTimes, isOver } from '../../features/event/event.ts'
import { soldName } from '../../features/reservation/line-text.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import type { ReservationTicket } from '../../features/ticket/ticket.queries.ts'
import type { TicketInHand } from '../../features/ticket/tickets-in-hand.ts'
import type { OfferedPasses } from '../../features/wallet/offered-passes.ts'
import { shortReference } from '../../lib/ids.ts'
import { below, visitorPaths } from '../../lib/paths.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { Time, When } from '../../pages/format.tsx'
import { Pager } from '../../pages/pager.tsx'
import { Back, LinkTo, Section } from '../../pages/parts.tsx'
import { type DrawnCodes, QrCode } from '../../pages/qr-code.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { WalletLinks } from './wallet-links.tsx'

/** Tickets on a page: a code takes some milliseconds to make and a phone as long to draw; a group is larger than one screen anyway. */
export const ticketsPerPage = 24

/** The event that a ticket is for. */
type TicketEvent = CalendarTimes & { readonly name: string }

type TicketCardsProps = {
  readonly event: TicketEvent
  /** The tickets on this page. */
  readonly tickets: readonly TicketInHand[]
  readonly drawn: DrawnCodes
  /** The number of tickets on all pages. */
  readonly count: number
  readonly page: number
  /** Whether they may be given to somebody else. */
  readonly canGive: boolean
  /** Those that were given to somebody. */
  readonly given: ReadonlySet<string>
  readonly offered: OfferedPasses
}

/** Shows the tickets for the gate one after the other, each large enough to be read from a cracked screen. */
export function TicketCards({ tickets, drawn, count, page, ...shared }: TicketCardsProps) {
  const words = useTexts(ticketsTexts)
  if (count === 0) return null
  const before = (page - 1) * ticketsPerPage
  return (
    <Section id="tickets" title={words.title({ count })}>
      <ol class="tickets">
        {tickets.map((ticket, index) => (
          <TicketCard key={ticket.id} number={before + index + 1} {...{ ticket, drawn, count }} {...shared} />
        ))}
      </ol>
      <Pager page={page} more={count > before + ticketsPerPage} at="tickets" words={words.pager} />
      <p class="muted small">{words.hint}</p>
    </Section>
  )
}

type TicketCardProps = Omit<TicketCardsProps, 'tickets' | 'page'> & {
  readonly ticket: TicketInHand
  /** The ticket's number among all. */
  readonly number: number
}

function TicketCard({ event, ticket, number, drawn, count, canGive, given, offered }: TicketCardProps) {
  const words = useTexts(ticketsTexts)
  return (
    <li class="ticket">
      <div class="tight">
        <p class="muted small">{words.number({ number, count })}</p>
        <EventOfTicket event={event} />
      </div>
      <div class="tight">
        <h3>{holderOf(ticket) || <Written>{ticket.priceName}</Written>}</h3>
        <p>
          {holderOf(ticket) === '' ? null : <Written>{ticket.priceName}</Written>}
          {ticket.productName === ticket.priceName ? null : (
            <>
              {holderOf(ticket) === '' ? null : ' · '}
              <Written>{ticket.productName}</Written>
            </>
          )}
          <Seat seat={ticket.seat} />
        </p>
      </div>
      <TicketCode {...{ ticket, drawn }} label={words.code({ number })} />
      {offered.ticketIds.has(ticket.id) ? (
        <WalletLinks
          wallets={offered.wallets}
          files={below(visitorPaths.booking, visitorPaths.bookingTicket, { ticket: ticket.id })}
          number={count === 1 ? null : number}
        />
      ) : null}
      {given.has(ticket.id) && holderOf(ticket) !== '' && ticket.scannedAt === null ? (
        <LinkTo to={below(visitorPaths.booking, visitorPaths.bookingTicketGiven, { ticket: ticket.id })}>
          {words.send({ number })}
        </LinkTo>
      ) : null}
      {canGive && ticket.scannedAt === null ? (
        <Back to={below(visitorPaths.booking, visitorPaths.bookingTicketHolder, { ticket: ticket.id })}>
          {words.give({ number })}
        </Back>
      ) : null}
    </li>
  )
}

/**
 * Says on a ticket what it is for and when, so that a picture of the ticket alone is enough at the door; and that the event is over, once
 * it is.
 */
export function EventOfTicket({ event }: { readonly event: TicketEvent }) {
  const reader = useReader()
  const { over } = useTexts(eventTexts)
  return (
    <>
      <p>
        <strong>
          <Written>{event.name}</Written>
        </strong>
      </p>
      <p class="when">
        <When at={event.startsAt} />
      </p>
      {isOver(event, reader) ? <p class="notice">{over}</p> : null}
    </>
  )
}

/** Shows the number of a seat, behind the name of its price. */
export function Seat({ seat }: Pick<ReservationTicket, 'seat'>) {
  const words = useTexts(ticketsTexts)
  if (seat === freeSeating) return null
  return (
    <>
      {' '}
      <strong>{words.seat({ seat })}</strong>
    </>
  )
}

type TicketCodeProps = {
  readonly ticket: Pick<TicketInHand, 'id' | 'qrCodeData' | 'scannedAt'>
  readonly drawn: DrawnCodes
  /** The name of the ticket, read out. */
  readonly label: string
  /** The time zone; when absent, that of the organisation at whose address the page is. */
  readonly timeZone?: string
}

/** Shows the code that lets in, for a used ticket when it was used; and the number that the ticket is found by where no code is read. */
export function TicketCode({ ticket, drawn, label, ...clock }: TicketCodeProps) {
  const { used, reference } = useTexts(ticketsTexts)
  return (
    <div class="tight shown">
      {ticket.scannedAt === null ? (
        <QrCode text={ticket.qrCodeData} drawn={drawn} label={label} />
      ) : (
        <p class="notice">
          {used} <Time at={ticket.scannedAt} {...clock} />
        </p>
      )}
      <p class="small">
        <span class="muted">{reference}</span> <code>{shortReference(ticket.id)}</code>
      </p>
    </div>
  )
}

type TicketNameProps = {
  readonly ticket: ReservationTicket
  /** The number in the list; null: it is the only one. */
  readonly number: number | null
}

/** Tells a ticket from its neighbours in a list: "2. Ada Lovelace, Full price (Concert), Seat B7". */
export function TicketName({ ticket, number }: TicketNameProps) {
  const words = useTexts(ticketsTexts)
  const holder = holderOf(ticket)
  return (
    <>
      {number === null ? null : `${number}. `}
      {holder === '' ? null : `${holder}, `}
      <Written>{soldName(ticket)}</Written>
      {ticket.seat === freeSeating ? null : `, ${words.seat({ seat: ticket.seat })}`}
    </>
  )
}

export function holderOf({ firstName, lastName }: Pick<ReservationTicket, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ')
}
