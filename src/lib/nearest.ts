/** Fewer letters say too little: every short name is near to another one. */
const fewestOfNear = 4
/** From how many letters on a word may be written wrongly twice. */
const longFrom = 8

/** Tells whether words are near to this one only if there is enough of it. */
export function isLongEnough(word: string): boolean {
  return [...word].length >= fewestOfNear
}

/**
 * Those words that were probably meant: one letter too many, too few, another or exchanged with its neighbour, two of a long word. The
 * nearest first, then in the order they had; the word itself is none of them.
 */
export function nearest(word: string, words: readonly string[]): readonly string[] {
  const letters = [...word]
  const most = letters.length >= longFrom ? 2 : 1
  return words
    .filter((one) => Math.abs(one.length - word.length) <= most && one !== word)
    .map((one) => ({ one, steps: stepsBetween(letters, [...one]) }))
    .filter(({ steps }) => steps <= most)
    .toSorted((left, right) => left.steps - right.steps)
    .map(({ one }) => one)
}

/** How many letters are to be changed (optimal string alignment). Row by row: only the last two count. */
function stepsBetween(from: readonly string[], to: readonly string[]): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of from.entries()) {
    const row = [at + 1]
    for (const [index, other] of to.entries()) {
      const changed = (last[index] ?? 0) + (letter === other ? 0 : 1)
      const isExchanged = at > 0 && index > 0 && letter === to[index - 1] && from[at - 1] === other
      const exchanged = isExchanged ? (before[index - 1] ?? 0) + 1 : changed
      row.push(Math.min(changed, exchanged, (row[index] ?? 0) + 1, (last[index + 1] ?? 0) + 1))
    }
    before = last
    last = row
  }
  return last[to.length] ?? 0
}
