import type { Context } from '../src/context.ts'
import { buildApp } from '../src/start/build-app.ts'
import { type OpenApiDocument, openApiDocument } from '../src/http/openapi.ts'

/** The OpenAPI document of the routes as they are in the source. */
export async function documentOf(context: Context): Promise<OpenApiDocument> {
  const app = await buildApp(context)
  await app.ready()
  const document = JSON.parse(JSON.stringify(openApiDocument(app))) as OpenApiDocument
  await app.close()
  return document
}
