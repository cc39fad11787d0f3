/** How long the same code counts as the same reading, in milliseconds. */
const samePause = 2500

export type Readings = {
  /** The nonce to ask with; null: the same reading as a moment ago. */
  begin(code: string): string | null
  /** What was read lately counts as read now: it may still be in front of the reader, which rested meanwhile. */
  renew(): void
  /** Whether an answer came. Until one does, the code is asked about with the same nonce, so that it is noted once. */
  end(code: string, nonce: string, answered: boolean): void
}

/** Codes as they are read, by whatever reads them: a reader held over a ticket reads it again and again. */
export function createReadings(now: () => number, makeNonce: () => string): Readings {
  const unanswered = new Map<string, string>()
  /** A camera over two tickets reads one, the other, and the first again. */
  let lately = new Map<string, number>()
  const dropOlder = (at: number) => {
    lately = new Map([...lately].filter(([, readAt]) => at - readAt < samePause))
  }
  return {
    begin(code) {
      const at = now()
      dropOlder(at)
      const isSame = lately.has(code)
      lately.set(code, at)
      const former = unanswered.get(code)
      if (former !== undefined) return former
      return isSame ? null : makeNonce()
    },
    renew() {
      const at = now()
      for (const code of lately.keys()) lately.set(code, at)
    },
    end(code, nonce, answered) {
      if (answered) unanswered.delete(code)
      else unanswered.set(code, nonce)
    },
  }
}
