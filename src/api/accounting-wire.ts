import { Type } from 'typebox'
import type { Accounts, DayRow, MethodRow, PriceRow, ProductRow, RateRow } from '../features/accounting/accounting.ts'
import type { ListedDocument } from '../features/accounting/accounting.queries.ts'
import type { Accounting } from '../features/accounting/read-accounting.ts'
import { fieldsOf, ownCurrency } from '../http/wire/answer-fields.ts'
import { presentVat, VatOut } from './vat-wire.ts'

/** The books are told currency by currency. */
type InCurrency = { readonly currency: string }
const given = (_row: unknown, { currency }: InCurrency) => currency

const ofSales = fieldsOf<Pick<Accounts, 'soldMinor' | 'creditedMinor' | 'netMinor' | 'vatMinor'>, InCurrency>(given)
const salesFields = {
  sold: ofSales.amount('soldMinor', 1920),
  credited: ofSales.amount('creditedMinor', 120),
  net: ofSales.amount('netMinor', 1706.16),
  vat: ofSales.amount('vatMinor', 93.84),
}

const ofSold = fieldsOf<Omit<ProductRow, 'key' | 'product' | 'prices'>, InCurrency>(given)
const soldFields = {
  quantity: ofSold.integer('quantity', 160),
  sold: ofSold.amount('soldMinor', 1920),
  credited_quantity: ofSold.integer('credited', 10),
  credited: ofSold.amount('creditedMinor', 120),
}

const rate = fieldsOf<Pick<RateRow, 'rateHundredths'>>().value(VatOut, ({ rateHundredths }) =>
  presentVat(rateHundredths),
)

const ofRate = fieldsOf<RateRow, InCurrency>(given)
const rates = ofRate.part({ rate, ...salesFields, gross: ofRate.amount('grossMinor', 1800) })

const ofPrice = fieldsOf<PriceRow, InCurrency>()
const prices = ofPrice.part({ price: ofPrice.text('price', 'Full price'), rate, ...soldFields })

const ofProduct = fieldsOf<ProductRow, InCurrency>()
const products = ofProduct.part({
  product: ofProduct.text('product', 'Ticket'),
  ...soldFields,
  prices: ofProduct.each(prices, 'prices'),
})

const ofDay = fieldsOf<DayRow, InCurrency>()
const days = ofDay.part({
  day: ofDay.text('day', '2026-05-01'),
  receipts: ofDay.integer('receipts', 80),
  credit_notes: ofDay.integer('creditNotes', 5),
  ...salesFields,
})

const ofMethod = fieldsOf<MethodRow, InCurrency>(given)
const methods = ofMethod.part({
  method: ofMethod.text('method', 'card'),
  payments: ofMethod.integer('payments', 80),
  received: ofMethod.amount('receivedMinor', 1920),
  refunded: ofMethod.amount('refundedMinor', 120),
  withdrawn: ofMethod.amount('withdrawnMinor', 0),
  kept: ofMethod.amount('keptMinor', 1800),
})

const ofGifts = fieldsOf<Accounts['given'], InCurrency>(given)
const gifts = ofGifts.part({ count: ofGifts.integer('count', 3), worth: ofGifts.amount('worthMinor', 36) })

const ofAccounts = fieldsOf<Accounts, InCurrency>(given)
const accounts = ofAccounts.part({
  currency: ofAccounts.text('currency', 'EUR'),
  receipts: ofAccounts.integer('receipts', 80),
  credit_notes: ofAccounts.integer('creditNotes', 5),
  ...salesFields,
  rates: ofAccounts.each(rates, 'rates'),
  products: ofAccounts.each(products, 'products'),
  days: ofAccounts.each(days, 'days'),
  methods: ofAccounts.each(methods, 'methods'),
  received: ofAccounts.amount('receivedMinor', 1920),
  unmatched: ofAccounts.amount('unmatchedMinor', 0),
  refunded: ofAccounts.amount('refundedMinor', 120),
  withdrawn: ofAccounts.amount('withdrawnMinor', 0),
  given: ofAccounts.one(gifts, 'given'),
})

const ofBooks = fieldsOf<Accounting>()
export const books = ofBooks.object('Accounting', {
  from: ofBooks.text(({ period }) => period.from, '2026-05-01'),
  to: ofBooks.text(({ period }) => period.to, '2026-05-31'),
  running: ofBooks.yesNo('isRunning', false),
  first_number: ofBooks.integerOrNull(({ numbers }) => numbers?.first ?? null, 1),
  last_number: ofBooks.integerOrNull(({ numbers }) => numbers?.last ?? null, 85),
  accounts: ofBooks.value(Type.Array(accounts.out), (row) => row.accounts.map((each) => accounts.present(each, each))),
})

const ofReceipt = fieldsOf<ListedDocument>(ownCurrency)
export const receipt = ofReceipt.object('Receipt', {
  uuid: ofReceipt.uuid('id'),
  number: ofReceipt.integer('number', 42),
  kind: ofReceipt.choice(['receipt', 'credit_note'], 'kind'),
  reservation: ofReceipt.uuid('reservationId'),
  // What a credit note says is below zero, as on the page.
  amount: ofReceipt.amount(({ kind, amountMinor }) => (kind === 'receipt' ? amountMinor : -amountMinor), 24),
  currency: ofReceipt.text('currency', 'EUR'),
  method: ofReceipt.text('method', 'card'),
  datetime: ofReceipt.moment('createdAt'),
})
