/** How long the same code counts as the same reading, in milliseconds. */
const samePause = 2500

export type Readings = {
  /** The nonce to ask with; null: the same reading as a moment ago. */
  begin(code: string): string | null
  /** Whether an answer came. Until one does, the code is asked about with the same nonce, so that it is noted once. */
  end(code: string, nonce: string, answered: boolean): void
}

/** Codes as they are read, by whatever reads them: a reader held over a ticket reads it again and again. */
export function createReadings(now: () => number, makeNonce: () => string): Readings {
  const unanswered = new Map<string, string>()
  let last = { code: '', at: Number.NEGATIVE_INFINITY }
  return {
    begin(code) {
      const isSame = code === last.code && now() - last.at < samePause
      last = { code, at: now() }
      const former = unanswered.get(code)
      if (former !== undefined) return former
      return isSame ? null : makeNonce()
    },
    end(code, nonce, answered) {
      if (answered) unanswered.delete(code)
      else unanswered.set(code, nonce)
    },
  }
}
