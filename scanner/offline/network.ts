import type { Call, Outcome, Server } from '../server.ts'

/** Whether the service answers, as the last call found it. Nothing the browser says about the network is believed. */
export type Network = Server & {
  isUp(): boolean
  /** @returns what ends it */
  watch(listener: () => void): () => void
}

export function watchNetwork(server: Server): Network {
  const listeners = new Set<() => void>()
  let isUp = true
  return {
    async call<T>(call: Call): Promise<Outcome<T>> {
      const outcome = await server.call<T>(call)
      const was = isUp
      isUp = outcome.kind !== 'silence'
      if (isUp !== was) for (const listener of listeners) listener()
      return outcome
    },
    isUp: () => isUp,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
