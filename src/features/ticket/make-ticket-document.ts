import { serverSide } from '../../db/database.ts'
import type { ShownPictures } from '../../integrations/documents/documents.ts'
import type { TicketPage } from '../../integrations/documents/ticket-pages.ts'
import type { Attachment } from '../../integrations/mail/mailer.ts'
import { dayText, timeText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { sharesOf } from '../../lib/picture-focus.ts'
import type { BasicDeps } from '../deps.ts'
import { mentionsOf } from '../mail/sender.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { thingsLeftText } from './thing.ts'
import { findTicketFacts, type TicketFacts } from './ticket-document.queries.ts'
import { sandboxTexts } from '../../messages/interface/sandbox.ts'
import { ticketTexts } from '../../messages/documents/ticket.ts'
import { qrCodesOf } from './tickets-in-hand.ts'
import { holderOf, placeLinesOf, priceOf, seatOf } from './ticket-words.ts'

export type TicketDocumentDeps = BasicDeps<'documents'> & { readonly signingKeys: SigningKeys }

/**
 * Makes a PDF of a reservation's tickets, a page each: those that open the door or did. Null when there are none, before it is paid
 * or confirmed and after it was cancelled.
 *
 * @param onlyTicketId the only ticket wanted; null: all of them
 */
export async function makeTicketDocument(
  deps: TicketDocumentDeps,
  tenantId: string,
  reservationId: string,
  language: Language,
  onlyTicketId: string | null = null,
): Promise<Attachment | null> {
  const [tenant, found] = await deps.database.asTenant(tenantId, async (tx) => [
    await findTenantById(serverSide(tx), tenantId),
    await findTicketFacts(tx, reservationId),
  ])
  const tickets = found?.tickets.filter(({ id }) => onlyTicketId === null || id === onlyTicketId) ?? []
  if (!tenant || !found || tickets.length === 0) return null
  const facts = { ...found, tickets }
  const texts = ticketTexts[language]
  const shared = { tenant, facts, language, qrCodeOf: await qrCodesOf(deps.signingKeys, tenantId) }
  // One by one, as the document needs them: a thousand codes are not signed in one go.
  function* pages() {
    for (const index of facts.tickets.keys()) yield pageOf({ ...shared, index })
  }
  const info = {
    title: `${texts.ticket} · ${facts.event.name}`,
    author: tenant.organisation,
    language,
    createdAt: deps.now(),
  }
  return {
    filename: `${texts.fileName}-${facts.event.slug}.pdf`,
    contentType: 'application/pdf',
    content: await deps.documents.tickets(tenantId, info, picturesOf(tenant, facts.event), pages()),
  }
}

function picturesOf({ logoKey }: Tenant, { imageKey, imageFocus }: TicketFacts['event']): ShownPictures {
  return { logoKey, poster: imageKey === null ? null : { key: imageKey, at: sharesOf(imageFocus) } }
}

type PageInput = {
  readonly tenant: Tenant
  readonly facts: TicketFacts
  readonly language: Language
  readonly index: number
  readonly qrCodeOf: (ticketId: string) => string
}

function pageOf({ tenant, facts, language, index, qrCodeOf }: PageInput): TicketPage {
  const texts = ticketTexts[language]
  const { event, tickets } = facts
  const ticket = tickets[index]
  if (!ticket) throw new Error('there is no such ticket')
  return {
    organisation: tenant.organisation,
    mark: tenant.sandbox ? sandboxTexts[language].mark : null,
    accentColor: tenant.accentColor,
    eventName: event.name,
    count: texts.count({ number: index + 1, of: tickets.length }),
    ...timesOf(event, tenant.timeZone, language),
    place: placeLinesOf(event),
    facts: factsOf(facts, ticket, tenant.currency, language),
    qrCodeData: qrCodeOf(ticket.id),
    instruction: texts.instruction,
    things: thingsOn(facts, ticket, language),
    mentions: [`${texts.number} ${ticket.id}`, ...mentionsOf(tenant)],
    unprintable: texts.unprintable,
  }
}

/** The things, once per booking: on the first ticket that was not given away. */
function thingsOn(
  { tickets, things }: TicketFacts,
  ticket: TicketFacts['tickets'][number],
  language: Language,
): TicketPage['things'] {
  const first = tickets.find(({ isGiven }) => !isGiven)
  const value = first === ticket ? thingsLeftText(things) : null
  return value === null ? null : { label: ticketTexts[language].things, value }
}

/** The day and times, always with the year: paper is kept. */
function timesOf(event: TicketFacts['event'], timeZone: string, language: Language): Pick<TicketPage, 'day' | 'times'> {
  const texts = ticketTexts[language]
  const time = (at: Date) => timeText({ at, timeZone, language })
  const starts = texts.starts({ time: time(event.startsAt) })
  return {
    day: dayText({ at: event.startsAt, timeZone, language, now: null }),
    times: event.doorsOpenAt === null ? starts : `${starts} · ${texts.doors({ time: time(event.doorsOpenAt) })}`,
  }
}

function factsOf(
  { options }: TicketFacts,
  ticket: TicketFacts['tickets'][number],
  currency: string,
  language: Language,
): TicketPage['facts'] {
  const texts = ticketTexts[language]
  const name = holderOf(ticket)
  return [
    ...(name === '' ? [] : [{ label: texts.holder, value: name }]),
    { label: texts.price, value: priceOf(ticket, currency, language) },
    { label: texts.seat, value: seatOf(ticket, language) },
    ...(options.length === 0 ? [] : [{ label: texts.options, value: options.join(', ') }]),
    { label: texts.number, value: shortReference(ticket.id) },
  ]
}
