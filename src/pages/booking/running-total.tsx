import type { ComponentChildren } from 'preact'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { amountText, localeOf } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { type BookingTexts, bookingTexts } from '../../messages/site/booking.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { amountId } from '../form/own-amount.tsx'
import { goOnHere } from '../form/problems.tsx'
import { useReader, useTexts } from '../reader.ts'
import { type TotalWords, totalParts } from './running-total-script.ts'

/** The total as the server priced it: how many things, and what they cost together. */
export type PricedTotal = { readonly count: string; readonly totalMinor: number }

export type RunningTotalProps = {
  /** For a form that takes the money at once: the total that is shown goes with the form, so that nobody is asked for another. */
  readonly taken?: {
    /** The words for a total before the code; `#` stands for it. */
    readonly beforeCode: string
    readonly priced: PricedTotal | null
    /** The words for the count, where other things than places are counted. */
    readonly counted?: Pick<TotalWords, 'nothing' | 'places'>
  }
}

/** Shows how many are chosen and their total, updated whenever that changes. Without script, only the server's total. */
export function RunningTotal({ taken }: RunningTotalProps) {
  const { currency, language } = useReader()
  const { nothing, places, items } = bookingTexts[language]
  const priced = taken?.priced ?? null
  const words: TotalWords = {
    locale: localeOf(language),
    currency,
    digits: minorDigits(currency),
    free: eventTexts[language].free,
    nothing,
    places: formsOf(places, language),
    items: formsOf(items, language),
    ...taken?.counted,
    beforeCode: taken?.beforeCode ?? '',
  }
  const attributes = {
    [totalParts.words]: JSON.stringify(words),
    ...(priced === null ? { hidden: true } : { [totalParts.priced]: true, tabIndex: -1, ...goOnHere }),
  }
  return (
    <>
      {taken === undefined ? null : (
        <input type="hidden" name="seen" value={priced?.totalMinor ?? ''} {...{ [totalParts.seen]: true }} />
      )}
      <p class="total" role="status" {...attributes}>
        <span {...{ [totalParts.count]: true }}>{priced?.count}</span>{' '}
        <strong class="numbers" {...{ [totalParts.sum]: true }}>
          {priced === null ? null : totalText(priced.totalMinor, currency, language)}
        </strong>
      </p>
    </>
  )
}

/** Maps each plural form to the script's words for a count. */
function formsOf(text: BookingTexts['places'], language: Language): TotalWords['places'] {
  const rules = new Intl.PluralRules(localeOf(language))
  const counts = Array.from({ length: 101 }, (_, count) => count)
  return Object.fromEntries(counts.map((count) => [rules.select(count), text({ count, number: '#' })]))
}

/** Words a total: "€44.00", or that it is free. */
export function totalText(totalMinor: number, currency: string, language: Language): string {
  return totalMinor === 0 ? eventTexts[language].free : amountText(totalMinor, currency, language)
}

type StepperProps = {
  /** The id of the element with the price's name. */
  readonly nameId: string
  /** The field for the number of places, which is complete without the buttons. */
  readonly children: ComponentChildren
}

/**
 * Buttons for one fewer and one more, for thumbs: keyboards have the arrows of the field, so that the Tab key skips the buttons (ARIA
 * Authoring Practices, "Spinbutton").
 */
export function Stepper({ nameId, children }: StepperProps) {
  const words = useTexts(bookingTexts)
  const step = (by: number, label: string, sign: string) => (
    <button
      type="button"
      tabIndex={-1}
      hidden
      aria-label={label}
      aria-describedby={nameId}
      {...{ [totalParts.step]: by }}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <span class="stepper">
      {step(-1, words.fewer, '−')}
      {children}
      {step(1, words.more, '+')}
    </span>
  )
}

/** The attributes that tell the script what one costs at a price. */
export function countedAt({ id, amountMinor, openAmount, makesTickets }: OfferedPrice) {
  return {
    ...(openAmount ? { [totalParts.amountField]: amountId(id) } : { [totalParts.amount]: amountMinor }),
    ...(makesTickets ? {} : { [totalParts.item]: true }),
  }
}
