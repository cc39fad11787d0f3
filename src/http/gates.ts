import type { FastifyInstance } from 'fastify'
import type { Access, Forms } from './route.ts'

/** One operation, who may call it, and what it takes; null access: the health addresses, which belong to no tenant. */
export type Gate = {
  readonly method: string
  readonly url: string
  readonly access: Access | null
  /** A person with a session shows again who they are (ADR 0240). */
  readonly asksAgain: boolean
  readonly forms: Forms
  /** JSON schemas of its body and its query. */
  readonly body?: unknown
  readonly query?: unknown
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route that is registered, in that order. */
    gates: Gate[]
  }
}

/** Keeps the list of every gate as routes are registered, so that nothing that answers can be missing from it. */
export function collectGates(app: FastifyInstance): void {
  app.decorate('gates', [])
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue
      const { body, querystring: query } = route.schema ?? {}
      const { access = null, asksAgain = false, forms = false } = route.config ?? {}
      app.gates.push({ method, url: route.url, access, asksAgain, forms, body, query })
    }
  })
}
