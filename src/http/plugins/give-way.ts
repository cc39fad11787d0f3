import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyFromHeader } from '../../features/account/api-key.ts'
import { createFairQueue } from '../../lib/fair-queue.ts'
import { addressOf } from './rate-limit.ts'

/** Begun in turns of the event loop of their own; enough for the processor while some wait for the database. */
const mostAtOnce = 3
/** While somebody is scanned one at a time, with this in between: a scan has its next step there. */
const besideScansMs = 2
/** After which the next one is begun, answered or not: what is slow for another reason holds nobody up. */
const mostOfTurnMs = 40
/** The size up to which reading a body costs no more than a scan. */
const smallBodyBytes = 4096

/**
 * What costs as much as a page is begun a few at a time, from each address in turn, and while somebody is scanned one after
 * the other, so that a flood of it stands less before a scan. A caller who comes alone does not wait (ADR 0250).
 */
export function giveWayToScans(app: FastifyInstance): void {
  const waiting = createFairQueue<() => void>()
  const begun = new Map<FastifyRequest, NodeJS.Timeout>()
  let scans = 0
  let isDue = false

  const isFree = () => begun.size < (scans === 0 ? mostAtOnce : 1)

  function begin(request: FastifyRequest, done: () => void): void {
    begun.set(
      request,
      setTimeout(() => end(request), mostOfTurnMs),
    )
    callNext()
    done()
  }
  function end(request: FastifyRequest): void {
    clearTimeout(begun.get(request))
    if (begun.delete(request)) callNext()
  }
  function callNext(): void {
    if (isDue) return
    isDue = true
    if (scans === 0) setImmediate(takeNext)
    else setTimeout(takeNext, besideScansMs)
  }
  function takeNext(): void {
    isDue = false
    if (isFree()) waiting.take()?.()
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCostly(request)) return done()
    if (!isDue && waiting.size === 0 && isFree()) return begin(request, done)
    waiting.put(addressOf(request), () => begin(request, done))
    return undefined
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    end(request)
    done()
  })
  // By then the key of the device has been looked at.
  app.addHook('preParsing', (request, reply, payload, done) => {
    // A phone that went away while its key was looked at ends no more: it would be counted for ever.
    if (isScan(request) && !reply.raw.closed) {
      scans++
      reply.raw.once('close', () => scans--)
    }
    done(null, payload)
  })
}

function isScan({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'POST' && routeOptions.config.access?.kind === 'device'
}

/** A page or an answer that is made for one, or a body that takes as long. Not of a device, whose key is looked at before. */
function isCostly(request: FastifyRequest): boolean {
  const { method, headers } = request
  const { config, schema } = request.routeOptions
  if (config.access?.kind === 'device') return false
  if (method === 'GET' || method === 'HEAD')
    return schema?.tags?.includes('Pages') === true || isMadeForStranger(request)
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBodyBytes
}

/** Tells whether a request is read for a stranger: a caller who shows a key is known before anything is read, or refused. */
function isMadeForStranger({ headers, url, routeOptions }: FastifyRequest): boolean {
  const isRead = routeOptions.url?.startsWith('/api/') === true && keyFromHeader(headers.authorization) === null
  return isRead && !(routeOptions.config.isCopy === true && !url.includes('?'))
}
