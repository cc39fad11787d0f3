import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../openapi.ts'

/** `/api/openapi.json` on every tenant's host: made at the first request, since it never changes while the process lives. */
export function registerOpenApi(app: FastifyInstance): void {
  let text: string | undefined
  app.get(
    '/api/openapi.json',
    { config: { access: { kind: 'public' } }, schema: { summary: 'This document', tags: ['Documentation'] } },
    async (_request, reply) => {
      text ??= JSON.stringify(openApiDocument(app))
      return reply.type('application/json; charset=utf-8').send(text)
    },
  )
}
