import type { OrderKind } from '../../features/catalog/product.ts'
import { getBookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { confirmReservation, getReservationToConfirm } from '../../features/reservation/confirm-reservation.ts'
import type { Language } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { confirmTexts } from '../../messages/site/confirm.ts'
import { BookedLines } from '../../pages/booking/booked-lines.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton } from '../../pages/parts.tsx'
import { BookedEvent } from '../booking/booked-event.tsx'
import { TokenParams } from '../sign-in/sign-in.tsx'

const pages = pageSection({ url: visitorPaths.confirmation, params: TokenParams })

/**
 * The link in a confirmation mail. Opening it changes nothing, since mail scanners follow links; its button confirms, and
 * leads to the booking with its tickets. When there is nothing to confirm any more, the link leads there at once.
 */
export const registerConfirm = pages.register

pages.get('', {
  handler: async ({ context, tenant, language, params, request, reply }) => {
    const { reservation, orderKind, isOpen } = await getReservationToConfirm(context, tenant, params.token)
    reply.header('cache-control', 'no-store')
    if (!isOpen) return reply.redirect(bookingPath(context, tenant.id, reservation.id), 303)
    const { title, lead, button } = confirmWords(orderKind, reservation.totalMinor, language)
    const summary = await context.database.asTenant(tenant.id, (tx) => getBookingSummary(tx, reservation.id))
    return showNarrow(
      { request, reply },
      { title, lead },
      <>
        <BookedEvent summary={summary} />
        <ActionButton look="main">{button}</ActionButton>
        <BookedLines summary={summary} />
      </>,
    )
  },
})

pages.post('', {
  handler: async ({ context, tenant, params, reply }) => {
    const id = await confirmReservation(context, tenant, params.token)
    return reply.header('cache-control', 'no-store').redirect(bookingPath(context, tenant.id, id), 303)
  },
})

/** Chooses the words. An order at no event is no booking: there are no places to speak of. */
function confirmWords(orderKind: OrderKind | null, totalMinor: number, language: Language) {
  const words = confirmTexts[language]
  if (orderKind === null) return totalMinor > 0 ? { ...words, lead: words.doorLead } : words
  if (orderKind === 'cashless_top_up') return words.topUp
  const { membershipTitle: title, membershipButton: button } = words
  return { title, lead: totalMinor > 0 ? words.membershipDeskLead : words.membershipLead, button }
}
