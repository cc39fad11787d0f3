import { freeSeating } from '../../features/ticket/ticket.ts'
import type { ReservationTicket } from '../../features/ticket/ticket.queries.ts'
import type { TicketInHand } from '../../features/ticket/tickets-in-hand.ts'
import type { OfferedPasses } from '../../features/wallet/offered-passes.ts'
import type { Language } from '../../lib/language.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { Time } from '../../pages/format.tsx'
import { Pager } from '../../pages/pager.tsx'
import { type DrawnCodes, QrCode } from '../../pages/qr-code.tsx'
import { Written } from '../../pages/written.tsx'
import { WalletLinks } from './wallet-links.tsx'

/** A code takes some milliseconds to make and a phone as long to draw; a group is larger than one screen anyway. */
export const ticketsPerPage = 24

type TicketCardsProps = {
  /** Of the page. */
  readonly tickets: readonly TicketInHand[]
  readonly drawn: DrawnCodes
  /** Of all pages. */
  readonly count: number
  readonly page: number
  readonly timeZone: string
  readonly language: Language
  /** Whether they may be given to somebody else. */
  readonly canGive: boolean
  readonly offered: OfferedPasses
}

/** What is shown at the gate, one ticket after the other, each large enough to be read from a cracked screen. */
export function TicketCards(props: TicketCardsProps) {
  const { tickets, count, page, timeZone, language, canGive } = props
  if (count === 0) return null
  const before = (page - 1) * ticketsPerPage
  const words = ticketsTexts[language]
  return (
    <section class="stack" aria-labelledby="tickets">
      <h2 id="tickets">{words.title({ count })}</h2>
      <ol class="tickets">
        {tickets.map((ticket, index) => (
          <li key={ticket.id} class="ticket">
            <div class="tight">
              <p class="muted small">{words.number({ number: before + index + 1, count })}</p>
              <h3>{holderOf(ticket) || <Written>{ticket.priceName}</Written>}</h3>
              <p>
                {holderOf(ticket) === '' ? null : <Written>{ticket.priceName}</Written>}
                {ticket.seat === freeSeating ? null : (
                  <>
                    {' '}
                    <strong>{words.seat({ seat: ticket.seat })}</strong>
                  </>
                )}
              </p>
            </div>
            {ticket.scannedAt === null ? (
              <QrCode text={ticket.qrCodeData} drawn={props.drawn} label={words.code({ number: before + index + 1 })} />
            ) : (
              <p class="notice">
                {words.used} <Time at={ticket.scannedAt} timeZone={timeZone} language={language} />
              </p>
            )}
            {props.offered.ticketIds.has(ticket.id) ? (
              <WalletLinks
                wallets={props.offered.wallets}
                files={`tickets/${ticket.id}/`}
                number={count === 1 ? null : before + index + 1}
                language={language}
              />
            ) : null}
            {canGive && ticket.scannedAt === null ? (
              <p>
                <a href={`tickets/${ticket.id}/holder/`}>{words.give({ number: before + index + 1 })}</a>
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      <Pager page={page} more={count > before + ticketsPerPage} at="tickets" words={words.pager} language={language} />
      <p class="muted small">{words.hint}</p>
    </section>
  )
}

type TicketNameProps = {
  readonly ticket: ReservationTicket
  /** Null: it stands alone. */
  readonly number: number | null
  readonly language: Language
}

/** How a ticket is told from its neighbours in a list: "2. Ada Lovelace, Full price, Seat B7". */
export function TicketName({ ticket, number, language }: TicketNameProps) {
  const holder = holderOf(ticket)
  return (
    <>
      {number === null ? null : `${number}. `}
      {holder === '' ? null : `${holder}, `}
      <Written>{ticket.priceName}</Written>
      {ticket.seat === freeSeating ? null : `, ${ticketsTexts[language].seat({ seat: ticket.seat })}`}
    </>
  )
}

function holderOf({ firstName, lastName }: ReservationTicket): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ')
}
