import type { FastifyInstance } from 'fastify'
import { visitorPaths } from '../lib/paths.ts'
import { openApiDocument } from '../http/openapi.ts'
import { type Copy, copyOf, sendCopy } from '../http/send-copy.ts'

/** `/api/openapi.json` on every tenant's host: made at the first request, since it never changes while the process lives. */
export function registerOpenApi(app: FastifyInstance): void {
  let copy: Copy | undefined
  app.get(
    visitorPaths.openApi,
    {
      config: { access: { kind: 'public' } },
      schema: { operationId: 'readDescription', summary: 'This document', tags: ['Documentation'] },
    },
    async (request, reply) => {
      copy ??= copyOf(JSON.stringify(openApiDocument(app)))
      reply.type('application/json; charset=utf-8')
      // A client that has it asks whether it is still that of this build.
      reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Origin' })
      return sendCopy(copy, { request, reply })
    },
  )
}
