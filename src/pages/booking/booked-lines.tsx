import type { BookedLine, BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { amountText } from '../../lib/format.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { useReader } from '../reader.ts'
import { Written } from '../written.tsx'
import { InShort, SoldAtLength } from './told.tsx'

/** Shows what was booked at which price and what it is, what a code took off, and the total. */
export function BookedLines({ summary }: { readonly summary: BookingSummary }) {
  const { currency, language } = useReader()
  const words = bookedTexts[language]
  const amount = (minor: number) => (minor === 0 ? eventTexts[language].free : amountText(minor, currency, language))
  return (
    <ul class="rows">
      {summary.lines.map((line, index) => (
        <li key={line.id}>
          <span class="name">
            {line.quantity} × <Written>{line.priceName}</Written>
          </span>
          <span class="figure">{amount(line.quantity * line.fullAmountMinor)}</span>
          {line.product.name === line.priceName ? null : <Written class="state">{line.product.name}</Written>}
          <Told line={line} isFirst={line.product.id !== summary.lines[index - 1]?.product.id} />
          {line.cardNumber === null ? null : <span class="state">{words.onCard({ number: line.cardNumber })}</span>}
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

type ToldProps = {
  readonly line: BookedLine
  /** Whether the line above is of another product. */
  readonly isFirst: boolean
}

/** Says what was booked: of a product once, above all that was booked of it. */
function Told({ line: { product, priceName, shortDescription, longDescription }, isFirst }: ToldProps) {
  const told = isFirst ? product : null
  return (
    <>
      <InShort imageKey={told?.imageKey ?? null} texts={[told?.shortDescription ?? null, shortDescription]} />
      <SoldAtLength product={told} price={{ name: priceName, longDescription }} />
    </>
  )
}
