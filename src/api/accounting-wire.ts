import { type Static, Type } from 'typebox'
import type { Accounts } from '../features/accounting/accounting.ts'
import type { ListedDocument } from '../features/accounting/accounting.queries.ts'
import type { Accounting } from '../features/accounting/read-accounting.ts'
import { amountFromMinor, rateText } from '../lib/money.ts'
import { formatDateTime } from '../lib/time.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumOut,
  IntegerOut,
  NullableIntegerOut,
  NumberOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'

const amount = (example: number) => withExample(NumberOut, example)

const salesFields = { sold: amount(1920), credited: amount(120), net: amount(1706.16), vat: amount(93.84) }
const rate = withExample(TextOut, '5.50')
const soldFields = {
  quantity: withExample(IntegerOut, 160),
  sold: amount(1920),
  credited_quantity: withExample(IntegerOut, 10),
  credited: amount(120),
}

const AccountsOut = Type.Object({
  currency: withExample(TextOut, 'EUR'),
  receipts: withExample(IntegerOut, 80),
  credit_notes: withExample(IntegerOut, 5),
  ...salesFields,
  rates: Type.Array(Type.Object({ rate, ...salesFields, gross: amount(1800) })),
  products: Type.Array(
    Type.Object({
      product: withExample(TextOut, 'Ticket'),
      ...soldFields,
      prices: Type.Array(Type.Object({ price: withExample(TextOut, 'Full price'), rate, ...soldFields })),
    }),
  ),
  days: Type.Array(
    Type.Object({
      day: withExample(TextOut, '2026-05-01'),
      receipts: withExample(IntegerOut, 80),
      credit_notes: withExample(IntegerOut, 5),
      ...salesFields,
    }),
  ),
  methods: Type.Array(
    Type.Object({
      method: withExample(TextOut, 'card'),
      payments: withExample(IntegerOut, 80),
      received: amount(1920),
      refunded: amount(120),
      withdrawn: amount(0),
      kept: amount(1800),
    }),
  ),
  received: amount(1920),
  unmatched: amount(0),
  refunded: amount(120),
  withdrawn: amount(0),
  given: Type.Object({ count: withExample(IntegerOut, 3), worth: amount(36) }),
})

export const AccountingOut = Type.Object(
  {
    from: withExample(TextOut, '2026-05-01'),
    to: withExample(TextOut, '2026-05-31'),
    running: withExample(BooleanOut, false),
    first_number: withExample(NullableIntegerOut, 1),
    last_number: withExample(NullableIntegerOut, 85),
    accounts: Type.Array(AccountsOut),
  },
  { title: 'Accounting' },
)

export const ReceiptOut = Type.Object(
  {
    uuid: UuidOut,
    number: withExample(IntegerOut, 42),
    kind: EnumOut(['receipt', 'credit_note'] as const),
    reservation: UuidOut,
    amount: amount(24),
    currency: withExample(TextOut, 'EUR'),
    method: withExample(TextOut, 'card'),
    datetime: DateTimeOut,
  },
  { title: 'Receipt' },
)

export function presentAccounting(accounting: Accounting): Static<typeof AccountingOut> {
  const { period, isRunning, numbers, accounts } = accounting
  return {
    ...period,
    running: isRunning,
    first_number: numbers?.first ?? null,
    last_number: numbers?.last ?? null,
    accounts: accounts.map(presentAccounts),
  }
}

type Sales = Pick<Accounts, 'soldMinor' | 'creditedMinor' | 'netMinor' | 'vatMinor'>
type Sold = {
  readonly quantity: number
  readonly soldMinor: number
  readonly credited: number
  readonly creditedMinor: number
}

function presentAccounts(accounts: Accounts): Static<typeof AccountsOut> {
  const { currency } = accounts
  const money = (minor: number) => amountFromMinor(minor, currency)
  const sales = (row: Sales) => ({
    sold: money(row.soldMinor),
    credited: money(row.creditedMinor),
    net: money(row.netMinor),
    vat: money(row.vatMinor),
  })
  const sold = (row: Sold) => ({
    quantity: row.quantity,
    sold: money(row.soldMinor),
    credited_quantity: row.credited,
    credited: money(row.creditedMinor),
  })
  return {
    currency,
    receipts: accounts.receipts,
    credit_notes: accounts.creditNotes,
    ...sales(accounts),
    rates: accounts.rates.map((row) => ({
      rate: presentRate(row.rateHundredths),
      gross: money(row.grossMinor),
      ...sales(row),
    })),
    products: accounts.products.map(({ product, prices, ...row }) => ({
      product,
      ...sold(row),
      prices: prices.map((each) => ({ price: each.price, rate: presentRate(each.rateHundredths), ...sold(each) })),
    })),
    days: accounts.days.map((row) => ({
      day: row.day,
      receipts: row.receipts,
      credit_notes: row.creditNotes,
      ...sales(row),
    })),
    methods: accounts.methods.map((row) => ({
      method: row.method,
      payments: row.payments,
      received: money(row.receivedMinor),
      refunded: money(row.refundedMinor),
      withdrawn: money(row.withdrawnMinor),
      kept: money(row.keptMinor),
    })),
    received: money(accounts.receivedMinor),
    unmatched: money(accounts.unmatchedMinor),
    refunded: money(accounts.refundedMinor),
    withdrawn: money(accounts.withdrawnMinor),
    given: { count: accounts.given.count, worth: money(accounts.given.worthMinor) },
  }
}

function presentRate(hundredths: number | null): string {
  return hundredths === null ? 'NA' : rateText(hundredths)
}

/** What a credit note says is below zero, as on the page. */
export function presentReceipt(document: ListedDocument): Static<typeof ReceiptOut> {
  const { id, number, kind, reservationId, amountMinor, currency, method, createdAt } = document
  return {
    uuid: id,
    number,
    kind,
    reservation: reservationId,
    currency,
    method,
    amount: amountFromMinor(kind === 'receipt' ? amountMinor : -amountMinor, currency),
    datetime: formatDateTime(createdAt),
  }
}
