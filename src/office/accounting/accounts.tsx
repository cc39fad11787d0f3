import { type Accounts, soldRows } from '../../features/accounting/accounting.ts'
import { at, paths } from '../../lib/paths.ts'
import { closingTexts } from '../../messages/documents/closing.ts'
import type { Period } from '../../features/accounting/period.ts'
import type { Accounting } from '../../features/accounting/read-accounting.ts'
import { amountText, dayText, numberText, percentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { accountingTexts } from '../../messages/office/accounting.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { Tiles } from '../kit/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { SalesChart } from './sales-chart.tsx'

/** The books: as files, and currency by currency. @param nothing what is said where nothing moved */
export function AccountsView({ accounting, nothing }: { readonly accounting: Accounting; readonly nothing?: string }) {
  const words = useTexts(accountingTexts)
  const { period, event, numbers, accounts } = accounting
  const count = (of: 'receipts' | 'creditNotes') => accounts.reduce((sum, each) => sum + each[of], 0)
  const moved = accounts.filter(hasMoved)
  const query = event === null ? period : { event: event.id }
  return (
    <>
      <p class="actions">
        {files.map(([path, label], index) => (
          <a key={path} class={index === 0 ? 'button' : 'button quiet'} href={at(path, {}, query)}>
            {event !== null && label === 'closing' ? words.settlement : words[label]}
          </a>
        ))}
      </p>
      {numbers === null || event !== null ? null : (
        <p>
          <a href={at(paths.receipts, {}, period)}>{words.documents.title}</a>:{' '}
          {numbers.first === numbers.last
            ? words.documents.one({ number: numbers.first })
            : words.documents.range({ first: numbers.first, last: numbers.last })}{' '}
          ({words.documents.counted({ receipts: count('receipts'), creditNotes: count('creditNotes') })})
        </p>
      )}
      {moved.length === 0 ? <p class="empty">{nothing ?? words.nothing}</p> : null}
      {moved.map((each) => (
        <Book key={each.currency} accounts={each} period={period} />
      ))}
    </>
  )
}

const files = [
  [paths.closingPdf, 'closing'],
  [paths.figuresXlsx, 'xlsx'],
  [paths.figuresCsv, 'csv'],
] as const

/** Whether anything was sold, paid or given away in a currency. */
export function hasMoved({ days, methods, given }: Accounts): boolean {
  return days.length > 0 || methods.length > 0 || given.count > 0
}

function Book({ accounts, period }: { readonly accounts: Accounts; readonly period: Period }) {
  const { language } = useReader()
  const words = accountingTexts[language]
  const amount = (minor: number) => amountText(minor, accounts.currency, language)
  const tables = { accounts, amount, language }
  return (
    <section class="stack">
      <Tiles money of={sums.map((sum) => ({ name: words[sum], value: amount(accounts[`${sum}Minor`]) }))} />
      <SalesChart accounts={accounts} period={period} />
      <Rates {...tables} />
      <Products {...tables} />
      <Methods {...tables} />
      <Days {...tables} />
    </section>
  )
}

/** Columns of amounts whose total the books say as well. */
const sums = ['sold', 'credited', 'net', 'vat'] as const

type TableProps = {
  readonly accounts: Accounts
  readonly amount: (minor: number) => string
  readonly language: Language
}

function money<Key extends keyof Accounts & `${string}Minor`>(
  name: string,
  { accounts, amount }: TableProps,
  key: Key,
) {
  return {
    name,
    figures: true,
    show: (row: Readonly<Record<Key, number>>) => amount(row[key]),
    total: amount(accounts[key]),
  }
}

function Rates(props: TableProps) {
  const { accounts, amount, language } = props
  const words = accountingTexts[language]
  if (accounts.rates.length === 0) return null
  return (
    <>
      <h3>{words.rates}</h3>
      <DataTable
        label={words.rates}
        rows={accounts.rates}
        keyOf={({ rateHundredths }) => String(rateHundredths)}
        columns={[
          { name: words.rate, show: ({ rateHundredths }) => rateName(rateHundredths, language), total: words.total },
          ...sums.map((sum) => money(words[sum], props, `${sum}Minor`)),
          {
            name: words.gross,
            figures: true,
            show: ({ grossMinor }) => amount(grossMinor),
            total: amount(accounts.soldMinor - accounts.creditedMinor),
          },
        ]}
      />
      <p class="muted small">{words.rounding}</p>
    </>
  )
}

function rateName(rateHundredths: number | null, language: Language): string {
  return rateHundredths === null ? accountingTexts[language].noVat : percentText(rateHundredths, language)
}

function Products(props: TableProps) {
  const { accounts, language } = props
  const words = accountingTexts[language]
  const rows = soldRows(accounts.products)
  if (rows.length === 0) return null
  return (
    <>
      <h3>{words.products}</h3>
      <DataTable
        label={words.products}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { name: words.product, show: ({ product }) => <Written>{product}</Written>, total: words.total },
          {
            name: words.price,
            show: ({ of }) => (of ? <Written>{of.price}</Written> : <strong>{words.allPrices}</strong>),
          },
          { name: words.rate, show: ({ of }) => (of ? rateName(of.rateHundredths, language) : '') },
          { name: words.quantity, figures: true, show: ({ quantity }) => numberText(quantity, language) },
          money(words.sold, props, 'soldMinor'),
          { name: words.creditedQuantity, figures: true, show: ({ credited }) => numberText(credited, language) },
          money(words.credited, props, 'creditedMinor'),
        ]}
      />
    </>
  )
}

/** How it was paid. */
export function Methods(props: TableProps) {
  const { accounts, amount, language } = props
  const words = accountingTexts[language]
  const { methods, given, unmatchedMinor, soldMinor, receivedMinor } = accounts
  const kept = methods.reduce((all, row) => all + row.keptMinor, 0)
  return (
    <>
      <h3>{words.methods}</h3>
      {methods.length === 0 ? null : (
        <DataTable
          label={words.methods}
          rows={methods}
          keyOf={({ method }) => method}
          columns={[
            { name: words.method, show: ({ method }) => closingTexts[language].methods[method], total: words.total },
            { name: words.payments, figures: true, show: ({ payments }) => numberText(payments, language) },
            ...(['received', 'refunded', 'withdrawn'] as const).map((sum) => money(words[sum], props, `${sum}Minor`)),
            { name: words.kept, figures: true, show: (row) => amount(row.keptMinor), total: amount(kept) },
          ]}
        />
      )}
      {given.count === 0 ? null : <p>{words.given({ count: given.count, worth: amount(given.worthMinor) })}</p>}
      <p class="prose">
        {unmatchedMinor === 0
          ? words.addsUpExactly({ sold: amount(soldMinor) })
          : words.addsUpNote({
              sold: amount(soldMinor),
              unmatched: amount(unmatchedMinor),
              received: amount(receivedMinor),
            })}
      </p>
    </>
  )
}

function Days(props: TableProps) {
  const { accounts, language } = props
  const words = accountingTexts[language]
  if (accounts.days.length < 2) return null
  return (
    <details>
      <summary>{words.dayByDay}</summary>
      <DataTable
        label={words.dayByDay}
        rows={accounts.days}
        keyOf={({ day }) => day}
        columns={[
          {
            name: words.day,
            show: ({ day }) => (
              <a href={at(paths.accounting, {}, { from: day, to: day })}>
                <time dateTime={day}>{dayText({ at: new Date(day), timeZone: 'UTC', language, now: null })}</time>
              </a>
            ),
            total: words.total,
          },
          ...sums.map((sum) => money(words[sum], props, `${sum}Minor`)),
        ]}
      />
    </details>
  )
}
