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

async function run({ port, connections, head, bodies, seconds, expected }: LoadPlan): Promise<LoadResult> {
  const latencies: number[] = []
  const byStatus: Record<number, number> = {}
  let errors = 0
  let firstError: string | null = null
  let next = 0
  const start = performance.now()
  const end = start + seconds * 1000

  function takeRequest(): string | null {
    if (performance.now() >= end) return null
    if (bodies === null) return `${head.join('\r\n')}\r\n\r\n`
    const body = bodies[next++]
    return body === undefined
      ? null
      : `${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }

  function drive(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let sentAt = 0
      let received = ''
      const send = () => {
        const request = takeRequest()
        if (request === null) {
          socket.end()
          resolve()
          return
        }
        sentAt = performance.now()
        socket.write(request)
      }
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        received += chunk
        const answer = completeAnswer(received)
        if (answer === null) return
        latencies.push(performance.now() - sentAt)
        const status = Number(received.slice(9, 12))
        byStatus[status] = (byStatus[status] ?? 0) + 1
        if (status < 200 || status > 299 || !received.includes(expected)) {
          errors++
          firstError ??= received
        }
        received = received.slice(answer)
        send()
      })
      send()
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

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  // One byte a character, so that lengths are bytes.
  socket.setEncoding('latin1')
  await once(socket, 'connect')
  return socket
}

/** The length of the answer that `text` begins with; null while it is not all there. */
function completeAnswer(text: string): number | null {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const head = text.slice(0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const total = headEnd + 4 + Number(length)
    return text.length >= total ? total : null
  }
  // Chunked, as streamed lists are.
  return text.endsWith('\r\n0\r\n\r\n') ? text.length : null
}
