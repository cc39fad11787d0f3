import type { WishedTenant } from '../../features/tenant/request-tenant.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { useTexts } from '../reader.ts'
import { CategoryPicture } from './category-picture.tsx'
import { Kinds, type KindsProps } from './kinds.tsx'

type Category = WishedTenant['category']

type CategoryKindsProps = Omit<KindsProps<Category>, 'id' | 'kinds'> & { readonly categories: readonly Category[] }

/** Offers the kinds of organisations, each with a picture, a sentence and examples. */
export function CategoryKinds({ categories, ...given }: CategoryKindsProps) {
  const words = useTexts(tenantNewTexts)
  const kinds = categories.map((category) => {
    const picture = <CategoryPicture category={category} />
    return [category, { ...words.kinds[category], picture }] as const
  })
  return <Kinds id="category" kinds={kinds} {...given} />
}
