import type { Call, Outcome, Server } from '../server.ts'

/** The service, and whether it answers, as the last call found. What the browser says about the network is not believed. */
export type Network = Server & {
  isUp(): boolean
  /** @returns a function that ends it */
  watch(listener: () => void): () => void
}

export function watchNetwork(server: Server): Network {
  const listeners = new Set<() => void>()
  let isUp = true
  let lastBegun = 0
  let lastAnswered = 0

  function heard<T>(number: number, outcome: Outcome<T>): Outcome<T> {
    const was = isUp
    // The silence of a call that began before one which was answered says nothing of the network as it is now.
    if (outcome.kind !== 'silence') {
      isUp = true
      lastAnswered = Math.max(lastAnswered, number)
    } else if (number > lastAnswered) isUp = false
    if (isUp !== was) for (const listener of listeners) listener()
    return outcome
  }

  return {
    async call<T>(call: Call): Promise<Outcome<T>> {
      const number = ++lastBegun
      const outcome = heard(number, await server.call<T>(call))
      const late = outcome.kind === 'silence' && outcome.late
      return late ? { kind: 'silence', late: late.then((answer) => heard(number, answer)) } : outcome
    },
    isUp: () => isUp,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
