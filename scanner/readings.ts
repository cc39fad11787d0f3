/** How long the same code counts as the same reading, in milliseconds. */
const samePause = 2500

export type Readings = {
  /**
   * Begins a reading, and returns the nonce to ask with; null: it is the same reading as a moment ago. What somebody typed or pasted is
   * none of those: no reader was held over it.
   */
  begin(code: string, isByHand?: boolean): string | null
  /** Counts what was read lately as read now: it may still be in front of the reader, which rested meanwhile. */
  renew(): void
  /**
   * Ends a reading, with or without an answer. Until there is one, the code is asked about with the same nonce, so that it is noted once.
   */
  end(code: string, nonce: string, answered: boolean): void
}

/** Tells new readings from repeated ones: a reader held over a ticket reads it again and again. */
export function createReadings(now: () => number, makeNonce: () => string): Readings {
  const unanswered = new Map<string, string>()
  /** The times of late readings, by code: a camera over two tickets reads one, the other, and the first again. */
  let lately = new Map<string, number>()
  const dropOlder = (at: number) => {
    lately = new Map([...lately].filter(([, readAt]) => at - readAt < samePause))
  }
  return {
    begin(code, isByHand = false) {
      const at = now()
      dropOlder(at)
      const isSame = lately.has(code)
      lately.set(code, at)
      const former = unanswered.get(code)
      if (former !== undefined) return former
      return isSame && !isByHand ? null : makeNonce()
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
