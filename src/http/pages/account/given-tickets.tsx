import type { PersonAt } from '../../../features/person/person-page.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { freeSeating } from '../../../features/ticket/ticket.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { placeLine } from '../event-card.tsx'
import { Time, When } from '../format.tsx'
import { QrCode } from '../qr-code.tsx'
import { Written } from '../written.tsx'

type GivenTicketsProps = {
  readonly person: readonly PersonAt[]
  /** Where the person is signed in: names of organisations are said where there may be several. */
  readonly tenant: Tenant
  readonly language: Language
  readonly now: Date
}

/** Whoever was given a ticket has no page of its booking: its code stands here, for whoever has lost the mail. */
export function GivenTickets({ person, tenant, language, now }: GivenTicketsProps) {
  const all = person
    .flatMap(({ tenant: at, given }) => given.map((ticket) => ({ at, ticket })))
    .sort((a, b) => a.ticket.startsAt.getTime() - b.ticket.startsAt.getTime())
  if (all.length === 0) return null
  const words = pageTexts[language]
  return (
    <section class="stack" aria-labelledby="given">
      <h2 id="given">{words.account.given}</h2>
      <ol class="tickets">
        {all.map(({ at, ticket }, index) => (
          <li key={ticket.id} class="ticket">
            <div class="tight">
              <h3>
                <Written by={at}>{ticket.eventName}</Written>
              </h3>
              <p class="when">
                <When at={ticket.startsAt} timeZone={at.timeZone} language={language} now={now} />
              </p>
              <p>{placeLine(tenant.category === 'meta' ? at.organisation : null, ticket.locationName)}</p>
              <p>{`${ticket.firstName} ${ticket.lastName}`.trim()}</p>
              <p>
                <Written by={at}>{ticket.priceName}</Written>
                {ticket.seat === freeSeating ? null : (
                  <>
                    {' '}
                    <strong>{words.tickets.seat(ticket.seat)}</strong>
                  </>
                )}
              </p>
            </div>
            {ticket.scannedAt === null ? (
              <QrCode text={ticket.qrCodeData} label={words.account.givenCode(index + 1, ticket.eventName)} />
            ) : (
              <p class="notice">
                {words.tickets.used} <Time at={ticket.scannedAt} timeZone={at.timeZone} language={language} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
