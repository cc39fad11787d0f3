export type FairQueue<Item> = {
  /** How many wait. */
  readonly size: number
  /** How many of one wait. */
  sizeOf(whose: string): number
  put(whose: string, item: Item): void
  /** The next one; undefined: nobody waits. */
  take(): Item | undefined
  /** All that wait, who wait no longer. */
  empty(): readonly Item[]
}

/** Creates a queue that serves all who wait in turns: somebody who brings a hundred things delays another by one only. */
export function createFairQueue<Item>(): FairQueue<Item> {
  const lines = new Map<string, Item[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    sizeOf: (whose) => lines.get(whose)?.length ?? 0,
    put(whose, item) {
      const line = lines.get(whose)
      if (line) line.push(item)
      else lines.set(whose, [item])
      size++
    },
    take() {
      const [next] = lines
      if (!next) return undefined
      const [whose, line] = next
      const item = line.shift()
      // To the end of the round, behind all who have waited as well.
      lines.delete(whose)
      if (line.length > 0) lines.set(whose, line)
      size--
      return item
    },
    empty() {
      const all = [...lines.values()].flat()
      lines.clear()
      size = 0
      return all
    },
  }
}
