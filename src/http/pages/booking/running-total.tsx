import type { ComponentChildren } from 'preact'
import type { OfferedPrice } from '../../../features/event/event-page.queries.ts'
import { localeOf } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { minorDigits } from '../../../lib/money.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { amountId } from '../form/own-amount.tsx'
import { type TotalWords, totalParts } from '../running-total-script.ts'

type RunningTotalProps = {
  readonly currency: string
  readonly language: Language
}

/** How many are chosen and what they come to, said again whenever that changes. Nothing of it without script. */
export function RunningTotal({ currency, language }: RunningTotalProps) {
  const { event, booking } = pageTexts[language]
  const words: TotalWords = {
    ...{ locale: localeOf(language), currency, digits: minorDigits(currency), free: event.free },
    ...{ nothing: booking.nothing, places: booking.places, items: booking.items },
  }
  return (
    <p class="total" role="status" hidden {...{ [totalParts.words]: JSON.stringify(words) }}>
      <span {...{ [totalParts.count]: true }} /> <strong class="numbers" {...{ [totalParts.sum]: true }} />
    </p>
  )
}

type StepperProps = {
  /** The id of the element with the name of the price. */
  readonly nameId: string
  readonly language: Language
  /** The field of the number of places, which is complete without the buttons. */
  readonly children: ComponentChildren
}

/**
 * One fewer and one more, for thumbs: keyboards have the arrows of the field, so that the buttons are no stops of the Tab key
 * (ARIA Authoring Practices, "Spinbutton").
 */
export function Stepper({ nameId, language, children }: StepperProps) {
  const words = pageTexts[language].booking
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
