import type { MadeFor } from '../../features/catalog/product.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { productTexts } from '../../messages/office/product.ts'
import { Written } from '../../pages/written.tsx'

type MadeForEventProps = { readonly madeFor: MadeFor | null; readonly language: Language }

/** Below the name of what was made in the form of an event, for that alone. */
export function MadeForEvent({ madeFor, language }: MadeForEventProps) {
  if (madeFor === null) return null
  return (
    <div class="muted small">
      {productTexts[language].making.madeFor}{' '}
      <a href={at(paths.event, { uuid: madeFor.id })}>
        <Written>{madeFor.name}</Written>
      </a>
    </div>
  )
}
