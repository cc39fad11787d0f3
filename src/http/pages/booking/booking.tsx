import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Actor } from '../../../features/account/actor.ts'
import { normalizeCode } from '../../../features/catalog/promotional-code.ts'
import type { OfferedPrice } from '../../../features/event/event-page.queries.ts'
import type { BookingAnswer } from '../../../features/reservation/book-reservation.ts'
import type { BookingLine, BookingRequest } from '../../../features/reservation/booking.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import { mostPlaces } from '../../../features/reservation/places.ts'
import { freeSeating } from '../../../features/ticket/ticket.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { Language } from '../../../lib/language.ts'
import { minorDigits } from '../../../lib/money.ts'
import { isEmail, normalizeEmail } from '../../../lib/text.ts'
import { bookWithinLimit } from '../../book-within-limit.ts'
import { errorStatus } from '../../error-status.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { texts } from '../../texts/texts.ts'
import { ArrayIn, MachineText, Maybe, TypedText, UuidIn } from '../../wire/schemas.ts'
import { EventParams, readEventPage, showEventPage } from '../event/event.tsx'
import { isOnSale } from '../event/price-row.tsx'
import { amountId, readTypedAmount } from '../form/own-amount.tsx'
import { doOnce } from '../form/pressed-twice.ts'
import type { FormProblem } from '../form/problems.tsx'
import { page } from '../page.ts'
import { explainRefusal } from './explain-refusal.ts'
import { type FilledBooking, type FilledName, isQuantity, quantityId } from './filled-booking.ts'

/** Mild on purpose: what is wrong in it is said beside the field, by the page. */
const BookingBody = Type.Object({
  key: UuidIn,
  price: ArrayIn(UuidIn, { max: 100 }),
  qty: ArrayIn(Maybe(TypedText({ max: 100 })), { max: 100 }),
  amount: Type.Optional(ArrayIn(Maybe(TypedText({ max: 12 })), { max: 100 })),
  options: Type.Optional(ArrayIn(UuidIn, { max: 50 })),
  first_name: Maybe(TypedText({ max: 200 })),
  last_name: Maybe(TypedText({ max: 200 })),
  holder_price: Type.Optional(ArrayIn(UuidIn, { max: 100 })),
  holder_first_name: Type.Optional(ArrayIn(Maybe(TypedText({ max: 200 })), { max: 100 })),
  holder_last_name: Type.Optional(ArrayIn(Maybe(TypedText({ max: 200 })), { max: 100 })),
  email: Maybe(TypedText({ max: 254 })),
  promotional_code: Maybe(TypedText({ max: 100 })),
  names: Maybe(MachineText({ max: 1 })),
})

type BookingInput = Static<typeof BookingBody>

/** The form of an event's page. A booking leads to its own page; a refusal is said in the form, as it was filled in. */
export function registerBooking(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: '/events/:slug/booking/',
    summary: 'Book from the page of an event',
    description:
      'With `names` nothing is booked: the form comes back with a name to fill in for each ticket.',
    forms: true,
    params: EventParams,
    body: BookingBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEventPage(context, tenant, params.slug)
      const knownEmail = actor.kind === 'account' ? actor.email : null
      const wantsNames = body.names === '1'
      const filled = filledIn(body, shown.prices, wantsNames)
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showEventPage(context, { request, reply }, shown, { filled, problems })
      }
      const wrong = problemsOf(filled, {
        prices: shown.prices,
        currency: tenant.currency,
        knownEmail,
        wantsNames,
        language,
      })
      if (wrong.length > 0) return again(wrong, 400)
      if (wantsNames) return again([], 200)
      const booking = requestOf(shown.event.id, filled, actor, { language, currency: tenant.currency })
      try {
        const id = await bookOnce(context, { request, reply }, booking, body)
        const next = tenant.paysOnline ? '?step=pay' : ''
        return reply.redirect(bookingPath(context, tenant.id, id) + next, 303)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // What is left may have changed since the page was made.
        const { event, prices } = await readEventPage(context, tenant, params.slug)
        const refusal = explainRefusal(error, {
          filled,
          event,
          prices,
          currency: tenant.currency,
          knownEmail,
          language,
        })
        if (refusal === null) throw error
        return again([refusal], errorStatus[error.code])
      }
    },
  })
}

function filledIn(body: BookingInput, prices: readonly OfferedPrice[], wantsNames: boolean): FilledBooking {
  const [firstName, lastName] = [body.first_name ?? '', body.last_name ?? '']
  const holders = holdersIn(body)
  // Whoever typed a name before asking for one each has named the first ticket.
  const firstNamed = prices.find((price) => price.makesTickets && price.maxPerUser > 1)
  const started = new Map(firstNamed === undefined ? [] : [[firstNamed.id, [{ firstName, lastName }]]])
  return {
    quantities: new Map(body.price.map((id, index) => [id.toLowerCase(), body.qty[index] ?? '0'])),
    amounts: new Map(
      body.price.flatMap((id, index) => {
        const text = body.amount?.[index] ?? ''
        return text === '' ? [] : [[id.toLowerCase(), text]]
      }),
    ),
    optionIds: (body.options ?? []).map((id) => id.toLowerCase()),
    firstName,
    lastName,
    holders: holders ?? (wantsNames ? started : null),
    email: body.email ?? '',
    promotionalCode: body.promotional_code ?? '',
  }
}

function holdersIn(body: BookingInput): Map<string, FilledName[]> | null {
  if (body.holder_price === undefined) return null
  const holders = new Map<string, FilledName[]>()
  for (const [index, id] of body.holder_price.entries()) {
    const priceId = id.toLowerCase()
    const name = {
      firstName: body.holder_first_name?.[index] ?? '',
      lastName: body.holder_last_name?.[index] ?? '',
    }
    holders.set(priceId, [...(holders.get(priceId) ?? []), name])
  }
  return holders
}

type Checked = {
  readonly prices: readonly OfferedPrice[]
  readonly currency: string
  readonly knownEmail: string | null
  readonly wantsNames: boolean
  readonly language: Language
}

function problemsOf(
  { quantities, amounts, email }: FilledBooking,
  { prices, currency, knownEmail, wantsNames, language }: Checked,
): readonly FormProblem[] {
  const words = pageTexts[language].booking
  const counts = [...quantities]
  const unreadable = counts.filter(([, text]) => !isQuantity(text))
  const first = prices.find(isOnSale)?.id ?? counts[0]?.[0]
  const nothing = unreadable.length === 0 && counts.every(([, text]) => Number(text) === 0)
  const tooMany =
    unreadable.length === 0 && counts.reduce((sum, [, text]) => sum + Number(text), 0) > mostPlaces
  const noAmounts = [...amounts].filter(([, text]) => readTypedAmount(text, currency) === null)
  const emailWrong = !wantsNames && knownEmail === null && !isEmail(email)
  const problem = (field: string | null, detail: string) => ({ field, detail, next: [] })
  return [
    ...unreadable.map(([id]) => problem(quantityId(id), words.wholeNumber)),
    ...noAmounts.map(([id]) => problem(amountId(id), words.amountWrong[minorDigits(currency)])),
    ...(nothing ? [problem(first === undefined ? null : quantityId(first), words.choose)] : []),
    ...(tooMany
      ? [
          problem(
            quantityId(counts.find(([, text]) => Number(text) > 0)?.[0] ?? ''),
            texts[language].problems.too_many_places,
          ),
        ]
      : []),
    ...(emailWrong ? [problem('email', words.emailWrong)] : []),
  ]
}

/** The name goes on every ticket, or each ticket has its own. */
function requestOf(
  eventId: string,
  filled: FilledBooking,
  actor: Actor,
  { language, currency }: { readonly language: Language; readonly currency: string },
): BookingRequest {
  const { firstName, lastName } = filled
  const lines = [...filled.quantities].flatMap(([priceId, text], index): BookingLine[] => {
    const quantity = Number(text)
    if (quantity === 0) return []
    const names: readonly FilledName[] = filled.holders
      ? (filled.holders.get(priceId) ?? []).slice(0, quantity)
      : Array<FilledName>(quantity).fill({ firstName, lastName })
    const holders = names.map((name) => ({ ...name, seat: freeSeating }))
    const chosenMinor = readTypedAmount(filled.amounts.get(priceId) ?? '', currency)
    return [{ priceId, quantity, chosenMinor, holders, field: `price.${index}` }]
  })
  const trusted = actor.kind === 'account'
  const email = trusted ? actor.email : normalizeEmail(filled.email)
  const { optionIds } = filled
  const promotionalCode = normalizeCode(filled.promotionalCode) || null
  return {
    ...{ eventId, email, toMail: true, optionIds, lines, promotionalCode, trusted },
    ...{ staff: false, language },
  }
}

/** The id of the one booking of this form, however often it is sent. */
async function bookOnce(
  context: Context,
  asked: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  booking: BookingRequest,
  body: BookingInput,
): Promise<string> {
  const repeatable = {
    key: `form ${body.key.toLowerCase()}`,
    bodyHash: sha256(JSON.stringify(body)),
    render: ({ id }: { readonly id: string }) => id,
  }
  return idOf(await doOnce(() => bookWithinLimit(context, asked, booking, repeatable)))
}

function idOf(answer: BookingAnswer): string {
  return answer.kind === 'booked' ? answer.reservation.id : answer.response
}
