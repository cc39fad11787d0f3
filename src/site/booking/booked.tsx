import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { wasCardBlocked } from '../../features/card/topped-up-card.queries.ts'
import { hasPromotionalCodes } from '../../features/catalog/promotional-code.queries.ts'
import { findTurn } from '../../features/mail/pace-mails.ts'
import { readBookerCancellation } from '../../features/payment/cancel-as-booker.ts'
import { listRefunds } from '../../features/payment/refund.queries.ts'
import { type BookingSummary, getBookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { isBookingProof } from '../../features/reservation/booking-proof.ts'
import { findTransferEnd } from '../../features/reservation/give-ticket.ts'
import { paysOnline } from '../../features/reservation/pays-online.ts'
import { awaitsPayment } from '../../features/reservation/reservation.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { countTicketsOfReservation } from '../../features/ticket/ticket.queries.ts'
import { listGivenTickets } from '../../features/ticket/things.queries.ts'
import { listTicketsInHand, type TicketInHand } from '../../features/ticket/tickets-in-hand.ts'
import { findOpenOffer } from '../../features/waiting-list/accept-offer.ts'
import { findEntryOfOffer } from '../../features/waiting-list/waiting-list.queries.ts'
import { isAtSite } from '../../features/tenant/site.ts'
import { findOfferedPasses } from '../../features/wallet/offered-passes.ts'
import { below, visitorPaths } from '../../lib/paths.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { countdownScript } from '../../pages/countdown-script.ts'
import type { RefusedCode } from '../../pages/form/code-field.tsx'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { PagerQuery } from '../../pages/pager.tsx'
import { drawCodes } from '../../pages/qr-code.tsx'
import { Booked } from './booked-page.tsx'
import { holdOf, isTopUp, titleOf } from './booked-words.ts'
import { ticketsPerPage } from './ticket-cards.tsx'
import type { Asked } from '../../http/route.ts'

const pages = pageSection({ url: visitorPaths.booking, params: ProvenParams })

/** The page of one booking: what was booked, in which state it is, and what to do next. */
export const registerBooked = pages.register

pages.get('', {
  query: Type.Object({ ...PagerQuery.properties, step: Type.Optional(TextQuery) }),
  handler: (asked) => showBooking(asked.context, asked, asked.params, { query: asked.query }),
})

type Shown = {
  readonly query?: { readonly page?: number | undefined; readonly step?: string | undefined }
  /** The promotional code that was refused, and why. */
  readonly code?: RefusedCode
  /** What was wrong with the mailed code that was typed. */
  readonly wrongConfirmation?: string
}

/**
 * Shows the page as it is opened, or with a code that was refused in its form.
 *
 * @throws AppError not_found
 */
export async function showBooking(
  context: Context,
  asked: Asked,
  params: Static<typeof ProvenParams>,
  { query = {}, code, wrongConfirmation }: Shown,
): Promise<string> {
  const { tenant, language } = asked.request
  const summary = await readBooking(context, tenant.id, params)
  const ticketPage = query.page ?? 1
  const part = { limit: ticketsPerPage, offset: (ticketPage - 1) * ticketsPerPage }
  const tickets = await listTicketsInHand(context, tenant.id, summary.id, part)
  const drawn = await drawCodes(codesOf(tickets))
  const now = context.now()
  const ids = tickets.map(({ id }) => id)
  const read = await context.database.asTenant(tenant.id, async (tx) => ({
    inHand: (await countTicketsOfReservation(tx, summary.id)).all,
    given: await listGivenTickets(tx, summary.id),
    refunds: await listRefunds(tx, [summary.id]),
    offered: await findOfferedPasses(tx, ids, now),
    mailsFrom: await findTurn(tx, summary.id, now),
    wasOffered: (await findEntryOfOffer(tx, summary.id)) !== null,
    isCardBlocked: isTopUp(summary) && (await wasCardBlocked(tx, summary.id)),
  }))
  const cancellation = await readBookerCancellation(context, tenant, summary.id)
  const givesUntil = await findTransferEnd(context, tenant, summary.id)
  const isOffer = await findOpenOffer(context, tenant, summary.id)
  const mayTakeCode = isOffer && summary.totalMinor > 0 && summary.promotionalCode === null
  const canPay = paysOnline(tenant, summary.lines) && awaitsPayment(summary, now)
  // The browser blocks a redirect from a form to another site (form-action); this one comes from a page.
  if (canPay && query.step === 'pay')
    asked.reply.header('refresh', `0; url=${below(visitorPaths.booking, visitorPaths.bookingPayment, {})}`)
  return showPage(
    asked,
    {
      title: titleOf(summary, language, now),
      scriptPath: (holdOf(summary, now) ?? 0) > 0 ? countdownScript.path : undefined,
    },
    <Booked
      {...{ summary, tickets, drawn, canPay, ticketPage, isOffer, cancellation, tenant }}
      {...read}
      isBack={query.step === 'paid'}
      backTo={canPay || mayBeSomebodyElses(summary) ? null : wayBack(summary, tenant)}
      canGive={givesUntil !== null && givesUntil > now}
      takesCode={mayTakeCode && (await context.database.asTenant(tenant.id, (tx) => hasPromotionalCodes(tx, now)))}
      code={code ?? null}
      wrongConfirmation={wrongConfirmation ?? null}
    />,
  )
}

/** Whether nobody has said yet, at the address that was given, that the booking is theirs: a stranger books for any address, and names a page. */
function mayBeSomebodyElses({ isUnconfirmed, status }: BookingSummary): boolean {
  return isUnconfirmed || status === 'email_unverified'
}

/** The page elsewhere where it was booked; null: none was named, or its site is no longer on the organisation's list. */
function wayBack({ returnUrl }: BookingSummary, { sites }: Tenant): string | null {
  return returnUrl !== null && isAtSite(returnUrl, sites) ? returnUrl : null
}

/** Lists the codes that are shown: a used ticket has none. */
export function codesOf(tickets: readonly Pick<TicketInHand, 'qrCodeData' | 'scannedAt'>[]): readonly string[] {
  return tickets.flatMap(({ qrCodeData, scannedAt }) => (scannedAt === null ? [qrCodeData] : []))
}

/** @throws AppError not_found for people who do not have the address of the booking's page */
export async function readBooking(
  context: Pick<Context, 'database' | 'secrets'>,
  tenantId: string,
  params: Static<typeof ProvenParams>,
): Promise<BookingSummary> {
  const booking = { id: params.uuid, proof: params.proof }
  if (!isBookingProof(context, tenantId, booking)) throw new AppError('not_found')
  return context.database.asTenant(tenantId, (tx) => getBookingSummary(tx, booking.id))
}
