import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { answerUnreadableRequest } from '../unreadable-request.ts'
import { addressOf, networkOf } from './rate-limit.ts'
import { mayBeKnown } from './refuse-floods.ts'

/** How long a body may take to arrive, from the end of the headers, where its route does not say more. */
export const usualBodySeconds = 30
/** As `usualBodySeconds`, for a form with files: ten mebibytes over a slow phone. */
export const fileBodySeconds = 300

/** When Node itself ends a request, before a route is known; its limit for whole requests is above those of the routes. */
export const serverTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: (fileBodySeconds + 30) * 1000,
  connectionsCheckingInterval: 5000,
} as const

/** Connections of one address that have asked nothing yet, with its requests whose body is on its way. */
const mostUnfinished = 256
/** As `mostUnfinished`, with credentials shown: somebody who is silent on the same Wi-Fi of the house must not close its door. */
const mostWithCredentials = 4 * mostUnfinished
const askAgainSeconds = 10
/** The time between an answer and the next request of its connection, with its headers: more than Node waits for a silent client. */
const answeredSeconds = 90
/**
 * Connections of one address that wait between an answer and the next request: enough for everybody who works in a house behind one
 * address, and few of the files that a process may open. A client that is ended connects again.
 */
const mostIdle = 1024
/** How much is read and thrown away, so that a client that is still sending hears that it was too large, not that the connection broke. */
const mostDiscarded = 8 * 1024 * 1024

/**
 * A request that drips ends after its time, whether it was refused meanwhile or not, and one address has so many of them. Whose
 * connections are that ask nothing, or nothing more, is not known behind a proxy, which has limits of its own.
 */
export function endUnfinishedRequests(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  const isDirect = config.rateLimit && config.trustProxy.length === 0
  const { isFull, begin } = countUnfinished(config.rateLimit)
  const ends = new WeakMap<Socket, () => void>()
  if (isDirect) limitSilent(app, config.tls === null ? 'connection' : 'secureConnection', { isFull, begin }, ends)
  endAnswered(app, isDirect ? mostIdle : Number.POSITIVE_INFINITY)

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    ends.get(raw.socket)?.()
    if (!hasBody(request)) return done()
    const address = addressOf(request)
    if (isFull(address, mayBeKnown(request) ? mostWithCredentials : mostUnfinished)) {
      reply.header('connection', 'close')
      return done(new AppError('too_many_requests', { retryAfterSeconds: askAgainSeconds }))
    }
    const end = begin(address)
    const timer = setTimeout(() => {
      end()
      if (!raw.complete) giveUp(request, reply.raw.headersSent)
    }, bodySecondsOf(request) * 1000)
    raw.once('close', () => {
      // What was answered before it was read closes too, and may still be on its way.
      if (!raw.complete && !raw.socket.destroyed) return
      clearTimeout(timer)
      end()
    })
    return done()
  })

  app.addHook('onSend', async ({ raw }, reply) => {
    if (reply.statusCode === 413 && !raw.complete) await discardRest(raw)
  })
}

type Unfinished = {
  isFull(address: string, most: number): boolean
  /** @returns what ends its count, once */
  begin(address: string): () => void
}

function countUnfinished(isLimited: boolean): Unfinished {
  const counts = new Map<string, number>()
  return {
    isFull: (address, most) => isLimited && (counts.get(address) ?? 0) >= most,
    begin(address) {
      counts.set(address, (counts.get(address) ?? 0) + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const left = (counts.get(address) ?? 0) - 1
        if (left > 0) counts.set(address, left)
        else counts.delete(address)
      }
    },
  }
}

/** @param ends gets what a connection that begins to ask is silent no longer by */
function limitSilent(
  app: FastifyInstance,
  event: 'connection' | 'secureConnection',
  { isFull, begin }: Unfinished,
  ends: WeakMap<Socket, () => void>,
): void {
  /** The silent connections of each address, the oldest first. */
  const silent = new Map<string, Set<Socket>>()
  app.server.on(event, (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const others = silent.get(address) ?? new Set()
    // A client that asks at once is let in; the one that has been silent for longest is not waited for.
    const [oldest] = others
    if (isFull(address, mostUnfinished)) {
      if (oldest === undefined) return socket.destroy()
      oldest.destroy()
      ends.get(oldest)?.()
    }
    silent.set(address, others.add(socket))
    const uncount = begin(address)
    const end = () => {
      uncount()
      others.delete(socket)
      if (others.size === 0 && silent.get(address) === others) silent.delete(address)
    }
    ends.set(socket, end)
    socket.once('close', end)
    return undefined
  })
}

type Asked = {
  readonly address: string
  /** Requests that are not answered yet: several may be on their way at once. */
  requests: number
  /** The timer of a connection that waits for its next request. */
  timer?: NodeJS.Timeout
}

/**
 * Empty lines between two requests are no request, and Node waits again at each of them. Of an address with more than `most` connections
 * that wait so, the one that has for longest is ended.
 */
function endAnswered(app: FastifyInstance, most: number): void {
  const connections = new WeakMap<Socket, Asked>()
  /** The idle connections of each address, the longest idle first. */
  const idle = new Map<string, Set<Socket>>()

  function wait(socket: Socket, asked: Asked): void {
    asked.timer = setTimeout(() => socket.destroy(), answeredSeconds * 1000).unref()
    const others = idle.get(asked.address) ?? new Set()
    idle.set(asked.address, others.add(socket))
    const [longest] = others
    if (others.size <= most || longest === undefined) return
    others.delete(longest)
    longest.destroy()
  }

  function waitNoLonger(socket: Socket, { address, timer }: Asked): void {
    clearTimeout(timer)
    const others = idle.get(address)
    if (others?.delete(socket) && others.size === 0) idle.delete(address)
  }

  function connectionOf(socket: Socket): Asked {
    const known = connections.get(socket)
    if (known) return known
    // Kept, since a connection that has ended does not tell it.
    const asked = { address: networkOf(socket.remoteAddress ?? ''), requests: 0 }
    connections.set(socket, asked)
    socket.once('close', () => waitNoLonger(socket, asked))
    return asked
  }

  app.server.on('request', ({ socket }, response) => {
    const asked = connectionOf(socket)
    waitNoLonger(socket, asked)
    asked.requests++
    response.once('close', () => {
      asked.requests--
      if (asked.requests === 0 && !socket.destroyed) wait(socket, asked)
    })
  })
}

/** Ends when the rest has come, is too much, or the other side or the time for bodies ended it. */
function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > mostDiscarded || request.destroyed) return resolve()
    let left = mostDiscarded
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) resolve()
    })
    // What a reader of it left stands.
    request.once('end', resolve).once('close', resolve).resume()
    return undefined
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function bodySecondsOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.config.forms === 'with_files' ? fileBodySeconds : usualBodySeconds
}

function giveUp({ raw }: FastifyRequest, isAnswered: boolean): void {
  if (isAnswered) raw.socket.destroy()
  else answerUnreadableRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
}
