import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import type { Cell, Row } from '../../lib/sheet.ts'
import { closingTexts } from '../../messages/documents/closing.ts'
import { figuresTexts } from '../../messages/documents/figures.ts'
import { settlementTexts } from '../../messages/documents/settlement.ts'
import type { Accounts, Quantities, Sales } from './accounting.ts'
import type { Accounting } from './read-accounting.ts'
import type { Settlement } from './settlement.ts'
import { dealText, hasTerms } from './settlement-text.ts'

type Figures = Pick<Accounts, 'currency'> & {
  readonly of: string
  readonly day?: string
  readonly name?: string
  readonly detail?: string
  readonly rateHundredths?: number | null
  readonly count?: number
  readonly creditedCount?: number
} & { readonly [Amount in (typeof amounts)[number]]?: number }

const amounts = ['sold', 'credited', 'net', 'vat', 'received', 'refunded', 'withdrawn', 'divided', 'result'] as const

/** The books of a period as one table, whose first column says by what the others are summed. */
export function figuresSheet(
  { accounts, settlement }: Accounting,
  language: Language,
): { readonly head: readonly string[]; readonly rows: readonly Row[] } {
  const figures = accounts.flatMap((each) => figuresOf(each, language))
  const { columns, settled } = figuresTexts[language]
  if (!settlement || !hasTerms(settlement)) return { head: columns, rows: figures.map(rowOf) }
  const rows = [...figures, ...settledFigures(settlement, language)]
  return { head: [...columns, ...settled], rows: rows.map((row) => [...rowOf(row), ...dividedOf(row)]) }
}

/**
 * What an event brought, and how it is divided: one column that sums up to what remains to the house, and beside it the results, which
 * belong to no sum.
 */
function settledFigures(settlement: Settlement, language: Language): readonly Figures[] {
  const words = settlementTexts[language]
  const { currency, withdrawnMinor } = settlement
  return [
    { of: words.takings, currency, divided: settlement.takingsMinor },
    ...(withdrawnMinor === 0 ? [] : [{ of: words.withdrawn, currency, divided: -withdrawnMinor }]),
    ...settlement.costs.map(({ label: name, amountMinor }) => ({
      of: words.cost,
      currency,
      name,
      divided: -amountMinor,
    })),
    { of: words.left, currency, result: settlement.leftMinor },
    { of: words.shared, currency, result: settlement.sharedMinor },
    ...settlement.artists.map((deal) => {
      const detail = dealText(deal, currency, language)
      return { of: words.artist, currency, name: deal.artist, detail, divided: -deal.owedMinor }
    }),
    { of: words.house, currency, result: settlement.houseMinor },
  ]
}

function figuresOf(accounts: Accounts, language: Language): readonly Figures[] {
  const { of } = figuresTexts[language]
  const { currency, receipts, creditNotes } = accounts
  return [
    { of: of.total, currency, count: receipts + creditNotes, ...salesOf(accounts), ...moneyOf(accounts) },
    ...accounts.days.map((row) => {
      const count = row.receipts + row.creditNotes
      return { of: of.day, currency, day: row.day, count, ...salesOf(row) }
    }),
    ...accounts.rates.map((row) => ({ of: of.rate, currency, rateHundredths: row.rateHundredths, ...salesOf(row) })),
    ...accounts.products.map((row) => ({ of: of.product, currency, name: row.product, ...quantitiesOf(row) })),
    ...accounts.products.flatMap(({ product: name, prices }) =>
      prices.map((row) => {
        const { price: detail, rateHundredths } = row
        return { of: of.price, currency, name, detail, rateHundredths, ...quantitiesOf(row) }
      }),
    ),
    ...accounts.methods.map((row) => ({
      of: of.method,
      currency,
      name: closingTexts[language].methods[row.method],
      count: row.payments,
      ...moneyOf(row),
    })),
    ...(accounts.given.count === 0 ? [] : [{ of: of.given, currency, count: accounts.given.count }]),
  ]
}

function salesOf({ soldMinor, creditedMinor, netMinor, vatMinor }: Sales) {
  return { sold: soldMinor, credited: creditedMinor, net: netMinor, vat: vatMinor }
}

function quantitiesOf({ quantity, credited, soldMinor, creditedMinor }: Quantities) {
  return { count: quantity, creditedCount: credited, sold: soldMinor, credited: creditedMinor }
}

function moneyOf(moved: Pick<Accounts, 'receivedMinor' | 'refundedMinor' | 'withdrawnMinor'>) {
  return { received: moved.receivedMinor, refunded: moved.refundedMinor, withdrawn: moved.withdrawnMinor }
}

const amountIn =
  ({ currency }: Figures) =>
  (minor: number | undefined): Cell =>
    minor === undefined ? null : { minor, digits: minorDigits(currency) }

const dividedOf = (figures: Figures): Row => [figures.divided, figures.result].map(amountIn(figures))

function rowOf(figures: Figures): Row {
  const { day, rateHundredths } = figures
  const amount = amountIn(figures)
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
