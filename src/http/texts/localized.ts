import type { Language } from '../../lib/language.ts'
import { setForPages } from '../../lib/typography.ts'

/** The texts of one room in both languages: what English says, French says too, or it does not compile. */
export function localized<Texts>(texts: {
  readonly en: Texts
  readonly fr: NoInfer<Texts>
}): Readonly<Record<Language, Texts>> {
  return { en: setForPages(texts.en, 'en'), fr: setForPages(texts.fr, 'fr') }
}
