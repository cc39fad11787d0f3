import type { MadeFor } from '../../features/catalog/product.ts'
import { at, paths } from '../../lib/paths.ts'
import { productTexts } from '../../messages/office/product.ts'
import { Written } from '../../pages/written.tsx'
import { useTexts } from '../../pages/reader.ts'

type MadeForEventProps = { readonly madeFor: MadeFor | null }

/** Says below the name of a thing that it was made in the form of an event, for that event alone. */
export function MadeForEvent({ madeFor }: MadeForEventProps) {
  const { making } = useTexts(productTexts)
  if (madeFor === null) return null
  return (
    <div class="muted small">
      {making.madeFor}{' '}
      <a href={at(paths.event, { uuid: madeFor.id })}>
        <Written>{madeFor.name}</Written>
      </a>
    </div>
  )
}
