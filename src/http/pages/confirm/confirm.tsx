import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import {
  confirmReservation,
  getReservationToConfirm,
} from '../../../features/reservation/confirm-reservation.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { page, showPage } from '../page.ts'
import { TokenParams } from '../sign-in/sign-in.tsx'

/** The link in a confirmation mail. Opening it changes nothing, since mail scanners follow links; its button confirms. */
export function registerConfirm(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/confirm/:token/',
    summary: 'Ask to confirm a booking',
    params: TokenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const { isOpen } = await getReservationToConfirm(context, tenant, params.token)
      const words = pageTexts[language].confirm
      return showPage(
        { request, reply },
        { title: isOpen ? words.title : words.closedTitle },
        <div class="stack narrow">
          <h1>{isOpen ? words.title : words.closedTitle}</h1>
          <p class="lead">{isOpen ? words.lead : words.closed}</p>
          {isOpen ? (
            <form method="post">
              <button class="button" type="submit">
                {words.button}
              </button>
            </form>
          ) : null}
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/confirm/:token/',
    summary: 'Confirm a booking',
    forms: true,
    params: TokenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      await confirmReservation(context, tenant, params.token)
      const words = pageTexts[language].confirm
      return showPage(
        { request, reply },
        { title: words.doneTitle },
        <div class="stack narrow">
          <h1>{words.doneTitle}</h1>
          <p class="lead">{words.done}</p>
        </div>,
      )
    },
  })
}
