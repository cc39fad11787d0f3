import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import type { Cell, Row } from '../../lib/sheet.ts'
import { closingTexts } from '../../messages/documents/closing.ts'
import { figuresTexts } from '../../messages/documents/figures.ts'
import type { Accounts } from './accounting.ts'
import type { Accounting } from './read-accounting.ts'

type Figures = Pick<Accounts, 'currency'> & {
  readonly of: string
  readonly day?: string
  readonly name?: string
  readonly detail?: string
  readonly rateHundredths?: number | null
  readonly count?: number
  readonly sold?: number
  readonly creditedCount?: number
  readonly credited?: number
  readonly net?: number
  readonly vat?: number
  readonly received?: number
  readonly refunded?: number
  readonly withdrawn?: number
}

/** The books of a period as one table, whose first column says by what the others are summed. */
export function figuresSheet(
  { accounts }: Accounting,
  language: Language,
): { readonly head: readonly string[]; readonly rows: readonly Row[] } {
  const rows = accounts.flatMap((each) => figuresOf(each, language)).map(rowOf)
  return { head: figuresTexts[language].columns, rows }
}

function figuresOf(accounts: Accounts, language: Language): readonly Figures[] {
  const { of } = figuresTexts[language]
  const { currency } = accounts
  return [
    {
      of: of.total,
      currency,
      count: accounts.receipts + accounts.creditNotes,
      ...salesOf(accounts),
      received: accounts.receivedMinor,
      refunded: accounts.refundedMinor,
      withdrawn: accounts.withdrawnMinor,
    },
    ...accounts.days.map((row) => ({
      of: of.day,
      currency,
      day: row.day,
      count: row.receipts + row.creditNotes,
      ...salesOf(row),
    })),
    ...accounts.rates.map((row) => ({ of: of.rate, currency, rateHundredths: row.rateHundredths, ...salesOf(row) })),
    ...accounts.products.map((row) => ({
      of: of.product,
      currency,
      name: row.product,
      count: row.quantity,
      creditedCount: row.credited,
      sold: row.soldMinor,
      credited: row.creditedMinor,
    })),
    ...accounts.products.flatMap(({ product, prices }) =>
      prices.map((row) => ({
        of: of.price,
        currency,
        name: product,
        detail: row.price,
        rateHundredths: row.rateHundredths,
        count: row.quantity,
        creditedCount: row.credited,
        sold: row.soldMinor,
        credited: row.creditedMinor,
      })),
    ),
    ...accounts.methods.map((row) => ({
      of: of.method,
      currency,
      name: closingTexts[language].methods[row.method],
      count: row.payments,
      received: row.receivedMinor,
      refunded: row.refundedMinor,
      withdrawn: row.withdrawnMinor,
    })),
    ...(accounts.given.count === 0 ? [] : [{ of: of.given, currency, count: accounts.given.count }]),
  ]
}

type Sales = Pick<Accounts, 'soldMinor' | 'creditedMinor' | 'netMinor' | 'vatMinor'>

function salesOf({ soldMinor, creditedMinor, netMinor, vatMinor }: Sales) {
  return { sold: soldMinor, credited: creditedMinor, net: netMinor, vat: vatMinor }
}

function rowOf(figures: Figures): Row {
  const { day, rateHundredths } = figures
  const digits = minorDigits(figures.currency)
  const amount = (minor: number | undefined): Cell => (minor === undefined ? null : { minor, digits })
  return [
    figures.of,
    day === undefined ? null : { day },
    figures.name ?? null,
    figures.detail ?? null,
    rateHundredths == null ? null : { minor: rateHundredths, digits: 2 },
    figures.count ?? null,
    amount(figures.sold),
    figures.creditedCount ?? null,
    ...[figures.credited, figures.net, figures.vat].map(amount),
    ...[figures.received, figures.refunded, figures.withdrawn].map(amount),
    figures.currency,
  ]
}
