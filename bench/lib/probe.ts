import { Agent, request } from 'undici'

/** How long a request waited that has next to nothing to do; ms. */
export type Waits = { readonly p50Ms: number; readonly p99Ms: number; readonly longestMs: number }

const everyMs = 4

/**
 * Asks for `/healthz` every few milliseconds while `work` is under way, whether or not the last answer has come: what keeps
 * the event loop makes all of them wait that come meanwhile.
 */
export async function waitsDuring(port: number, work: () => Promise<unknown>): Promise<Waits> {
  const agent = new Agent({ connections: 64 })
  const waits: number[] = []
  const asked = new Set<Promise<void>>()
  const ask = async () => {
    const askedAt = performance.now()
    const answer = await request(`http://127.0.0.1:${port}/healthz`, { dispatcher: agent })
    await answer.body.dump()
    waits.push(performance.now() - askedAt)
  }
  const timer = setInterval(() => {
    const question: Promise<void> = ask().finally(() => asked.delete(question))
    asked.add(question)
  }, everyMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
    await Promise.all(asked)
    await agent.close()
  }
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
}
