import type { Context } from '../../context.ts'
import type { PersonPage } from '../../features/person/person-page.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { givenPath } from '../../features/ticket/given-proof.ts'
import type { Wallet } from '../../features/wallet/wallet.ts'
import { below, visitorPaths } from '../../lib/paths.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { CalendarLinks } from '../booking/calendar-links.tsx'
import { Seat, TicketCode, ticketsPerPage } from '../booking/ticket-cards.tsx'
import { WalletLinks } from '../booking/wallet-links.tsx'
import { placeLine } from '../../pages/event-card.tsx'
import { When } from '../../pages/format.tsx'
import { Pager } from '../../pages/pager.tsx'
import type { DrawnCodes } from '../../pages/qr-code.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { LinkTo, Section } from '../../pages/parts.tsx'

type GivenTicketsProps = {
  readonly context: Pick<Context, 'secrets' | 'urls'>
  readonly given: PersonPage['given']
  readonly drawn: DrawnCodes
  /** The organisation where the person is signed in: organisations are named where there may be several. */
  readonly tenant: Tenant
}

/**
 * Shows the tickets that a person was given. They have no page of the booking, so what that page offers is here, for people who have lost
 * the mail.
 */
export function GivenTickets({ context, given: { rows, page, more }, drawn, tenant }: GivenTicketsProps) {
  const words = useTexts(ticketsTexts)
  const account = useTexts(accountTexts)
  if (rows.length === 0 && page === 1) return null
  const before = (page - 1) * ticketsPerPage
  return (
    <Section id="given" title={account.given} lead={account.givenLead}>
      <ol class="tickets">
        {rows.map(({ at, ticket, wallets }, index) => (
          <li key={ticket.id} class="ticket">
            <div class="tight">
              <h3>
                <Written by={at}>{ticket.eventName}</Written>
              </h3>
              <p class="when">
                <When at={ticket.startsAt} timeZone={at.timeZone} />
              </p>
              <p>{placeLine(tenant.category === 'meta' ? at.organisation : null, ticket.locationName)}</p>
              <p>{`${ticket.firstName} ${ticket.lastName}`.trim()}</p>
              <p>
                <Written by={at}>{ticket.priceName}</Written>
                <Seat seat={ticket.seat} />
              </p>
            </div>
            <TicketCode
              {...{ ticket, drawn }}
              label={account.givenCode({ number: before + index + 1, event: ticket.eventName })}
              timeZone={at.timeZone}
            />
            <GivenFiles
              files={context.urls.base(at.host) + givenPath(context, at.id, ticket.id)}
              wallets={wallets}
              about={ticket.eventName}
            />
          </li>
        ))}
      </ol>
      <Pager {...{ page, more }} name="given" at="given" words={words.pager} />
    </Section>
  )
}

type GivenFilesProps = {
  /** The address that the ticket's files are below, at the ticket's own organisation. */
  readonly files: string
  readonly wallets: readonly Wallet[]
  /** The event, where a page shows several; read out, not shown. */
  readonly about: string
}

function GivenFiles({ files, wallets, about }: GivenFilesProps) {
  const { givenFile } = useTexts(accountTexts)
  return (
    <>
      {wallets.length === 0 ? null : <WalletLinks {...{ wallets, files, about }} number={null} />}
      <ul class="tight">
        <li>
          <LinkTo
            to={files + below(visitorPaths.givenTicket, visitorPaths.givenTicketPdf, {})}
            rel="nofollow"
            label={`${givenFile} – ${about}`}
          >
            {givenFile}
          </LinkTo>
        </li>
        <li>
          <CalendarLinks
            file={files + below(visitorPaths.givenTicket, visitorPaths.givenTicketCalendar, {})}
            about={about}
          />
        </li>
      </ul>
    </>
  )
}
