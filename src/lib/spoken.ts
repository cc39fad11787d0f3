import { type Language, languages } from './language.ts'

/** The language of an organisation that has chosen none, and where no organisation answers. */
export const usualLanguage: Language = 'en'

export function isSpoken(tag: string | null | undefined): tag is Language {
  return languages.some((language) => language === tag)
}

/** The languages to choose from: all, the usual one first, for those who choose none. */
export const anyLanguage: readonly [Language, ...Language[]] = [usualLanguage, ...languages]

/** The first of these that is spoken: a database may hold one that an earlier version spoke. */
export function firstSpoken(...tags: readonly string[]): Language {
  return tags.find(isSpoken) ?? usualLanguage
}
