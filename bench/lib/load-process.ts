import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { LoadPlan, LoadResult } from './load.ts'

/**
 * Sends a plan over raw sockets, keep-alive, one request at a time on each: a client library would take a large part of
 * the machine that is measured.
 */
const [plan] = (await once(process, 'message')) as [LoadPlan]
process.send?.(await run(plan))
process.disconnect()

async function run(plan: LoadPlan): Promise<LoadResult> {
  const { port, connections, head, bodies, seconds, expected, pauseMs = 0, isEndless = bodies === null } = plan
  const latencies: number[] = []
  const byStatus: Record<number, number> = {}
  let errors = 0
  let firstError: string | null = null
  const requests = bodies === null ? [requestOf(head, null)] : bodies.map((body) => requestOf(head, body))
  let next = 0
  const start = performance.now()
  const end = start + seconds * 1000

  function takeRequest(now: number): Buffer | null {
    if (now >= end) return null
    const index = isEndless ? next % requests.length : next
    next++
    return requests[index] ?? null
  }

  function drive(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let sentAt = 0
      let answer: Answer | null = null
      const send = (now: number) => {
        const request = takeRequest(now)
        if (request === null) {
          socket.end()
          resolve()
          return
        }
        answer = null
        sentAt = now
        socket.write(request)
      }
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        answer = received(answer, chunk)
        if (!answer.complete) return
        const now = performance.now()
        latencies.push(now - sentAt)
        const { start } = answer
        const status = Number(start.slice(9, 12))
        byStatus[status] = (byStatus[status] ?? 0) + 1
        if (status < 200 || status > 299 || !start.includes(expected)) {
          errors++
          firstError ??= start
        }
        if (pauseMs > 0) setTimeout(() => send(performance.now()), pauseMs)
        else send(now)
      })
      send(performance.now())
    })
  }

  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  await Promise.all(sockets.map(drive))
  const elapsed = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return {
    requests: latencies.length,
    errors,
    perSecond: latencies.length / elapsed,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    byStatus,
    firstError,
  }
}

/** Made before the time is taken. */
function requestOf(head: readonly string[], body: string | null): Buffer {
  const length = body === null ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  return Buffer.from(`${[...head, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`)
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  return socket
}

/** An answer on its way in: what it begins with, its head at least, and how many bytes are still to come. */
type Answer = { readonly start: string; readonly missing: number; readonly complete: boolean }

/** Only what an answer begins with becomes text; the rest of a long one is counted, which costs next to nothing. */
function received(before: Answer | null, chunk: Buffer): Answer {
  if (before && before.missing > 0) {
    const missing = before.missing - chunk.length
    return { start: before.start, missing, complete: missing <= 0 }
  }
  const start = (before?.start ?? '') + chunk.toString('latin1')
  const headEnd = start.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(start.slice(0, headEnd))?.[1]
  if (headEnd === -1 || length === undefined) return { start, missing: 0, complete: false }
  const missing = headEnd + 4 + Number(length) - start.length
  return { start, missing, complete: missing <= 0 }
}
