/**
 * What German, English, French and Spanish are written with, and the signs of the pages: the small files of our fonts have these alone.
 * With anything else on it, a name for instance, a page takes the whole file as well.
 */
export const fontLetters = `${lettersBetween(' ', '~')}ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛàâæçèéêëîïôœùûÿÁÍÑÓÚáíñóúªº¡¿«»‹›“”„‘’‚–—…·•°§©×−€£\u00a0`

function lettersBetween(first: string, last: string): string {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, place) => from + place))
}

/** The letters as `unicode-range` of CSS has them. */
export function rangesOf(letters: string): string {
  const codes = new Set([...letters].map((letter) => letter.charCodeAt(0)).toSorted((one, other) => one - other))
  const begins = [...codes].filter((code) => !codes.has(code - 1))
  const ends = [...codes].filter((code) => !codes.has(code + 1))
  const written = (code = 0) => code.toString(16).toUpperCase()
  return begins
    .map((begin, place) =>
      begin === ends[place] ? `U+${written(begin)}` : `U+${written(begin)}-${written(ends[place])}`,
    )
    .join(',')
}
