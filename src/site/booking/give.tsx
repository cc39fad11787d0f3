import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { giveTicket } from '../../features/reservation/give-ticket.ts'
import {
  countTicketsOfReservation,
  findUnusedTicket,
  type ReservationTicket,
} from '../../features/ticket/ticket.queries.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { giveTexts } from '../../messages/site/give.ts'
import { Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { EmailField, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page, showPage } from '../../pages/page.ts'
import { readBooking } from './booked.tsx'
import { TicketName, ticketsPerPage } from './ticket-cards.tsx'
import type { Asked } from '../../http/route.ts'

const GiveParams = Type.Object({ ...ProvenParams.properties, ticket: UuidIn })

/** Mild on purpose: what is wrong in it is said by the page. */
const HolderBody = Type.Object({
  first_name: Maybe(TypedText({ max: 200 })),
  last_name: Maybe(TypedText({ max: 200 })),
  email: Maybe(TypedText({ max: 254 })),
})

type Filled = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Whoever booked gives a ticket to somebody else: their name, and where to mail the new code. */
export function registerGive(app: FastifyInstance, context: Context): void {
  const url = '/bookings/:uuid/:proof/tickets/:ticket/holder/'
  page(app, {
    method: 'GET',
    url,
    params: GiveParams,
    handler: async ({ tenant, params, request, reply }) => {
      const { id } = await readBooking(context, tenant.id, params)
      const ticketId = params.ticket
      const ticket = await context.database.asTenant(tenant.id, (tx) => findUnusedTicket(tx, id, ticketId))
      if (!ticket) throw new AppError('not_found')
      return showForm(context, { request, reply }, id, ticket, null, [])
    },
  })

  page(app, {
    method: 'POST',
    url,
    forms: true,
    params: GiveParams,
    body: HolderBody,
    handler: async ({ tenant, language, params, body, request, reply }) => {
      const { id } = await readBooking(context, tenant.id, params)
      const ticketId = params.ticket
      const filled = filledIn(body)
      const words = giveTexts[language]
      const { firstName, lastName, email } = filled
      const problems: readonly FormProblem[] = [
        ...(firstName === '' && lastName === '' ? [{ field: 'first_name', detail: words.nameMissing }] : []),
        ...(email !== '' && !isEmail(email) ? [{ field: 'email', detail: words.emailWrong }] : []),
      ]
      const { ticket, place } = await context.database.asTenant(tenant.id, async (tx) => ({
        ticket: await findUnusedTicket(tx, id, ticketId),
        place: await countTicketsOfReservation(tx, id, ticketId),
      }))
      if (problems.length > 0 && ticket) {
        reply.code(400)
        return showForm(context, { request, reply }, id, ticket, filled, problems)
      }
      const holder = { firstName, lastName, email: email === '' ? null : normalizeEmail(email) }
      await giveTicket(context, tenant, { reservationId: id, ticketId }, holder)
      // Back to the page it was on; the new one is the last of all.
      const number = Math.floor(place.before / ticketsPerPage) + 1
      const query = number === 1 ? '' : `?page=${number}`
      return reply.redirect(`${bookingPath(context, tenant.id, id)}${query}#tickets`, 303)
    },
  })
}

function filledIn(body: Static<typeof HolderBody>): Filled {
  return { firstName: body.first_name ?? '', lastName: body.last_name ?? '', email: body.email ?? '' }
}

function showForm(
  context: Context,
  asked: Asked,
  reservationId: string,
  ticket: ReservationTicket,
  filled: Filled | null,
  problems: readonly FormProblem[],
): string {
  const { tenant, language } = asked.request
  const words = giveTexts[language]
  return showPage(
    asked,
    { title: words.title, forms: 'checked' },
    <div class="stack narrow">
      <h1>{words.title}</h1>
      <p class="lead">
        <TicketName ticket={ticket} number={null} language={language} />
      </p>
      <p>{words.lead}</p>
      <form method="post" noValidate>
        <Problems problems={problems} title={words.refused} />
        <Field
          id="first_name"
          label={words.firstName}
          problems={problems}
          autocomplete="off"
          maxLength={200}
          value={filled?.firstName ?? ''}
        />
        <Field
          id="last_name"
          label={words.lastName}
          autocomplete="off"
          maxLength={200}
          value={filled?.lastName ?? ''}
        />
        <EmailField
          label={words.email}
          note={bookingTexts[language].optional}
          problems={problems}
          required={false}
          value={filled?.email ?? ''}
        />
        <button class="button" type="submit">
          {words.button}
        </button>
      </form>
      <p>
        <a href={bookingPath(context, tenant.id, reservationId)}>{words.keep}</a>
      </p>
    </div>,
  )
}
