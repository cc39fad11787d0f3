/**
 * Text as French is set: what may not stand at the end or the beginning of a line is kept with its neighbour by a space
 * that does not break, before `: ; ? !` and inside `« »`, in numbers, before their `%` and `€` and behind `n°` (Lexique des
 * règles typographiques de l'Imprimerie nationale). Addresses and times hold no such space and stay as they are.
 */
export function frenchSpaces(text: string): string {
  return text.replace(/ (?=[:;?!»])|(?<=«) |(?<=[\d}]) (?=[%€])|(?<=\d) (?=\d{3}(?!\d))|(?<=\b[nN]°) /g, '\u00a0')
}

/**
 * Text without a line that ends in "e-": a word joiner (U+2060) behind the hyphen of "e-mail" takes no room, needs no glyph
 * and is nothing to a search for the word (it is ignorable in Unicode's collation). The hyphen that does not break
 * (U+2011) is in neither of our fonts. German goes on with a hyphen and a capital letter ("E-Mail-Adresse"). An address
 * that looks like the word stays as it is, to be copied.
 */
export function wholeWords(text: string): string {
  return text.replace(
    /(?<=(?<![\p{L}\p{N}@./_+-])[eE]-)(?=[mM]ail(?:s|ed|ing)?(?![\p{L}\p{N}@_+]|-(?!\p{Lu})|\.\p{L}))/gu,
    '\u2060',
  )
}

/** Text as it is set on pages. */
export function setForPages(text: string, language: string): string {
  return language === 'fr' ? frenchSpaces(wholeWords(text)) : wholeWords(text)
}
