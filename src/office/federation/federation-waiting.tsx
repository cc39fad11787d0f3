import { paths } from '../../lib/paths.ts'
import { federationTexts } from '../../messages/office/federation.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Leads to the organisations that ask to be on this calendar; nothing where none does. */
export function FederationWaiting({ count }: { readonly count: number }) {
  const { federation: words } = useTexts(federationTexts)
  if (count === 0) return null
  return (
    <p class="notice">
      <LinkTo to={paths.federation}>{words.toDecide({ count })}</LinkTo>
    </p>
  )
}
