import { variationsOf } from '../../integrations/media/image-variations.ts'
import { plainText } from '../../lib/markdown.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import type { Product } from './catalog.queries.ts'

/** What is told of a product where it is sold and where it was bought. */
export type SoldProduct = Pick<
  Product,
  'id' | 'name' | 'kind' | 'shortDescription' | 'longDescription' | 'imageKey' | 'termsUrl'
>

type Described = Pick<SoldProduct, 'shortDescription' | 'longDescription'>

/** A price, or a line booked at it, with what is told of it and of its product. */
export type Sold = Described & { readonly product: SoldProduct }

/** A pack is sold as one thing: what is in it is said by its description alone (ADR 0110). */
export function isPack({ kind }: Pick<SoldProduct, 'kind'>): boolean {
  return kind === 'pack'
}

/** As staff is told, which knows what the organisation sells, but hands out what is in a pack. */
export function contentsAlone<Of extends Sold>(sold: Of): Of {
  const product = { ...sold.product, imageKey: null }
  const silent = { shortDescription: null, longDescription: null }
  return { ...sold, ...silent, product: isPack(product) ? product : { ...product, ...silent } }
}

/** A mail has a line for each thing; the page that it links to has all of it. */
const longestBrief = 500

/** Says in a line of a mail what something sold is. Null: nothing is said of it. */
export function briefly({ product, ...price }: Sold): string | null {
  return inLine([product, price])
}

/** Joins the texts of things, of any length and each with lines of its own, to one line of a mail. Null: there are none. */
export function inLine(things: readonly Described[]): string | null {
  const texts = things.flatMap(({ shortDescription, longDescription }) => [
    shortDescription ?? '',
    plainText(longDescription ?? ''),
  ])
  const parts = texts.flatMap((text) => text.split('\n'))
  const text = parts.flatMap((part) => part.trim() || []).join(' · ')
  if (text.length <= longestBrief) return text || null
  return `${text
    .slice(0, longestBrief)
    .toWellFormed()
    .replace(/\s+\S*$/, '')} …`
}

/** The small picture of a product on a host of ours, for a mail; nothing of one that has none. */
export function pictureOf({ name, imageKey }: Pick<SoldProduct, 'name' | 'imageKey'>, host: string) {
  return imageKey === null ? {} : { picture: { url: `${host}/${variationsOf(imageKey).thumbnail}`, alt: name } }
}

/** Terms that products are sold on; without `products`, they are those of all. */
export type Terms = { readonly url: string; readonly products: string | null }

/** Lists the terms of products, each address once. */
export function termsOf(sold: readonly Pick<SoldProduct, 'name' | 'termsUrl'>[]): readonly Terms[] {
  const given = sold.flatMap(({ name, termsUrl: url }) => (isWebAddress(url) ? [{ name, url }] : []))
  const byUrl = Map.groupBy(given, ({ url }) => url)
  const isOfAll = byUrl.size === 1 && given.length === sold.length
  const namesOf = (some: typeof given) => [...new Set(some.map(({ name }) => name))].join(', ')
  return [...byUrl].map(([url, some]) => ({ url, products: isOfAll ? null : namesOf(some) }))
}
