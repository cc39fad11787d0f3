import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { giveTicket } from '../../features/reservation/give-ticket.ts'
import {
  countTicketsOfReservation,
  findUnusedTicket,
  type ReservationTicket,
} from '../../features/ticket/ticket.queries.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { giveTexts } from '../../messages/site/give.ts'
import { UuidIn } from '../../http/wire/schemas.ts'
import { EmailField, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { Back, Submit } from '../../pages/parts.tsx'
import { PersonFields, personIn } from '../../pages/booking/booking-input.ts'
import { readBooking } from './booked.tsx'
import { TicketName, ticketsPerPage } from './ticket-cards.tsx'
import type { Asked } from '../../http/route.ts'

const GiveParams = Type.Object({ ...ProvenParams.properties, ticket: UuidIn })

type Filled = { readonly firstName: string; readonly lastName: string; readonly email: string }
const nobody: Filled = { firstName: '', lastName: '', email: '' }

const pages = pageSection({ url: visitorPaths.bookingTicketHolder, params: GiveParams })

/** The booker gives a ticket to somebody else: the name, and where to mail it. */
export const registerGive = pages.register

pages.get('', {
  handler: async (asked) => {
    const { context, tenant, params } = asked
    const { id } = await readBooking(context, tenant.id, params)
    const ticket = await context.database.asTenant(tenant.id, (tx) => findUnusedTicket(tx, id, params.ticket))
    return showForm(context, asked, id, { ticket: orNotFound(ticket), filled: nobody, problems: [] })
  },
})

pages.post('', {
  body: Type.Object(PersonFields),
  handler: async (asked) => {
    const { context, tenant, language, params, body, reply } = asked
    const { id } = await readBooking(context, tenant.id, params)
    const ticketId = params.ticket
    const filled = personIn(body)
    const problems = problemsOf(filled, language)
    const { ticket, place } = await context.database.asTenant(tenant.id, async (tx) => ({
      ticket: await findUnusedTicket(tx, id, ticketId),
      place: await countTicketsOfReservation(tx, id, ticketId),
    }))
    if (problems.length > 0 && ticket) {
      reply.code(400)
      return showForm(context, asked, id, { ticket, filled, problems })
    }
    const email = filled.email === '' ? null : normalizeEmail(filled.email)
    const given = await giveOnce(context, tenant, { reservationId: id, ticketId }, { ...filled, email })
    if (given === null) {
      reply.code(409)
      return showGone(context, asked, id)
    }
    const path = at(visitorPaths.bookingTicketGiven, { ...params, ticket: given })
    // The booker goes back to the page the ticket was on; the new ticket is the last of all.
    const number = Math.floor(place.before / ticketsPerPage) + 1
    return reply.redirect(number === 1 ? path : `${path}?page=${number}`, 303)
  },
})

/** Null: it was given to somebody else, or cancelled. */
async function giveOnce(...[context, tenant, ids, holder]: Parameters<typeof giveTicket>): Promise<string | null> {
  try {
    return await giveTicket(context, tenant, ids, holder)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_transition') return null
    throw error
  }
}

function showGone(context: Context, asked: Asked, reservationId: string): string {
  const words = giveTexts[asked.request.language]
  return showNarrow(
    asked,
    { title: words.refused, lead: words.gone },
    <Back to={bookingPath(context, asked.request.tenant.id, reservationId)}>{words.toBooking}</Back>,
  )
}

function problemsOf({ firstName, lastName, email }: Filled, language: Language): readonly FormProblem[] {
  const words = giveTexts[language]
  return [
    ...(firstName === '' && lastName === '' ? [{ field: 'first_name', detail: words.nameMissing }] : []),
    ...(email !== '' && !isEmail(email) ? [{ field: 'email', detail: words.emailWrong }] : []),
  ]
}

type Shown = { readonly ticket: ReservationTicket; readonly filled: Filled; readonly problems: readonly FormProblem[] }

function showForm(context: Context, asked: Asked, reservationId: string, { ticket, filled, problems }: Shown): string {
  const { tenant, language } = asked.request
  const words = giveTexts[language]
  const name = { problems, autocomplete: 'off', maxLength: 200 } as const
  return showNarrow(
    asked,
    { title: words.title, lead: <TicketName ticket={ticket} number={null} />, forms: 'checked' },
    <>
      <p>{words.lead}</p>
      <form method="post" noValidate>
        <Problems problems={problems} title={words.refused} />
        <Field id="first_name" label={words.firstName} value={filled.firstName} {...name} />
        <Field id="last_name" label={words.lastName} value={filled.lastName} {...name} />
        <EmailField
          label={words.email}
          note={bookingTexts[language].optional}
          help={words.noEmail}
          autocomplete="off"
          problems={problems}
          required={false}
          value={filled.email}
        />
        <Submit>{words.button}</Submit>
      </form>
      <Back to={bookingPath(context, tenant.id, reservationId)}>{words.keep}</Back>
    </>,
  )
}
