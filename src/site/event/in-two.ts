/** What a phone shows of a text without hiding what follows it. */
const most = 300
/** What is left of a text is worth unfolding from this length on. */
const least = 120

/** Parts a long text after a paragraph or else a sentence, before it is too long to be passed by; a text that is not gives null. */
export function inTwo(text: string): readonly [beginning: string, rest: string | null] {
  const whole = text.trim()
  if (whole.length <= most + least) return [whole, null]
  const start = whole.slice(0, most)
  const ends = [/\n\s*\n(?!.*\n\s*\n)/s, /\n(?!.*\n)/s, /[.!?…»”]\s(?!.*[.!?…»”]\s)/s, /\s(?!.*\s)/s]
  const end = ends.map((sign) => sign.exec(start)).find((found) => found !== null && found.index >= least)
  const at = end ? end.index + end[0].length : most
  return [whole.slice(0, at).trim(), whole.slice(at).trim()]
}
