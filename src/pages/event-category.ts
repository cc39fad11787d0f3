import type { EventCategory } from '../features/tenant/event-category.ts'
import { localeOf } from '../lib/format.ts'
import type { Language } from '../lib/language.ts'
import { eventCategoryTexts } from '../messages/site/event-category.ts'

/** The names of categories to choose from, in the order of the alphabet. */
export function categoryOptions(
  categories: readonly EventCategory[],
  language: Language,
): readonly (readonly [category: EventCategory, name: string])[] {
  const { names } = eventCategoryTexts[language]
  const { compare } = new Intl.Collator(localeOf(language))
  return categories
    .map((category) => [category, names[category]] as const)
    .toSorted(([, one], [, other]) => compare(one, other))
}
