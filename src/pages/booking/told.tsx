import { isPack, type SoldProduct, termsOf } from '../../features/catalog/sold-product.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { LinkTo } from '../parts.tsx'
import { Prose } from '../prose.tsx'
import { useTexts } from '../reader.ts'
import { Written, WrittenWithin } from '../written.tsx'

type InShortProps = {
  readonly imageKey?: string | null
  /** The short texts, in the order they are read; null or empty: nothing was written. */
  readonly texts: readonly (string | null)[]
}

/** Says in a muted line what something is, beside a small picture of it. */
export function InShort({ imageKey = null, texts }: InShortProps) {
  const said = texts.filter((text) => text)
  if (imageKey === null && said.length === 0) return null
  return (
    <div class="in-short">
      {imageKey === null ? null : (
        <img src={`/${variationsOf(imageKey).thumbnail}`} alt="" width={80} height={60} loading="lazy" />
      )}
      {said.length === 0 ? null : (
        <Written as="p" class="muted small">
          {said.join(' · ')}
        </Written>
      )}
    </div>
  )
}

type AtLengthProps = {
  /** The name of what the texts are about. */
  readonly name: string
  /** The long texts; null or empty: nothing was written. */
  readonly texts: readonly (string | null)[]
}

/** Shows what was written at length, folded under the name of what it is about. */
export function AtLength({ name, texts }: AtLengthProps) {
  const { moreAbout } = useTexts(bookingTexts)
  const said = texts.filter((text) => text)
  if (said.length === 0) return null
  return (
    <details class="at-length">
      <summary class="small">
        <WrittenWithin sentence={(thing) => moreAbout({ thing })}>{name}</WrittenWithin>
      </summary>
      <Prose below={2} class="small" text={said.join('\n\n')} />
    </details>
  )
}

type SoldAtLengthProps = {
  /** The product, where nothing has told of it yet. */
  readonly product: SoldProduct | null
  readonly price: { readonly name: string; readonly longDescription: string | null }
}

/** Shows the long texts of a product and its price. That of a pack stands open: it says what is bought. */
export function SoldAtLength({ product, price }: SoldAtLengthProps) {
  const ofPrice = price.longDescription
  if (product === null) return <AtLength name={price.name} texts={[ofPrice]} />
  if (!isPack(product) && product.name === price.name)
    return <AtLength name={price.name} texts={[product.longDescription, ofPrice]} />
  return (
    <>
      <ProductAtLength product={product} />
      <AtLength name={price.name} texts={[ofPrice]} />
    </>
  )
}

/** Shows the long text of a product alone. */
export function ProductAtLength({ product }: { readonly product: SoldProduct }) {
  if (!isPack(product) || !product.longDescription)
    return <AtLength name={product.name} texts={[product.longDescription]} />
  return (
    <div class="at-length">
      <Prose below={2} class="small" text={product.longDescription} />
    </div>
  )
}

/** Links to the terms of what is sold, each once. */
export function TermsLinks({ products }: { readonly products: readonly Pick<SoldProduct, 'name' | 'termsUrl'>[] }) {
  const words = useTexts(bookingTexts)
  const terms = termsOf(products)
  if (terms.length === 0) return null
  return (
    <ul class="small">
      {terms.map(({ url, products: of }) => (
        <li key={url}>
          <LinkTo to={url} rel="noopener">
            {of === null ? (
              words.terms({ products: null })
            ) : (
              <span>
                <WrittenWithin sentence={(products) => words.terms({ products })}>{of}</WrittenWithin>
              </span>
            )}
          </LinkTo>
        </li>
      ))}
    </ul>
  )
}
