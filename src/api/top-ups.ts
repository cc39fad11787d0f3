import { type Static, Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { normalizeNumber } from '../features/card/card.ts'
import type { AskedOrder } from '../features/reservation/decide-order.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import type { Language } from '../lib/language.ts'
import { normalizeEmail } from '../lib/text.ts'
import { open } from '../http/route.ts'
import { section } from '../http/section.ts'
import { AmountIn, EmailIn, MachineText, Maybe, Seldom, UuidIn } from '../http/wire/schemas.ts'
import { costFields, readOptionalAmount } from './amount-wire.ts'
import { BookingHeaders, bookingRefusals } from './booking-wire.ts'
import { addressFields, answerOrder, ofOrder, orderFields, orderOf } from './order-wire.ts'
import { ReturnUrlIn, readReturnUrl } from './return-url-wire.ts'

const TopUpIn = Type.Object(
  {
    email: EmailIn,
    price: UuidIn,
    custom_amount: Seldom(AmountIn),
    card: Maybe(MachineText({ max: 30, example: 'A-00042' })),
    return_url: ReturnUrlIn,
  },
  { title: 'TopUpCreation' },
)

const order = ofOrder.object('TopUpOrder', {
  ...orderFields,
  card: ofOrder.textOrNull('cardNumber', 'A-00042'),
  amount: costFields.amount,
  ...addressFields,
})

const topUps = section({ tag: 'Cards', url: '/api/top-ups/', access: open })

/** Money for a card can also be ordered alone (ADR 0263). */
export const registerTopUps = topUps.register

topUps.post('', {
  operationId: 'topUpCard',
  refuses: [...bookingRefusals, 'permission_denied', 'too_many_unconfirmed', 'amount_mismatch'],
  summary: 'Top up a card',
  description:
    'Orders money for a cashless card: 202 with the reservation, at no event. Once it is paid (`checkout_url`, or at the desk where it is null) the money is on the card of the number that is printed on it (`card`), whoever pays: one that a till here has opened, or of whoever is signed in; without `card` on those of the person of `email`. Whose a card is and what is on it is not said; one that there is none of, or that is blocked, is 400 on `card`, and 30 of them in a minute, 10 of one address, are allowed. Anybody orders for their own `email`, a key with `reservation:write` for any. What a stranger orders without paying online is held for 30 minutes until its address is confirmed. Stock, personal maximum and required membership of the price hold as at booking. `custom_amount` is what is paid at a price with `free_price`, without it the least. With an `Idempotency-Key` header, a repeat within 24 hours gets the first answer again; a refusal is not kept.',
  headers: BookingHeaders,
  body: TopUpIn,
  response: { 202: order.out },
  handler: async ({ context, tenant, language, body, request, reply }) => {
    const input = readTopUp(body, { tenant, language })
    return answerOrder(
      context,
      { request, reply },
      {
        input,
        sent: body,
        present: (taken) => {
          if (taken.kind === 'granted') throw new Error('a top-up is not granted')
          return { statusCode: 202, body: order.present(orderOf(context, request, taken, input), { tenant }) }
        },
      },
    )
  },
})

type Asked = { readonly tenant: Pick<Tenant, 'currency' | 'sites'>; readonly language: Language }

/** The wire form in our words. @throws AppError validation_failed naming the field */
function readTopUp(body: Static<typeof TopUpIn>, { tenant, language }: Asked): AskedOrder {
  const cardNumber = body.card == null ? null : normalizeNumber(body.card)
  // What is no number of a card is none that there is.
  if (body.card != null && cardNumber === null) throw fieldError('card', 'unknown_card')
  return {
    kind: 'cashless_top_up',
    email: normalizeEmail(body.email),
    firstName: '',
    lastName: '',
    cardNumber,
    priceId: body.price,
    language,
    chosenMinor: readOptionalAmount(body.custom_amount, { field: 'custom_amount', currency: tenant.currency }),
    promotionalCode: null,
    returnUrl: readReturnUrl(body.return_url, tenant.sites),
    atDesk: false,
  }
}
