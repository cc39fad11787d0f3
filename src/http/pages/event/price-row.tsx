import type { ComponentChildren } from 'preact'
import type { OfferedPrice } from '../../../features/event/event-page.queries.ts'
import { amountText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'

type PriceRowProps = {
  readonly price: OfferedPrice
  readonly currency: string
  readonly language: Language
  /** The field of the number of places; its id makes the name its label. What is wrong with it stands under it. */
  readonly field?: {
    readonly id: string
    readonly input: ComponentChildren
    readonly note: string
    readonly problem: ComponentChildren
  }
}

/** From here on what is left is said louder. */
const few = 10

export function isLeft({ left }: Pick<OfferedPrice, 'left'>): boolean {
  return left === null || left > 0
}

/** What a price is called and costs, what is left of it, and in a form how many are wanted. */
export function PriceRow({ price, currency, language, field }: PriceRowProps) {
  const words = pageTexts[language].event
  const { left, membershipName } = price
  const said = [
    ...(price.productName === price.name ? [] : [price.productName]),
    ...(left === null ? [] : [left === 0 ? words.soldOut : words.left(left)]),
    ...(membershipName === null ? [] : [words.membersOnly(membershipName)]),
    ...(field ? [field.note] : []),
  ]
  return (
    <li>
      {field ? (
        <label class="name" for={field.id}>
          {price.name}
        </label>
      ) : (
        <span class="name">{price.name}</span>
      )}
      <span class="figure">
        {price.amountMinor === 0 ? words.free : amountText(price.amountMinor, currency, language)}
      </span>
      {field?.input}
      {said.length === 0 ? null : (
        <span class={left !== null && left <= few ? 'state few' : 'state'}>{said.join(' · ')}</span>
      )}
      {field?.problem}
    </li>
  )
}
