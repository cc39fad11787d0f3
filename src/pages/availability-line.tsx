import type { ComponentChildren } from 'preact'
import type { Availability } from '../features/event/availability.queries.ts'
import { eventTexts } from '../messages/site/event.ts'
import { few, fromText, isLeft, isPlace } from './booking/price-row.tsx'
import { useReader } from './reader.ts'

type AvailabilityLineProps = {
  /** Absent: it takes place. */
  readonly isCancelled?: boolean
  /** Undefined: nothing is known of it here, such as of an event that is booked elsewhere. */
  readonly availability: Availability | undefined
  /** That of its organisation; absent: the one at whose address the page is. */
  readonly currency?: string
}

/** Says in a list what an event costs, and what whoever thinks of it should know: that little or nothing is left, another date, or the end of it. */
export function AvailabilityLine({ isCancelled = false, availability, ...given }: AvailabilityLineProps) {
  const reader = useReader()
  const { language } = reader
  const words = eventTexts[language]
  if (isCancelled)
    return (
      <p class="had">
        <strong>{words.isCancelled}</strong>
      </p>
    )
  if (availability === undefined) return null
  const price = fromText(availability.prices, given.currency ?? reader.currency, language)
  const left = price === null ? null : leftOf(availability)
  const said: readonly ComponentChildren[] = [
    ...(availability.isPostponed ? [<strong key="moved">{words.newDate}</strong>] : []),
    ...(price === null ? away(availability, words) : [<span key="price">{price}</span>]),
    ...(left !== null && left <= few ? [<strong key="left">{words.left({ count: left })}</strong>] : []),
  ]
  return said.length === 0 ? null : <p class="had">{said}</p>
}

/** How many places are left of all prices together that are on sale now; null: as many as anybody wants. */
function leftOf({ prices, capacityLeft }: Availability): number | null {
  const places = prices.filter((price) => price.sale === 'open' && isPlace(price, prices))
  const ofPrices = places.map(({ left }) => left ?? Number.POSITIVE_INFINITY).reduce((sum, left) => sum + left, 0)
  const left = Math.min(ofPrices, capacityLeft ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(left) ? left : null
}

/** Says why no place is to be had, of an event that has prices. */
function away({ prices }: Availability, words: { readonly [Text in 'soon' | 'soldOut' | 'saleOver']: string }) {
  const places = prices.filter((price) => isPlace(price, prices))
  if (places.length === 0) return []
  if (places.some((price) => price.sale === 'to_come' && isLeft(price))) return [<span key="soon">{words.soon}</span>]
  const isGone = places.every((price) => !isLeft(price)) || places.some(({ sale }) => sale === 'open')
  return [<strong key="gone">{isGone ? words.soldOut : words.saleOver}</strong>]
}
