import { createHash } from 'node:crypto'

/** Numbers that look random and are the same on every machine: the demonstration of a day is always the same one. */
export type Seeded = {
  /** At least `from`, less than `to`. */
  between(from: number, to: number): number
  pick<T>(values: readonly T[]): T
}

export function seeded(seed: string): Seeded {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  // mulberry32: small, and good enough for names and circles.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (from, to) => from + next() * (to - from),
    pick(values) {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new Error('there is nothing to pick from')
      return value
    },
  }
}
