import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { confirmReservation, getReservationToConfirm } from '../../features/reservation/confirm-reservation.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { confirmTexts } from '../../messages/site/confirm.ts'
import { page, showPage } from '../../pages/page.ts'
import { TokenParams } from '../sign-in/sign-in.tsx'

/**
 * The link in a confirmation mail. Opening it changes nothing, since mail scanners follow links; its button confirms, and
 * leads to the booking with its tickets. When there is nothing to confirm any more, the link leads there at once.
 */
export function registerConfirm(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/confirm/:token/',
    params: TokenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const { reservation, isOpen } = await getReservationToConfirm(context, tenant, params.token)
      reply.header('cache-control', 'no-store')
      if (!isOpen) return reply.redirect(bookingPath(context, tenant.id, reservation.id), 303)
      const words = confirmWords(reservation, language)
      return showPage(
        { request, reply },
        { title: words.title },
        <div class="stack narrow">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
          <form method="post">
            <button class="button" type="submit">
              {words.button}
            </button>
          </form>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/confirm/:token/',
    forms: true,
    params: TokenParams,
    handler: async ({ tenant, params, reply }) => {
      const id = await confirmReservation(context, tenant, params.token)
      return reply.header('cache-control', 'no-store').redirect(bookingPath(context, tenant.id, id), 303)
    },
  })
}

/** A membership taken alone is no booking: there are no places to speak of. */
function confirmWords(
  { eventId, totalMinor }: { readonly eventId: string; readonly totalMinor: number },
  language: Language,
) {
  const words = confirmTexts[language]
  if (eventId !== nilUuid) return words
  const { membershipTitle: title, membershipButton: button } = words
  return { title, lead: totalMinor > 0 ? words.membershipDeskLead : words.membershipLead, button }
}
