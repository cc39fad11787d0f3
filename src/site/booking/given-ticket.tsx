import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus, orNotFound } from '../../errors.ts'
import { type FoundGivenTicket, findGivenTicket } from '../../features/ticket/find-given-ticket.ts'
import { makeTicketDocument } from '../../features/ticket/make-ticket-document.ts'
import { findOpenTicket } from '../../features/ticket/ticket.queries.ts'
import { qrCodesOf, type TicketInHand } from '../../features/ticket/tickets-in-hand.ts'
import { findOfferedPasses, walletsOf } from '../../features/wallet/offered-passes.ts'
import type { Wallet } from '../../features/wallet/wallet.ts'
import { at, below, visitorPaths } from '../../lib/paths.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { giveTexts } from '../../messages/site/give.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import type { Asked } from '../../http/route.ts'
import type { Call } from '../../http/section.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { When } from '../../pages/format.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { type DrawnCodes, drawCodes } from '../../pages/qr-code.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { placeOf } from '../event/place-of.ts'
import { codesOf } from './booked.tsx'
import { CalendarQuery, sendCalendar } from './calendar.ts'
import { CalendarLinks } from './calendar-links.tsx'
import { sendDocument } from '../../http/send-document.ts'
import { addPasses } from './passes.ts'
import { EventOfTicket, holderOf, Seat, TicketCode } from './ticket-cards.tsx'
import { WalletLinks } from './wallet-links.tsx'

const pages = pageSection({ url: visitorPaths.givenTicket, params: ProvenParams })

/** The page of one ticket, and its files, for the person who was given it: the address was passed on or mailed to them. */
export const registerGivenTicket = pages.register

pages.get('', {
  handler: async (asked) => {
    const { context, tenant, params } = asked
    const { event, reservationId, ticketId, isGone } = await findGiven(context, tenant.id, params)
    if (isGone) return showGone(asked, event)
    const read = await context.database.asTenant(tenant.id, async (tx) => ({
      ticket: await findOpenTicket(tx, reservationId, ticketId),
      offered: await findOfferedPasses(tx, [ticketId], context.now()),
    }))
    const signed = read.ticket && {
      ...read.ticket,
      qrCodeData: (await qrCodesOf(context.signingKeys, tenant.id))(ticketId),
    }
    const drawn = await drawCodes(signed === null ? [] : codesOf([signed]))
    const wallets = walletsOf(read.offered, ticketId)
    return showNarrow(
      asked,
      signed === null
        ? headOf(event)
        : { title: event.name, heading: ticketsTexts[asked.request.language].title({ count: 1 }) },
      <TheTicket {...{ event, drawn, wallets }} ticket={signed} />,
    )
  },
})

/** The head of a page without the ticket, which names the event otherwise. */
function headOf({ name, startsAt }: FoundGivenTicket['event']) {
  return { title: name, heading: <Written>{name}</Written>, lead: <When at={startsAt} /> }
}

/** Says to whoever was given a ticket that it is theirs no longer: nobody else may have told them. */
function showGone(asked: Asked, event: FoundGivenTicket['event']): string {
  asked.reply.code(errorStatus.not_found)
  return showNarrow(
    asked,
    headOf(event),
    <>
      <p class="notice refused">{giveTexts[asked.request.language].noLonger}</p>
      <LinkTo to={at(visitorPaths.event, { slug: event.slug })}>{bookedTexts[asked.request.language].toEvent}</LinkTo>
    </>,
  )
}

type TheTicketProps = {
  readonly event: FoundGivenTicket['event']
  /** Null: the event is cancelled, and the ticket with it. */
  readonly ticket: TicketInHand | null
  readonly drawn: DrawnCodes
  readonly wallets: readonly Wallet[]
}

function TheTicket({ event, ticket, drawn, wallets }: TheTicketProps) {
  const words = useTexts(ticketsTexts)
  const { givenFile } = useTexts(accountTexts)
  const { cancelled } = useTexts(eventTexts)
  const place = placeOf(event)
  return (
    <>
      {ticket === null ? place : null}
      {event.cancelledAt === null ? null : <p class="notice">{cancelled}</p>}
      {ticket === null ? null : (
        <div class="ticket">
          <div class="tight">
            <EventOfTicket event={event} />
            {place === null ? null : <p>{place}</p>}
          </div>
          <div class="tight">
            {holderOf(ticket) === '' ? null : <h2>{holderOf(ticket)}</h2>}
            <p>
              <Written>{ticket.priceName}</Written>
              <Seat seat={ticket.seat} />
            </p>
          </div>
          <TicketCode {...{ ticket, drawn }} label={words.code({ number: 1 })} />
          {wallets.length === 0 ? null : <WalletLinks {...{ wallets }} files="" number={null} />}
        </div>
      )}
      {ticket === null ? null : <p class="muted small">{words.hint}</p>}
      <ul class="tight">
        {ticket === null ? null : (
          <li>
            <LinkTo to={below(visitorPaths.givenTicket, visitorPaths.givenTicketPdf, {})} rel="nofollow">
              {givenFile}
            </LinkTo>
          </li>
        )}
        <li>
          <CalendarLinks file={below(visitorPaths.givenTicket, visitorPaths.givenTicketCalendar, {})} />
        </li>
        <li>
          <LinkTo to={at(visitorPaths.event, { slug: event.slug })}>{useTexts(bookedTexts).toEvent}</LinkTo>
        </li>
      </ul>
    </>
  )
}

pages.get(visitorPaths.givenTicketPdf, {
  handler: async (call) => {
    const { context, tenant, language, reply } = call
    const { reservationId, ticketId } = await readGiven(call)
    return sendDocument(reply, await makeTicketDocument(context, tenant.id, reservationId, language, ticketId))
  },
})

pages.get(visitorPaths.givenTicketCalendar, {
  query: CalendarQuery,
  handler: async (call) => {
    const { context, tenant, query, request, reply } = call
    const { event } = await readGiven(call)
    const { organisation } = tenant
    // The entry is for the event, not the ticket: a person who was given two comes once. The page of the booking is not theirs.
    const entry = { id: event.id, event, organisation, base: request.base, bookingUrl: null, now: context.now() }
    return sendCalendar(reply, query, entry)
  },
})

addPasses<typeof ProvenParams>(pages, async (call) => {
  const { reservationId, ticketId } = await readGiven(call)
  return { tenantId: call.tenant.id, reservationId, ticketId, language: call.language }
})

/** @throws AppError not_found, too_many_requests */
async function readGiven(call: Omit<Call<undefined, typeof ProvenParams>, 'query'>): Promise<FoundGivenTicket> {
  const { context, tenant, params, request, reply } = call
  const found = await findGiven(context, tenant.id, params)
  if (found.isGone) throw new AppError('not_found')
  await countRequest(context, reply, 'document', addressOf(request))
  return found
}

/** @throws AppError not_found */
async function findGiven(
  context: Pick<Context, 'database' | 'secrets'>,
  tenantId: string,
  { uuid, proof }: Static<typeof ProvenParams>,
): Promise<FoundGivenTicket> {
  return orNotFound(await findGivenTicket(context, tenantId, { id: uuid, proof }))
}
