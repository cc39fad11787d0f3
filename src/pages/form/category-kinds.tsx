import type { WishedTenant } from '../../features/tenant/request-tenant.ts'
import type { Language } from '../../lib/language.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { CategoryPicture } from './category-picture.tsx'
import { Kinds, type KindsProps } from './kinds.tsx'

type Category = WishedTenant['category']

type CategoryKindsProps = Omit<KindsProps<Category>, 'id' | 'kinds'> & {
  readonly categories: readonly Category[]
  readonly language: Language
}

/** The kinds of organisations, each in a picture, a sentence and examples. */
export function CategoryKinds({ categories, language, ...given }: CategoryKindsProps) {
  const kinds = categories.map((category) => {
    const picture = <CategoryPicture category={category} />
    return [category, { ...tenantNewTexts[language].kinds[category], picture }] as const
  })
  return <Kinds id="category" kinds={kinds} {...given} />
}
