import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import type { Actor } from '../../../features/account/permission.ts'
import type { BookingAnswer } from '../../../features/reservation/book-reservation.ts'
import type { BookingLine, BookingRequest } from '../../../features/reservation/booking.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import { freeSeating } from '../../../features/ticket/ticket.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { Language } from '../../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../../lib/text.ts'
import { bookWithinLimit } from '../../book-within-limit.ts'
import { errorStatus } from '../../error-status.ts'
import { describeFields } from '../../texts/describe-fields.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { texts } from '../../texts/texts.ts'
import { ArrayIn, Maybe, Text, UuidIn } from '../../wire/schemas.ts'
import { EventParams, readEventPage, showEventPage } from '../event/event.tsx'
import { page } from '../page.ts'
import type { BookingProblem, FilledBooking } from './booking-form.tsx'

/** Mild on purpose: what is wrong in it is said beside the field, by the page. */
const BookingBody = Type.Object({
  key: UuidIn,
  price: ArrayIn(UuidIn, { max: 100 }),
  qty: ArrayIn(Maybe(Text({ max: 10 })), { max: 100 }),
  options: Type.Optional(ArrayIn(UuidIn, { max: 50 })),
  first_name: Maybe(Text({ max: 200 })),
  last_name: Maybe(Text({ max: 200 })),
  email: Maybe(Text({ max: 254 })),
})

/** What a visitor can put right on the page; anything else goes to the page of errors. */
const refusals: readonly ErrorCode[] = [
  'sold_out',
  'max_per_user',
  'membership_required',
  'not_on_sale',
  'validation_failed',
]

/** The form of an event's page. A booking leads to its own page; a refusal is said in the form, as it was filled in. */
export function registerBooking(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: '/events/:slug/booking/',
    summary: 'Book from the page of an event',
    forms: true,
    params: EventParams,
    body: BookingBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEventPage(context, tenant, params.slug)
      const knownEmail = actor.kind === 'account' ? actor.email : null
      const filled = filledIn(body)
      const again = (problem: BookingProblem, status: number) => {
        reply.code(status)
        return showEventPage(context, { request, reply }, shown, { filled, problem })
      }
      const wrong = problemOf(filled, knownEmail, language)
      if (wrong) return again(wrong, 400)
      const booking = requestOf(shown.event.id, filled, actor, language)
      try {
        const id = await bookOnce(context, { request, reply }, booking, body)
        const next = tenant.paysOnline ? '?step=pay' : ''
        return reply.redirect(bookingPath(context, tenant.id, id) + next, 303)
      } catch (error) {
        if (!(error instanceof AppError) || !refusals.includes(error.code)) throw error
        return again(refusalOf(error, language), errorStatus[error.code])
      }
    },
  })
}

function filledIn(body: Static<typeof BookingBody>): FilledBooking {
  return {
    quantities: new Map(body.price.map((id, index) => [id.toLowerCase(), body.qty[index] ?? '0'])),
    optionIds: (body.options ?? []).map((id) => id.toLowerCase()),
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    email: body.email ?? '',
  }
}

function problemOf(
  { quantities, email }: FilledBooking,
  knownEmail: string | null,
  language: Language,
): BookingProblem | null {
  const words = pageTexts[language].booking
  const problem = (field: BookingProblem['field'], detail: string) => ({
    field,
    title: words.refused,
    detail,
  })
  const counts = [...quantities.values()]
  if (!counts.every((text) => /^\d{1,4}$/.test(text))) return problem('places', words.wholeNumber)
  if (counts.every((text) => Number(text) === 0)) return problem('places', words.choose)
  if (knownEmail === null && !isEmail(email)) return problem('email', words.emailWrong)
  return null
}

/** Fields have no names here: what is wrong with them is said as it is. */
function refusalOf({ code, details: { fields = {} } }: AppError, language: Language): BookingProblem {
  const words = texts[language]
  const { title, detail } = words.errors[code]
  const problems = Object.values(describeFields(fields, words)).flat()
  return { field: 'places', title, detail: problems.length > 0 ? problems.join(' ') : detail }
}

/** The name goes on every ticket. */
function requestOf(eventId: string, filled: FilledBooking, actor: Actor, language: Language): BookingRequest {
  const { firstName, lastName } = filled
  const holder = { firstName, lastName, seat: freeSeating }
  const lines = [...filled.quantities].flatMap(([priceId, text], index): BookingLine[] => {
    const quantity = Number(text)
    if (quantity === 0) return []
    return [{ priceId, quantity, holders: Array(quantity).fill(holder), field: `price.${index}` }]
  })
  const trusted = actor.kind === 'account'
  const email = trusted ? actor.email : normalizeEmail(filled.email)
  const { optionIds } = filled
  return { eventId, email, toMail: true, optionIds, lines, trusted, staff: false, language }
}

const whileRunningMs = 250
const mostWaits = 20

/** The id of the one booking of this form, however often it is sent: a second press waits for what the first came to. */
async function bookOnce(
  context: Context,
  asked: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  booking: BookingRequest,
  body: Static<typeof BookingBody>,
): Promise<string> {
  const repeatable = {
    key: `form ${body.key.toLowerCase()}`,
    bodyHash: sha256(JSON.stringify(body)),
    render: ({ id }: { readonly id: string }) => id,
  }
  for (let waits = 0; ; waits++) {
    try {
      return idOf(await bookWithinLimit(context, asked, booking, repeatable))
    } catch (error) {
      const running = error instanceof AppError && error.code === 'idempotency_conflict'
      if (!running || waits === mostWaits) throw error
      await delay(whileRunningMs)
    }
  }
}

function idOf(answer: BookingAnswer): string {
  return answer.kind === 'booked' ? answer.reservation.id : answer.response
}
