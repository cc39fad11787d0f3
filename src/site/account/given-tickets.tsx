import type { Context } from '../../context.ts'
import type { PersonPage } from '../../features/person/person-page.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { givenPath } from '../../features/ticket/given-proof.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import type { Wallet } from '../../features/wallet/wallet.ts'
import type { Language } from '../../lib/language.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { ticketsPerPage } from '../booking/ticket-cards.tsx'
import { WalletLinks } from '../booking/wallet-links.tsx'
import { placeLine } from '../../pages/event-card.tsx'
import { Time, When } from '../../pages/format.tsx'
import { Pager } from '../../pages/pager.tsx'
import { type DrawnCodes, QrCode } from '../../pages/qr-code.tsx'
import { Written } from '../../pages/written.tsx'

type GivenTicketsProps = {
  readonly context: Pick<Context, 'secrets' | 'urls' | 'now'>
  readonly given: PersonPage['given']
  readonly drawn: DrawnCodes
  /** Where the person is signed in: names of organisations are said where there may be several. */
  readonly tenant: Tenant
  readonly language: Language
}

/** Whoever was given a ticket has no page of its booking: what that page offers stands here, for whoever has lost the mail. */
export function GivenTickets({ context, given: { rows, page, more }, drawn, tenant, language }: GivenTicketsProps) {
  if (rows.length === 0 && page === 1) return null
  const before = (page - 1) * ticketsPerPage
  const words = ticketsTexts[language]
  const account = accountTexts[language]
  return (
    <section class="stack" aria-labelledby="given">
      <h2 id="given">{account.given}</h2>
      <ol class="tickets">
        {rows.map(({ at, ticket, wallets }, index) => (
          <li key={ticket.id} class="ticket">
            <div class="tight">
              <h3>
                <Written by={at}>{ticket.eventName}</Written>
              </h3>
              <p class="when">
                <When at={ticket.startsAt} timeZone={at.timeZone} language={language} now={context.now()} />
              </p>
              <p>{placeLine(tenant.category === 'meta' ? at.organisation : null, ticket.locationName)}</p>
              <p>{`${ticket.firstName} ${ticket.lastName}`.trim()}</p>
              <p>
                <Written by={at}>{ticket.priceName}</Written>
                {ticket.seat === freeSeating ? null : (
                  <>
                    {' '}
                    <strong>{words.seat({ seat: ticket.seat })}</strong>
                  </>
                )}
              </p>
            </div>
            {ticket.scannedAt === null ? (
              <QrCode
                drawn={drawn}
                text={ticket.qrCodeData}
                label={account.givenCode({ number: before + index + 1, event: ticket.eventName })}
              />
            ) : (
              <p class="notice">
                {words.used} <Time at={ticket.scannedAt} timeZone={at.timeZone} language={language} />
              </p>
            )}
            <GivenFiles
              files={context.urls.base(at.host) + givenPath(context, at.id, ticket.id)}
              {...{ wallets, language }}
              about={ticket.eventName}
            />
          </li>
        ))}
      </ol>
      <Pager {...{ page, more, language }} name="given" at="given" words={words.pager} />
    </section>
  )
}

type GivenFilesProps = {
  /** The address below which they are, at the ticket's own organisation. */
  readonly files: string
  readonly wallets: readonly Wallet[]
  /** Of which event, where several stand on a page; read out, not shown. */
  readonly about: string
  readonly language: Language
}

function GivenFiles({ files, wallets, about, language }: GivenFilesProps) {
  return (
    <>
      {wallets.length === 0 ? null : <WalletLinks {...{ wallets, files, about, language }} number={null} />}
      <ul class="tight">
        {[
          { file: 'ticket.pdf', label: accountTexts[language].givenFile },
          { file: 'event.ics', label: bookedTexts[language].addToCalendar },
        ].map(({ file, label }) => (
          <li key={file}>
            <a class="go" href={files + file} rel="nofollow" aria-label={`${label} – ${about}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
