import { paths } from '../../lib/paths.ts'
import { appearanceTexts } from '../../messages/office/appearance.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Leads to events of others that name this organisation and wait to be agreed to; nothing where none does. */
export function AppearancesWaiting({ count }: { readonly count: number }) {
  const words = useTexts(appearanceTexts)
  if (count === 0) return null
  return (
    <p class="notice">
      <LinkTo to={paths.appearances}>{words.toDecide({ count })}</LinkTo>
    </p>
  )
}
