import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTurns } from '../../lib/turns.ts'
import { addressOf } from './rate-limit.ts'

/**
 * One page is begun in each turn of the event loop, from each address in turn, so that many who ask stand less
 * before a scan. Whoever comes alone does not wait (ADR 0250).
 */
export function takePagesInTurns(app: FastifyInstance): void {
  const waiting = createTurns<() => void>()
  let isTaken = false
  const next = () => {
    const begin = waiting.take()
    isTaken = begin !== undefined
    if (begin === undefined) return
    setImmediate(next)
    begin()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isPage(request)) return done()
    if (isTaken) return waiting.put(addressOf(request), done)
    isTaken = true
    setImmediate(next)
    return done()
  })
}

function isPage({ method, routeOptions }: FastifyRequest): boolean {
  return method !== 'POST' && routeOptions.schema?.tags?.includes('Pages') === true
}
