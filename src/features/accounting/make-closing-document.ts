import type { ReportPage, ReportTable } from '../../integrations/documents/report-pages.ts'
import type { Attachment } from '../../integrations/mail/mailer.ts'
import { amountText, dayText, numberText, percentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { closingTexts } from '../../messages/documents/closing.ts'
import { settlementTexts } from '../../messages/documents/settlement.ts'
import type { BasicDeps } from '../deps.ts'
import { mentionsOf } from '../mail/sender.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { EverSum } from './accounting.queries.ts'
import { type Accounts, type Sales, soldRows } from './accounting.ts'
import { boundsOf } from './period.ts'
import { booksFileName, periodText } from './period-text.ts'
import { type Accounting, type BooksOf, readAccounting, readEver } from './read-accounting.ts'
import type { Settlement } from './settlement.ts'
import { dividedLines, hasTerms, type SettlementLine, sharedLines } from './settlement-text.ts'

/** Books as a PDF: a closing report, which of a period that is over is the same whenever it is made, or the settlement of an event. */
export async function makeClosingDocument(
  deps: BasicDeps<'documents'>,
  tenant: Tenant,
  of: BooksOf,
  language: Language,
): Promise<Attachment> {
  const { period, event } = of
  const accounting = await readAccounting(deps, tenant, of)
  const ever = event === null ? await readEver(deps, tenant, period) : null
  const words = closingTexts[language]
  const title =
    event === null ? `${words.title} · ${periodText(period, language)}` : `${words.settlement} · ${event.name}`
  const createdAt = boundsOf(period, tenant.timeZone).until
  const info = { title, author: tenant.organisation, language, createdAt }
  return {
    filename: `${booksFileName(of, language)}.pdf`,
    contentType: 'application/pdf',
    content: await deps.documents.report(tenant.id, info, tenant, pageOf(accounting, { tenant, ever, language })),
  }
}

type Shown = { readonly tenant: Tenant; readonly ever: readonly EverSum[] | null; readonly language: Language }

function pageOf(accounting: Accounting, { tenant, ever, language }: Shown): ReportPage {
  const words = closingTexts[language]
  const { event, period, numbers, accounts } = accounting
  const settlement = accounting.settlement && hasTerms(accounting.settlement) ? accounting.settlement : null
  const receipts = accounts.reduce((sum, each) => sum + each.receipts, 0)
  const creditNotes = accounts.reduce((sum, each) => sum + each.creditNotes, 0)
  return {
    title: event === null ? words.title : words.settlement,
    subtitle: event === null ? periodText(period, language) : `${event.name} · ${periodText(period, language)}`,
    accentColor: tenant.accentColor,
    mentions: mentionsOf(tenant),
    facts: [
      {
        label: words.documents,
        value: numbers === null ? words.noDocuments : words.numbers({ ...numbers, receipts, creditNotes }),
      },
      { label: words.days, value: words.midnight(tenant) },
    ],
    tables: [
      ...(settlement === null ? [] : settlementTables(settlement, language)),
      ...accounts.flatMap((each) => tablesOf(each, ever, language)),
    ],
    notes: [
      ...(accounting.isRunning ? [event === null ? words.running : words.soFar] : []),
      words.rounding,
      ...(settlement === null ? [] : [settlementTexts[language].rule]),
    ],
    pageNumber: words.page({ number: '{number}' }),
    unprintable: words.unprintable,
  }
}

function settlementTables(settlement: Settlement, language: Language): readonly ReportTable[] {
  const words = settlementTexts[language]
  const { currency } = settlement
  const table = (title: string, lines: readonly SettlementLine[]) => ({
    title,
    columns: [
      { name: words.what, share: 4 },
      { name: title === words.title ? words.deal : '', share: 4.4 },
      { name: currency, share: 1.6, figures: true },
    ],
    rows: lines.map(({ what, detail, amountMinor }) => [what, detail, amountText(amountMinor, currency, language)]),
  })
  const tables = [
    table(words.title, dividedLines(settlement, language)),
    table(words.basis, sharedLines(settlement, language)),
  ]
  // The last line is the sum.
  return tables.flatMap(({ rows, ...rest }) => {
    const total = rows.at(-1)
    return total === undefined ? [] : [{ ...rest, rows: rows.slice(0, -1), total }]
  })
}

function tablesOf(accounts: Accounts, ever: readonly EverSum[] | null, language: Language): readonly ReportTable[] {
  const tables = [ratesTable, productsTable, methodsTable, daysTable].map((make) => make(accounts, language))
  return [sumsTable(accounts, ever, language), ...tables.filter(({ rows }) => rows.length > 0)]
}

function sumsTable(accounts: Accounts, ever: readonly EverSum[] | null, language: Language): ReportTable {
  const words = closingTexts[language]
  const { currency, soldMinor, creditedMinor, receivedMinor, refundedMinor, withdrawnMinor } = accounts
  const amount = amountIn(accounts, language)
  // Zero has no sign.
  const less = (minor: number) => amount(minor === 0 ? 0 : -minor)
  const everOf = (kind: EverSum['kind']) =>
    ever?.find((sum) => sum.currency === currency && sum.kind === kind)?.amountMinor ?? 0
  return {
    title: words.sums({ currency }),
    columns: [
      { name: '', share: 3 },
      { name: currency, share: 1, figures: true },
    ],
    rows: [
      [words.sold, amount(soldMinor)],
      [words.credited, less(creditedMinor)],
      [words.difference, amount(soldMinor - creditedMinor)],
      [words.net, amount(accounts.netMinor)],
      [words.vat, amount(accounts.vatMinor)],
      [words.received, amount(receivedMinor)],
      [words.unmatched, amount(accounts.unmatchedMinor)],
      [words.refunded, less(refundedMinor)],
      [words.withdrawn, less(withdrawnMinor)],
      [words.left, amount(receivedMinor - refundedMinor - withdrawnMinor)],
      ...(accounts.given.count === 0 ? [] : [[words.given(accounts.given), amount(accounts.given.worthMinor)]]),
      ...(ever === null
        ? []
        : [
            [words.everSold, amount(everOf('receipt'))],
            [words.everCredited, less(everOf('credit_note'))],
          ]),
    ],
    total: null,
  }
}

function ratesTable(accounts: Accounts, language: Language): ReportTable {
  const words = closingTexts[language]
  const amount = amountIn(accounts, language)
  return {
    title: words.rates,
    columns: [{ name: words.rate, share: 2 }, ...salesColumns(language)],
    rows: accounts.rates.map((row) => [rateText(row.rateHundredths, language), ...salesOf(row, amount)]),
    total: [words.total, ...salesOf(accounts, amount)],
  }
}

function productsTable(accounts: Accounts, language: Language): ReportTable {
  const words = closingTexts[language]
  const amount = amountIn(accounts, language)
  return {
    title: words.products,
    columns: [
      { name: words.product, share: 3.6 },
      { name: words.price, share: 3 },
      { name: words.rate, share: 1.8 },
      { name: words.quantity, share: 1.2, figures: true },
      { name: words.columns.sold, share: 2, figures: true },
      { name: words.creditedQuantity, share: 1.2, figures: true },
      { name: words.columns.credited, share: 2, figures: true },
    ],
    rows: soldRows(accounts.products).map(({ product, of, ...row }) => [
      product,
      of?.price ?? words.allPrices,
      of ? rateText(of.rateHundredths, language) : '',
      numberText(row.quantity, language),
      amount(row.soldMinor),
      numberText(row.credited, language),
      amount(row.creditedMinor),
    ]),
    total: [words.total, '', '', '', amount(accounts.soldMinor), '', amount(accounts.creditedMinor)],
  }
}

function methodsTable(accounts: Accounts, language: Language): ReportTable {
  const words = closingTexts[language]
  const amount = amountIn(accounts, language)
  const keys = ['receivedMinor', 'refundedMinor', 'withdrawnMinor', 'keptMinor'] as const
  const sum = (key: (typeof keys)[number] | 'payments') => accounts.methods.reduce((all, row) => all + row[key], 0)
  return {
    title: words.methodsTitle,
    columns: [
      { name: words.method, share: 2 },
      { name: words.payments, share: 1, figures: true },
      ...figures(words.received, words.refunded, words.columns.withdrawn, words.left),
    ],
    rows: accounts.methods.map((row) => [
      words.methods[row.method],
      numberText(row.payments, language),
      ...keys.map((key) => amount(row[key])),
    ]),
    total: [words.total, numberText(sum('payments'), language), ...keys.map((key) => amount(sum(key)))],
  }
}

/** The table of days; empty for a single day, which would only repeat the totals. */
function daysTable(accounts: Accounts, language: Language): ReportTable {
  const words = closingTexts[language]
  const amount = amountIn(accounts, language)
  const days = accounts.days.length < 2 ? [] : accounts.days
  return {
    title: words.perDay,
    // As wide as the longest day of German.
    columns: [{ name: words.day, share: 2.9 }, ...salesColumns(language)],
    rows: days.map((row) => [
      dayText({ at: new Date(row.day), timeZone: 'UTC', language, now: null }),
      ...salesOf(row, amount),
    ]),
    total: [words.total, ...salesOf(accounts, amount)],
  }
}

function amountIn({ currency }: Accounts, language: Language) {
  return (minor: number) => amountText(minor, currency, language)
}

function salesColumns(language: Language) {
  const { columns, net, vat } = closingTexts[language]
  return figures(columns.sold, columns.credited, net, vat)
}

function salesOf(sales: Sales, amount: (minor: number) => string): readonly string[] {
  return [sales.soldMinor, sales.creditedMinor, sales.netMinor, sales.vatMinor].map(amount)
}

function figures(...names: readonly string[]) {
  return names.map((name) => ({ name, share: 1.6, figures: true }))
}

function rateText(rateHundredths: number | null, language: Language): string {
  return rateHundredths === null ? closingTexts[language].noVat : percentText(rateHundredths, language)
}
