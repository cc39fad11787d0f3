import { type Static, Type } from 'typebox'
import type { Actor } from '../features/account/actor.ts'
import { type DeskSale, priceSale, sellAtDesk } from '../features/payment/sell-at-desk.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import type { Language } from '../lib/language.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { AmountIn, Maybe, withExample } from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { BookingHeaders, BookingIn, readBooking, bookingRefusals } from './booking-wire.ts'
import { readSaleRepeat } from '../http/repeat-wire.ts'
import { answerReservation, reservation } from './reservation-wire.ts'
import { expectedTotal, MoneyIn, quote, QuotedMoneyIn } from './sale-wire.ts'

const SaleIn = Type.Object(
  { ...BookingIn.properties, ...MoneyIn, amount: Maybe(withExample(AmountIn, 25)) },
  { title: 'DeskSale' },
)
const QuoteIn = Type.Object({ ...BookingIn.properties, ...QuotedMoneyIn }, { title: 'DeskSaleQuote' })

type Asker = { readonly tenant: Tenant; readonly actor: Actor; readonly language: Language }

const sales = section({ tag: 'Reservations', url: '/api/sales/', access: needs('reservation:write', 'reservations') })

/** A till that sells: a booking and its payment by one call (ADR 0154). Not in the interface. */
export const registerSales = sales.register

sales.post('', {
  operationId: 'sellAtDesk',
  refuses: [
    ...bookingRefusals,
    'too_many_unconfirmed',
    'invalid_transition',
    'amount_mismatch',
    'insufficient_balance',
  ],
  summary: 'Sell at the desk',
  description:
    'Books as `/api/reservations/` does and takes the money: tickets are good at once, and an address needs nobody’s confirmation. Without `email` it is nobody’s, and nothing is mailed. `amount` is what the buyer was told: a sale that comes to something else is refused with `amount_mismatch`, and nothing is sold. With `free` nothing is taken, and the amount is 0. With an `Idempotency-Key` header a repeat within 24 hours finishes what the first began and sells nothing more, whatever its `method` and `amount`; it answers with the reservation as it is by then.',
  madeAt: '/api/reservations/',
  headers: BookingHeaders,
  body: SaleIn,
  response: { 201: reservation.out },
  handler: async (call) => {
    const { context, tenant, actor, body, request } = call
    const { method, amount, ...wanted } = body
    const told = readOptionalAmount(amount, { field: 'amount', currency: tenant.currency })
    const sale = { ...readSale(wanted, call), ...expectedTotal(method, told) }
    const repeat = readSaleRepeat(request, sale.email, wanted)
    const { id, paid } = await sellAtDesk(context, tenant, actor, sale, { method, repeat })
    return paid ? reservation.present(paid, call) : answerReservation(id, call)
  },
})

sales.post('quote/', {
  operationId: 'quoteSale',
  refuses: [...bookingRefusals, 'too_many_unconfirmed', 'amount_mismatch'],
  keepsAnswer: false,
  summary: 'Say what a sale comes to',
  description:
    'Of what could be sold at this moment, or it is refused as the sale would be. Nothing is held, and no code is used. `discount` is what the code took off. The body is the sale’s; `method` and `amount` change nothing.',
  body: QuoteIn,
  response: { 200: quote.out },
  handler: async ({ context, body: { method: _, amount, ...wanted }, ...asker }) => {
    readOptionalAmount(amount, { field: 'amount', currency: asker.tenant.currency })
    return quote.present(await priceSale(context, asker.tenant, readSale(wanted, asker)), asker)
  },
})

/** @throws AppError as readBooking */
function readSale(body: Static<typeof BookingIn>, { tenant, actor, language }: Asker): DeskSale {
  const booking = readBooking(body, actor, { language, tenant })
  const { trusted: _, unasked: __, staff: ___, atDesk: ____, ...sale } = booking
  return { ...sale, toMail: sale.toMail && sale.email !== '' }
}
