/**
 * Text as French is set: what may not stand at the end or the beginning of a line is kept with its neighbour by a space
 * that does not break, before `: ; ? !` and inside `« »` (Lexique des règles typographiques de l'Imprimerie nationale).
 * Addresses and times hold no such space and stay as they are.
 */
export function frenchSpaces(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0')
}

/**
 * Text without a line that ends in "e-": a word joiner (U+2060) behind the hyphen of "e-mail" takes no room, needs no glyph
 * and is nothing to whoever searches for the word (it is ignorable in Unicode's collation). The hyphen that does not break
 * (U+2011) is in neither of our fonts. An address that looks like the word stays as it is, to be copied.
 */
export function wholeWords(text: string): string {
  return text.replace(/(?<=(?<![\p{L}\p{N}@./_+-])e-)(?=mails?(?![\p{L}\p{N}@_+-]|\.\p{L}))/giu, '\u2060')
}

/** The same object with every sentence set as French is, also those that its functions make. */
export function withFrenchSpaces<Texts>(texts: Texts): Texts {
  return typeset(texts, frenchSpaces) as Texts
}

/** The same object with every sentence set as pages are, also those that its functions make. */
export function setForPages<Texts>(texts: Texts, language: string): Texts {
  const set = language === 'fr' ? (text: string) => frenchSpaces(wholeWords(text)) : wholeWords
  return typeset(texts, set) as Texts
}

function typeset(value: unknown, set: (text: string) => string): unknown {
  if (typeof value === 'string') return set(value)
  if (typeof value === 'function') return (...given: unknown[]) => typeset(value(...given), set)
  if (Array.isArray(value)) return value.map((inner) => typeset(inner, set))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typeset(inner, set)]))
}
