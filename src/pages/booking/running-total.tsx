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

/** As the server priced it: how many things, and what they come to. */
export type PricedTotal = { readonly count: string; readonly totalMinor: number }

export type RunningTotalProps = {
  /** Where the money is taken at once: the sum that is shown goes with the form, so that nobody is asked for another. */
  readonly taken?: {
    /** `#` stands for the sum. */
    readonly beforeCode: string
    readonly priced: PricedTotal | null
    /** Where other things than places are counted. */
    readonly counted?: Pick<TotalWords, 'nothing' | 'places'>
  }
}

/** How many are chosen and what they come to, said again whenever that changes. Without script only the total of the server. */
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

/** What the script says of a count, by the form that it takes. */
function formsOf(text: BookingTexts['places'], language: Language): TotalWords['places'] {
  const rules = new Intl.PluralRules(localeOf(language))
  const counts = Array.from({ length: 101 }, (_, count) => count)
  return Object.fromEntries(counts.map((count) => [rules.select(count), text({ count, number: '#' })]))
}

/** "€44.00", or that it is free. */
export function totalText(totalMinor: number, currency: string, language: Language): string {
  return totalMinor === 0 ? eventTexts[language].free : amountText(totalMinor, currency, language)
}

type StepperProps = {
  /** The id of the element with the name of the price. */
  readonly nameId: string
  /** The field of the number of places, which is complete without the buttons. */
  readonly children: ComponentChildren
}

/**
 * One fewer and one more, for thumbs: keyboards have the arrows of the field, so that the buttons are no stops of the Tab key
 * (ARIA Authoring Practices, "Spinbutton").
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

/** The attributes by which the script knows what one of a price costs. */
export function countedAt({ id, amountMinor, openAmount, makesTickets }: OfferedPrice) {
  return {
    ...(openAmount ? { [totalParts.amountField]: amountId(id) } : { [totalParts.amount]: amountMinor }),
    ...(makesTickets ? {} : { [totalParts.item]: true }),
  }
}
