import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { registerOpenApi } from './api/openapi.ts'
import { registerPrices } from './api/prices.ts'
import { registerProducts } from './api/products.ts'
import { createPublishedProducts } from './api/published-products.ts'
import type { ErrorFace } from './error-handler.ts'
import { registerAssets } from './pages/assets.ts'
import { registerDocs } from './pages/docs/register-docs.tsx'

/** Every route of the service, a line a section; answers with the faces their errors have. */
export async function registerRoutes(app: FastifyInstance, context: Context): Promise<readonly ErrorFace[]> {
  registerAssets(app)
  registerDocs(app, context)
  registerOpenApi(app)
  const published = createPublishedProducts(context)
  registerProducts(app, context, published)
  registerPrices(app, context, published)
  return []
}
