import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import { digitsOf } from '../../features/account/sign-in-code.ts'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import type { BookingAnswer } from '../../features/reservation/book-reservation.ts'
import type { AskedBooking } from '../../features/reservation/booking.ts'
import { mailBookingCode } from '../../features/reservation/booking-code.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { bookWithinLimit, type ShownProof } from '../../http/book-within-limit.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { AltchaIn } from '../../http/wire/altcha.ts'
import { ArrayIn, MachineText, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { type EventOffer, readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { showEventPage } from '../event/event.tsx'
import { SlugParams } from '../../http/wire/params.ts'
import { isBookable } from '../event/event-poster.tsx'
import { doOnce } from '../../pages/form/pressed-twice.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { pageSection } from '../../pages/page-section.ts'
import { BookingFields, filledIn, problemsOf, wantedOf } from '../../pages/booking/booking-input.ts'
import { explainRefusal } from '../../pages/booking/explain-refusal.ts'
import type { FilledBooking, FilledName } from '../../pages/booking/filled-booking.ts'
import { showBookingCode, showChallenge } from './prove.tsx'
import type { Asked } from '../../http/route.ts'

const BookingBody = Type.Object({
  ...BookingFields.properties,
  holder_price: Type.Optional(ArrayIn(UuidIn, { max: 100 })),
  holder_first_name: Type.Optional(ArrayIn(Maybe(TypedText({ max: 200 })), { max: 100 })),
  holder_last_name: Type.Optional(ArrayIn(Maybe(TypedText({ max: 200 })), { max: 100 })),
  names: Maybe(MachineText({ max: 1 })),
  altcha: Maybe(AltchaIn),
  by_mail: Maybe(MachineText({ max: 1 })),
  handle: Maybe(MachineText({ max: 100 })),
  code: Maybe(TypedText({ max: 100 })),
})

type BookingInput = Static<typeof BookingBody>

const pages = pageSection({ url: visitorPaths.eventBooking, params: SlugParams })

/** The form of an event's page. A booking leads to its own page; a refusal is said in the form, with what was filled in. */
export const registerBooking = pages.register

pages.post('', {
  description:
    'With `names` nothing is booked: the form comes back with a name to fill in for each ticket. While many book at once a stranger gets a challenge first; with `by_mail` a code goes to the address, and nothing is booked before it is typed.',
  body: BookingBody,
  handler: async (asked) => {
    const { context, tenant, actor, language, params, body, request, reply } = asked
    const shown = await readEventOffer(context, tenant.id, params.slug)
    const knownEmail = actor.kind === 'account' ? actor.email : null
    const wantsNames = body.names === '1'
    const filled = withHolders(filledIn(body), body, shown.prices)
    const again = (problems: readonly FormProblem[], status: number) => {
      reply.code(status)
      return showEventPage(context, asked, shown, { filled, problems })
    }
    const wrong = problemsOf(filled, {
      prices: shown.prices,
      currency: tenant.currency,
      email: wantsNames || knownEmail !== null ? 'unasked' : 'needed',
      language,
    })
    if (wrong.length > 0) return again(wrong, 400)
    if (wantsNames) return again([], 200)
    const booking = requestOf(shown, filled, actor, { language, currency: tenant.currency })
    const waiting = { event: shown.event, email: booking.email, body }
    // No mail is sent when nothing is sold: the refusal says why.
    const isCodeOfUse = isBookable(shown.event, shown.prices, { now: context.now(), timeZone: tenant.timeZone })
    if (body.by_mail === '1' && !booking.trusted && isCodeOfUse) {
      const handle = await mailCode(context, asked, booking, shown.event)
      return showBookingCode(asked, waiting, { handle, triesLeft: null })
    }
    try {
      const id = await bookOnce(context, asked, booking, body)
      const next = tenant.paysOnline ? '?step=pay' : ''
      return reply.redirect(bookingPath(context, tenant.id, id) + next, 303)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { challenge, triesLeft } = error.details
      if (challenge !== undefined) {
        reply.code(errorStatus[error.code])
        return showChallenge(asked, waiting, { asked: challenge, isFirst: !body.altcha })
      }
      if (triesLeft !== undefined) {
        reply.code(errorStatus[error.code])
        return showBookingCode(asked, waiting, { handle: body.handle ?? '', triesLeft })
      }
      const refusal = await explainAnew(context, request, { error, filled, slug: params.slug })
      if (refusal === null) throw error
      return again([refusal], errorStatus[error.code])
    }
  },
})

type Refused = { readonly error: AppError; readonly filled: FilledBooking; readonly slug: string }

/** Explains a refusal by what is left now, which may have changed since the page was made. */
async function explainAnew(context: Context, { tenant, actor, language }: FastifyRequest, refused: Refused) {
  const { event, prices } = await readEventOffer(context, tenant.id, refused.slug)
  const knownEmail = actor.kind === 'account' ? actor.email : null
  const { currency } = tenant
  return explainRefusal(refused.error, { filled: refused.filled, event, prices, currency, knownEmail, language })
}

/** Adds a name for each ticket to a filled-in form, where each is to have its own. */
function withHolders(filled: FilledBooking, body: BookingInput, prices: readonly OfferedPrice[]): FilledBooking {
  const { firstName, lastName } = filled
  // A visitor who typed a name before asking for one each has named the first ticket.
  const firstNamed = prices.find((price) => price.makesTickets && price.maxPerUser > 1)
  const started = new Map(firstNamed === undefined ? [] : [[firstNamed.id, [{ firstName, lastName }]]])
  return { ...filled, holders: holdersIn(body) ?? (body.names === '1' ? started : null) }
}

function holdersIn(body: BookingInput): Map<string, FilledName[]> | null {
  if (body.holder_price === undefined) return null
  const holders = new Map<string, FilledName[]>()
  for (const [index, priceId] of body.holder_price.entries()) {
    const name = { firstName: body.holder_first_name?.[index] ?? '', lastName: body.holder_last_name?.[index] ?? '' }
    holders.set(priceId, [...(holders.get(priceId) ?? []), name])
  }
  return holders
}

function requestOf(
  { event: { id: eventId }, prices }: EventOffer,
  filled: FilledBooking,
  actor: Actor,
  { language, currency }: { readonly language: Language; readonly currency: string },
): AskedBooking {
  const trusted = actor.kind === 'account'
  const email = trusted ? actor.email : normalizeEmail(filled.email)
  const wanted = wantedOf(filled, { prices, currency })
  return { eventId, email, toMail: true, ...wanted, trusted, unasked: false, staff: false, atDesk: false, language }
}

/** Books once, however often the form is sent, and returns the booking's id. */
async function bookOnce(context: Context, asked: Asked, booking: AskedBooking, body: BookingInput): Promise<string> {
  // Several visitors who saw one copy of the page have its key; their addresses tell them apart.
  const { altcha, by_mail, handle, code, ...wanted } = body
  const digest = sha256(`${body.key} ${booking.email}`)
  const repeatable = {
    key: `form ${digest.toString('base64url')}`,
    bodyHash: sha256(JSON.stringify(wanted)),
    render: ({ id }: { readonly id: string }) => id,
  }
  const proof: ShownProof = altcha
    ? { kind: 'solution', altcha }
    : handle
      ? { kind: 'code', code: { handle, digits: digitsOf(code ?? '') } }
      : { kind: 'nothing' }
  return idOf(await doOnce(() => bookWithinLimit(context, asked, booking, repeatable, proof)))
}

/**
 * Mails the code that lets the booking through once it is typed.
 *
 * @throws AppError too_many_requests
 */
async function mailCode(
  context: Context,
  { request, reply }: Asked,
  { eventId, email, language }: AskedBooking,
  { name, slug }: { readonly name: string; readonly slug: string },
): Promise<string> {
  await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
  const { tenant, ownDomain } = request
  return mailBookingCode(
    context,
    tenant,
    { eventId, email, ownDomain },
    { event: { name, path: at(visitorPaths.event, { slug }) }, language, limited: context.config.rateLimit },
  )
}

function idOf(answer: BookingAnswer): string {
  return answer.kind === 'booked' ? answer.reservation.id : answer.response
}
