import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listOffers, type Offer } from '../../features/catalog/offers.queries.ts'
import type { OrderKind } from '../../features/catalog/product.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import type { AskedOrder } from '../../features/reservation/decide-order.ts'
import { readPlaces } from '../../features/reservation/read-places.ts'
import type { TakenOrder } from '../../features/reservation/take-order.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { isEmail } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { orderWithinLimit } from '../../http/order-within-limit.ts'
import type { Asked } from '../../http/route.ts'
import { ArrayIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { amountsIn, TypedAmounts } from '../../pages/booking/booking-input.ts'
import { readTypedAmount } from '../../lib/typed-amount.ts'
import { amountId } from '../../pages/form/own-amount.tsx'
import { doOnce } from '../../pages/form/pressed-twice.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import type { FilledChoice } from './offers.tsx'

/** The fields of every form that orders. Mild, as the form of an event is: what is wrong in it is said beside the field. */
export const OrderFields = {
  /** The key that makes a second press of the button the same order. */
  key: UuidIn,
  price: Maybe(UuidIn),
  email: Maybe(TypedText({ max: 254 })),
  amount_price: Type.Optional(ArrayIn(UuidIn, { max: 100 })),
  amount: TypedAmounts,
}

const OrderBody = Type.Object(OrderFields)

/** Reads the price that was chosen, and the amounts as they were typed. */
export function choiceIn(body: Static<typeof OrderBody>): FilledChoice {
  return { priceId: body.price ?? '', amounts: amountsIn(body.amount_price ?? [], body.amount) }
}

/** The amount that was typed for the chosen price; null: the least, or it cannot be read. */
export function chosenAmount({ priceId, amounts }: FilledChoice, currency: string): number | null {
  return readTypedAmount(amounts.get(priceId) ?? '', currency)
}

type Checked = {
  readonly knownEmail: string | null
  readonly currency: string
  readonly language: Language
  /** What is said when no price is chosen. */
  readonly choosePlease: string
  /** The problems of fields between the prices and the address. */
  readonly others?: readonly FormProblem[]
}

/** Lists the problems of the form, with the amount of the chosen price only: that of another price does not matter. */
export function problemsOf(
  { priceId, amounts, email }: FilledChoice & { readonly email: string },
  { knownEmail, currency, language, choosePlease, others = [] }: Checked,
): readonly FormProblem[] {
  const booking = bookingTexts[language]
  const problem = (field: string, detail: string) => ({ field, detail })
  const typed = amounts.get(priceId)
  const amountWrong = typed !== undefined && readTypedAmount(typed, currency) === null
  return [
    ...(priceId === '' ? [problem('price', choosePlease)] : []),
    ...(amountWrong ? [problem(amountId(priceId), booking.amountWrong[minorDigits(currency)])] : []),
    ...others,
    ...(knownEmail === null && !isEmail(email) ? [problem('email', booking.emailWrong)] : []),
  ]
}

/**
 * Orders what a form asks for, once for each of its keys, and leads to the order, or to the account where there is none since it was
 * granted at once.
 *
 * @throws AppError as orderWithinLimit
 */
export async function orderByForm(
  context: Context,
  asked: Asked,
  input: AskedOrder,
  body: Static<typeof OrderBody>,
): Promise<unknown> {
  const { tenant } = asked.request
  const answer = await doOnce(() =>
    orderWithinLimit(context, asked, input, {
      key: `form ${body.key}`,
      bodyHash: sha256(JSON.stringify(body)),
      render: (taken) => ({ statusCode: 201, response: orderOf(taken) }),
    }),
  )
  const id = answer.kind === 'repeated' ? answer.response : orderOf(answer.taken)
  const next = tenant.paysOnline ? '?step=pay' : ''
  return asked.reply.redirect(id === '' ? visitorPaths.account : bookingPath(context, tenant.id, id) + next, 303)
}

/** Returns the id of the order; '' when there is none, since the membership was granted at once. */
function orderOf(taken: TakenOrder): string {
  return taken.kind === 'ordered' ? taken.id : ''
}

/** @throws AppError not_found where nothing is sold */
export async function readOffers(context: Context, tenant: Tenant, kind: OrderKind): Promise<readonly Offer[]> {
  if (!categoryRules[tenant.category].sells) throw new AppError('not_found')
  const read = () => context.database.asTenant(tenant.id, (tx) => listOffers(tx, kind, context.now()))
  return readPlaces(context, tenant.id, read, (offers) =>
    offers.some(({ prices }) => prices.some(({ left }) => left === 0)),
  )
}
