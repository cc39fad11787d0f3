import type { Accounts } from '../../features/accounting/accounting.ts'
import { daysOf, type Period } from '../../features/accounting/period.ts'
import { localeOf } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { amountFromMinor, minorDigits } from '../../lib/money.ts'
import { accountingTexts } from '../../messages/office/accounting.ts'
import { useReader } from '../../pages/reader.ts'
import { type Bar, BarChart } from '../kit/bar-chart.tsx'

/** The most bars of days; a longer period is drawn by month. */
const mostDayBars = 62

/** Shows what each day sold; nothing where that is one figure. */
export function SalesChart({ accounts, period }: { readonly accounts: Accounts; readonly period: Period }) {
  const { language } = useReader()
  const words = accountingTexts[language]
  const bars = barsOf(accounts, period, language)
  if (bars.length === 1 || accounts.soldMinor === 0) return null
  const isByDay = daysOf(period).length <= mostDayBars
  const title = isByDay ? words.perDay : words.perMonth
  // To the cent: the figures of the table add up to those of the accounts.
  const digits = minorDigits(accounts.currency)
  return (
    <>
      <h3>{title}</h3>
      <BarChart
        title={title}
        asTable={words.asTable}
        columns={[isByDay ? words.day : words.month, words.sold]}
        number={
          new Intl.NumberFormat(localeOf(language), {
            style: 'currency',
            currency: accounts.currency,
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
          })
        }
        bars={bars}
      />
    </>
  )
}

/** Makes a bar for each day, also for days that sold nothing; for a long period, one for each month. */
function barsOf({ days, currency }: Accounts, period: Period, language: Language): readonly Bar[] {
  const all = daysOf(period)
  const keyOf = (day: string) => (all.length <= mostDayBars ? day : day.slice(0, 7))
  const sold = Map.groupBy(days, ({ day }) => keyOf(day))
  const day = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(localeOf(language), { month: 'short', timeZone: 'UTC' })
  return [...new Set(all.map(keyOf))].map((key) => {
    const minor = (sold.get(key) ?? []).reduce((sum, { soldMinor }) => sum + soldMinor, 0)
    const at = new Date(key.length === 10 ? key : `${key}-01`)
    const label = key.length === 10 ? day.format(at) : month.format(at)
    return { key, label, value: amountFromMinor(minor, currency) }
  })
}
