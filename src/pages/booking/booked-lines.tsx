import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { amountText } from '../../lib/format.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { useReader } from '../reader.ts'
import { Written } from '../written.tsx'

/** Shows what was booked at which price, what a code took off, and the total. */
export function BookedLines({ summary }: { readonly summary: BookingSummary }) {
  const { currency, language } = useReader()
  const words = bookedTexts[language]
  const amount = (minor: number) => (minor === 0 ? eventTexts[language].free : amountText(minor, currency, language))
  return (
    <ul class="rows">
      {summary.lines.map((line) => (
        <li key={`${line.productName} ${line.priceName}`}>
          <span class="name">
            {line.quantity} × <Written>{line.priceName}</Written>
          </span>
          <span class="figure">{amount(line.quantity * line.fullAmountMinor)}</span>
          {line.productName === line.priceName ? null : <Written class="state">{line.productName}</Written>}
        </li>
      ))}
      {summary.promotionalCode === null ? null : (
        <li>
          <span class="name">
            {bookingTexts[language].promotionalCode.label} <code>{summary.promotionalCode}</code>
          </span>
          <span class="figure">{amountText(-summary.discountMinor, currency, language)}</span>
        </li>
      )}
      {summary.isGivenAway ? (
        <li>
          <span class="name">{words.givenAway}</span>
          <span class="figure">{amountText(-summary.totalMinor, currency, language)}</span>
        </li>
      ) : null}
      <li class="sum">
        <span class="name">{words.total}</span>
        <span class="figure">
          {summary.isGivenAway ? amountText(0, currency, language) : amount(summary.totalMinor)}
        </span>
      </li>
    </ul>
  )
}
