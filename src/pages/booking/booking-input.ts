import { type Static, Type } from 'typebox'
import { normalizeCode } from '../../features/catalog/promotional-code.ts'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import type { BookingLine, BookingRequest } from '../../features/reservation/booking.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { isEmail } from '../../lib/text.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { ArrayIn, ListQuery, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { isOnSale } from './price-row.tsx'
import { longestAmount, readTypedAmount } from '../../lib/typed-amount.ts'
import { amountId } from '../form/own-amount.tsx'
import type { FormProblem } from '../form/problems.tsx'
import { type FilledBooking, type FilledName, isQuantity, quantityId } from './filled-booking.ts'

/** The fields of a person, all of which may stay empty. Mild on purpose: what is wrong is said beside the field, by the page. */
export const PersonFields = {
  first_name: Maybe(TypedText({ max: 200 })),
  last_name: Maybe(TypedText({ max: 200 })),
  email: Maybe(TypedText({ max: 254 })),
}

const Person = Type.Object(PersonFields)

/** Reads the person as it was typed. */
export function personIn({ first_name, last_name, email }: Static<typeof Person>) {
  return { firstName: first_name ?? '', lastName: last_name ?? '', email: email ?? '' }
}

/** The amounts of prices that leave them open, as they were typed, in the order of the prices. */
export const TypedAmounts = Type.Optional(ArrayIn(Maybe(TypedText({ max: longestAmount })), { max: 100 }))

/** Maps each price to its typed amount; empty ones are left out. */
export function amountsIn(
  prices: readonly string[],
  amounts: Static<typeof TypedAmounts> | undefined,
): ReadonlyMap<string, string> {
  const typed = prices.map((id, index) => [id, amounts?.[index] ?? ''] as const)
  return new Map(typed.filter(([, text]) => text !== ''))
}

/** What every booking form sends. */
export const BookingFields = Type.Object({
  /** The key made with the page, so that a second press of its button is the same booking. */
  key: UuidIn,
  price: ArrayIn(UuidIn, { max: 100 }),
  qty: ArrayIn(Maybe(TypedText({ max: 100 })), { max: 100 }),
  amount: TypedAmounts,
  options: Type.Optional(ArrayIn(UuidIn, { max: 50 })),
  one_option: Maybe(UuidIn),
  ...PersonFields,
  promotional_code: Maybe(TypedText({ max: 100 })),
})

/** Reads the form as it was filled in, with one name for all tickets. */
export function filledIn(body: Static<typeof BookingFields>): FilledBooking {
  return {
    quantities: new Map(body.price.map((id, index) => [id, body.qty[index] ?? '0'])),
    amounts: amountsIn(body.price, body.amount),
    optionIds: [...(body.options ?? []), ...(body.one_option ? [body.one_option] : [])],
    ...personIn(body),
    holders: null,
    promotionalCode: body.promotional_code ?? '',
  }
}

/** What was chosen before somebody came to the form, in the query of its page. Mild: what is no number stands there and is said when it is sent. */
export const ChosenBefore = Type.Object({
  price: Type.Optional(ListQuery(TypedText({ max: 100 }), { max: 100 })),
  qty: Type.Optional(ListQuery(Maybe(TypedText({ max: 100 })), { max: 100 })),
  amount: Type.Optional(ListQuery(Maybe(TypedText({ max: 12 })), { max: 100 })),
  options: Type.Optional(ListQuery(TypedText({ max: 100 }), { max: 50 })),
  one_option: Maybe(TypedText({ max: 100 })),
})

/** Null: nothing was. */
export function chosenIn({ price, qty = [], ...chosen }: Static<typeof ChosenBefore>): FilledBooking | null {
  return price === undefined ? null : filledIn({ key: '', price, qty, ...chosen })
}

type Checked = {
  readonly prices: readonly OfferedPrice[]
  readonly currency: string
  /** Whether the address is asked for. `unasked`: it is known, or not yet needed. `optional`: it may stay empty. */
  readonly email: 'needed' | 'optional' | 'unasked'
  readonly language: Language
}

/** Lists what is wrong with a form, before the sale is asked anything. */
export function problemsOf(
  { quantities, amounts, email }: FilledBooking,
  { prices, currency, email: asked, language }: Checked,
): readonly FormProblem[] {
  const words = bookingTexts[language]
  const counts = [...quantities]
  const unreadable = counts.filter(([, text]) => !isQuantity(text))
  const first = prices.find(isOnSale)?.id ?? counts[0]?.[0]
  const nothing = unreadable.length === 0 && counts.every(([, text]) => Number(text) === 0)
  const tooMany = unreadable.length === 0 && counts.reduce((sum, [, text]) => sum + Number(text), 0) > mostPlaces
  const chosen = counts.find(([, text]) => Number(text) > 0)
  const noAmounts = [...amounts].filter(([, text]) => readTypedAmount(text, currency) === null)
  const isAsked = asked === 'needed' || (asked === 'optional' && email !== '')
  const problem = (field: string | null, detail: string) => ({ field, detail, next: [] })
  return [
    ...unreadable.map(([id]) => problem(quantityId(id), words.wholeNumber)),
    ...noAmounts.map(([id]) => problem(amountId(id), words.amountWrong[minorDigits(currency)])),
    ...(nothing ? [problem(first === undefined ? null : quantityId(first), words.choose)] : []),
    ...(tooMany ? [problem(quantityId(chosen?.[0] ?? ''), fieldTexts[language].problems.too_many_places)] : []),
    ...(isAsked && !isEmail(email) ? [problem('email', words.emailWrong)] : []),
  ]
}

/**
 * Reads what is wanted from a form without problems: the name goes on every ticket, or each ticket has its own. Options are asked for with
 * tickets, and go where none is wanted.
 */
export function wantedOf(
  filled: FilledBooking,
  { prices, currency }: Pick<Checked, 'prices' | 'currency'>,
): Pick<BookingRequest, 'lines' | 'optionIds' | 'promotionalCode'> {
  const { firstName, lastName, optionIds } = filled
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
  const wantsTickets = prices.some(
    ({ id, makesTickets }) => makesTickets && lines.some(({ priceId }) => priceId === id),
  )
  return {
    lines,
    optionIds: wantsTickets ? optionIds : [],
    promotionalCode: normalizeCode(filled.promotionalCode) || null,
  }
}
