import type { ComponentChildren } from 'preact'
import type { ListedPrice } from '../../features/event/availability.queries.ts'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import type { SoldProduct } from '../../features/catalog/sold-product.ts'
import { amountText, momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { type EventTexts, eventTexts } from '../../messages/site/event.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import type { Clock } from '../format.tsx'
import { useReader, useTexts } from '../reader.ts'
import { Written, WrittenWithin } from '../written.tsx'
import { InShort, ProductAtLength, SoldAtLength } from './told.tsx'

/** `always`: to staff, who plan by it. `never`: it is said of all prices together. */
export type LeftSaid = 'always' | 'little' | 'never'

type PriceRowProps = {
  readonly price: OfferedPrice
  /** Its product, to be told of here; null: it was told of above. */
  readonly product: SoldProduct | null
  /** What is said to be left: the usual is what is little. */
  readonly saysLeft?: LeftSaid
  /** The field for the number of places; its id makes the price's name its label. What is wrong with it is shown below it. */
  readonly field?: {
    readonly id: string
    readonly input: ComponentChildren
    /** What is added to what is said of every price. */
    readonly notes: readonly string[]
    /** The way for members to sign in, where nobody is; null: none is shown. */
    readonly signInPath: string | null
    /** The field for the amount, at a price that leaves it to the booker. */
    readonly amount: ComponentChildren
    readonly problem: ComponentChildren
  }
}

/** From this number of places down, what is left is little. */
export const few = 10

/** The id of a price's name, from the id of its field. */
export const nameId = (fieldId: string) => `${fieldId}-name`

export function isLeft({ left }: Pick<OfferedPrice, 'left'>): boolean {
  return left === null || left > 0
}

export function isOnSale(price: Pick<OfferedPrice, 'left' | 'sale'>): boolean {
  return price.sale === 'open' && isLeft(price)
}

/** Whether a ticket can be had now, not only what comes with one. */
export function sellsTickets(prices: readonly Pick<OfferedPrice, 'left' | 'sale' | 'makesTickets'>[]): boolean {
  return prices.some((price) => price.makesTickets && isOnSale(price))
}

/** Whether a price counts as a place. Where nothing makes tickets, everything does. */
export function isPlace(
  { makesTickets }: Pick<OfferedPrice, 'makesTickets'>,
  prices: readonly Pick<OfferedPrice, 'makesTickets'>[],
): boolean {
  return makesTickets || !prices.some((price) => price.makesTickets)
}

/** Whether somebody who chooses this price pays something, or may. */
export function isPaid({ amountMinor, openAmount }: Pick<OfferedPrice, 'amountMinor' | 'openAmount'>): boolean {
  return amountMinor > 0 || openAmount
}

/** Words the least that a place costs which anybody may have now; null: there is none to be had. */
export function fromText(prices: readonly ListedPrice[], currency: string, language: Language): string | null {
  const left = prices.filter((price) => isOnSale(price) && isPlace(price, prices))
  const open = left.filter(({ membershipName }) => membershipName === null)
  const chosen = open.length > 0 ? open : left
  if (chosen.length === 0) return null
  const words = eventTexts[language]
  const [forNothing, paid] = [chosen.filter(({ amountMinor }) => amountMinor === 0), chosen.filter(isPaid)]
  if (paid.length === 0) return words.free
  if (forNothing.some(({ openAmount }) => openAmount)) return words.anyAmount
  const amounts = paid.map(({ amountMinor }) => amountMinor)
  const least = Math.min(...amounts)
  const isOne = least === Math.max(...amounts) && !paid.some(({ openAmount }) => openAmount)
  const amount = amountText(least, currency, language)
  if (forNothing.length > 0) return words.freeOr({ amount, several: !isOne })
  return isOne ? amount : words.from({ amount })
}

type PriceGroupsProps = {
  readonly prices: readonly OfferedPrice[]
  readonly row: (props: Pick<PriceRowProps, 'price' | 'product'>) => ComponentChildren
}

/** Shows the prices, grouped under their products where there are several, or where something is told of one. */
export function PriceGroups({ prices, row }: PriceGroupsProps) {
  const groups = [...Map.groupBy(prices, ({ product }) => product.id).values()]
  return groups.map((group) => {
    const [first] = group
    if (first === undefined) return null
    const { product } = first
    const bearsItsName = group.every(({ name }) => name === product.name)
    const isHeaded = !bearsItsName && (groups.length > 1 || isTold(product))
    return (
      <div key={product.id} class="tight">
        {isHeaded ? (
          <>
            <h3>
              <Written>{product.name}</Written>
            </h3>
            <InShort imageKey={product.imageKey} texts={[product.shortDescription]} />
            <ProductAtLength product={product} />
          </>
        ) : null}
        <ul class="rows prices">
          {group.map((price) => row({ price, product: bearsItsName && price === first ? product : null }))}
        </ul>
      </div>
    )
  })
}

function isTold({ imageKey, shortDescription, longDescription }: SoldProduct): boolean {
  return imageKey !== null || Boolean(shortDescription || longDescription)
}

/** Shows a price: its name and amount, what it is, what is left of it, and in a form how many are wanted. */
export function PriceRow({ price, product, saysLeft = 'little', field }: PriceRowProps) {
  const reader = useReader()
  const { currency, language } = reader
  const words = eventTexts[language]
  const { membershipName } = price
  const said: readonly ComponentChildren[] = [
    // The French words for places that are left do not fit things.
    ...leftText(price, price.makesTickets ? words : membershipTexts[language], saysLeft),
    ...saleText(price, reader),
    ...(membershipName === null
      ? []
      : [<WrittenWithin sentence={(membership) => words.membersOnly({ membership })}>{membershipName}</WrittenWithin>]),
    ...(membershipName !== null && field?.signInPath
      ? [
          <a href={field.signInPath}>{words.signIn}</a>,
          <a href={visitorPaths.membership}>{bookingTexts[language].join}</a>,
        ]
      : []),
    ...(field?.notes ?? []),
  ]
  return (
    <li class={isOnSale(price) ? undefined : 'away'}>
      <div class="what">
        {field ? (
          <label class="name" id={nameId(field.id)} for={field.id}>
            <Written>{price.name}</Written>
          </label>
        ) : (
          <Written class="name">{price.name}</Written>
        )}
        <span class="figure">{priceText(price, currency, language)}</span>
      </div>
      {field ? field.input : <Away price={price} />}
      <InShort
        imageKey={product?.imageKey ?? null}
        texts={[product?.shortDescription ?? null, price.shortDescription]}
      />
      <State said={said} />
      {field?.problem}
      {field?.amount}
      <SoldAtLength {...{ product, price }} />
    </li>
  )
}

/** Says why a price cannot be had. */
function Away({ price }: Pick<PriceRowProps, 'price'>) {
  const words = useTexts(eventTexts)
  if (isOnSale(price)) return null
  const text = !isLeft(price) ? words.soldOut : price.sale === 'over' ? words.saleOver : words.soon
  return <strong class="tag">{text}</strong>
}

/** Says what is left of a price that is limited; emphasised when it is little, and not said of one that is sold out. */
export function leftText(
  { left }: Pick<OfferedPrice, 'left'>,
  words: Pick<EventTexts, 'left'>,
  says: LeftSaid = 'little',
): readonly ComponentChildren[] {
  if (left === null || left === 0 || says === 'never' || (says === 'little' && left > few)) return []
  const text = words.left({ count: left })
  return [left <= few ? <strong>{text}</strong> : text]
}

/** Shows the small print of a price. */
export function State({ said }: { readonly said: readonly ComponentChildren[] }) {
  if (said.length === 0) return null
  return <span class="state">{said.flatMap((text, index) => (index === 0 ? [text] : [' · ', text]))}</span>
}

/** Words a price: "€12.00", "Free", "From €5.00", or that people give what they want. */
export function priceText(
  { amountMinor, openAmount }: Pick<OfferedPrice, 'amountMinor' | 'openAmount'>,
  currency: string,
  language: Language,
): string {
  const words = eventTexts[language]
  const amount = amountText(amountMinor, currency, language)
  if (openAmount) return amountMinor === 0 ? words.anyAmount : words.from({ amount })
  return amountMinor === 0 ? words.free : amount
}

/** Says when a price is sold, if it is not sold now or will not be for ever. */
function saleText({ sale, saleStartsAt, saleEndsAt }: OfferedPrice, moment: Clock): readonly string[] {
  const words = eventTexts[moment.language]
  const when = (at: Date) => withinSentence(momentText({ ...moment, at }), moment.language)
  if (sale === 'over') return []
  if (sale === 'to_come' && saleStartsAt !== null) return [words.saleFrom({ when: when(saleStartsAt) })]
  return saleEndsAt === null ? [] : [words.saleUntil({ when: when(saleEndsAt) })]
}
