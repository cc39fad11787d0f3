import { foldedWords, isSearchable } from './text.ts'

/** The words under which somebody is found: each word of their name once, folded, in order. None without a name. */
export function nameWords({
  firstName,
  lastName,
}: {
  readonly firstName: string
  readonly lastName: string
}): readonly string[] {
  // Most tickets of a rush have none.
  if (firstName === '' && lastName === '') return []
  return [...new Set(foldedWords(`${firstName} ${lastName}`))]
}

/** How a word is looked for among those of names. */
export type WordToFind = { readonly word: string; readonly isWhole: boolean }

/** Writing of which one sign is a word or a syllable. */
const signs = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * What somebody typed, as words of names are looked for: each by its beginning, in any order. Of one or two letters that would be half
 * of everybody: they are names as a whole, such as Wu or O, but for signs of which one is a family name, such as 李 (ADR 0189).
 */
export function wordsToFind(text: string): readonly WordToFind[] {
  const isLittle = !isSearchable(text)
  return foldedWords(text).map((word) => ({ word, isWhole: isLittle && !signs.test(word) }))
}

/** Tells whether a text is so short that it finds whole names only, and more letters would find more. */
export function isTooLittle(text: string): boolean {
  return wordsToFind(text).every(({ isWhole }) => isWhole)
}
