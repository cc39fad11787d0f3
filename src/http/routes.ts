import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { registerOpenApi } from './api/openapi.ts'
import { registerProducts } from './api/products.ts'
import type { ErrorFace } from './error-handler.ts'

/** Every route of the service, a line a section; answers with the faces their errors have. */
export async function registerRoutes(app: FastifyInstance, context: Context): Promise<readonly ErrorFace[]> {
  registerOpenApi(app)
  registerProducts(app, context)
  return []
}
