import { plainText } from '../../lib/markdown.ts'

/** What a phone shows of a text without hiding what follows it. */
const most = 300
/** What is left of a text is worth unfolding from this length on. */
const least = 120

/** Where a text may be parted: after a paragraph or else a line, a sentence, a word. */
const ends = [/\n\s*\n(?!.*\n\s*\n)/s, /\n(?!.*\n)/s, /[.!?…»”]\s(?!.*[.!?…»”]\s)/s, /\s(?!.*\s)/s]

/**
 * Parts a long text before it is too long to be passed by, where none of its marks goes on; a text that is not long, or that cannot be
 * parted, gives null.
 */
export function inTwo(text: string): readonly [beginning: string, rest: string | null] {
  const whole = text.trim()
  if (whole.length <= most + least) return [whole, null]
  const start = whole.slice(0, most)
  const found = ends.map((sign) => sign.exec(start)).filter((end) => end !== null && end.index >= least)
  const parted = [...found.map((end) => (end ? end.index + end[0].length : most)), most]
    .map((at) => whole.slice(0, at).replace(headingAtEnd, '').length)
    .map((at) => [whole.slice(0, at).trim(), whole.slice(at).trim()] as const)
    .find(([beginning, rest]) => beginning !== '' && wordsOf(beginning) + wordsOf(rest) === wordsOf(whole))
  return parted ?? [whole, null]
}

/** A heading goes with what it stands above. */
const headingAtEnd = /(?<=^|\n)#{1,6}[ \t][^\n]*\s*$/

/** The text without its marks, and without what stands between words, which parting may change. */
function wordsOf(text: string): string {
  return plainText(text).replaceAll(/\s/g, '')
}
