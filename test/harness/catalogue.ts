import { afterAll, expect } from 'vitest'
import type { Answer } from './client.ts'
import { startPictureServer } from './picture-server.ts'
import { serve } from './two-tenants.ts'

const labels = ['one', 'two', 'three'] as const
export type CatalogueLabel = (typeof labels)[number] | 'meta'

/** Opens three venues and Meta, reached through two processes, with pictures that they may fetch. */
export async function openCatalogue() {
  const pictures = await startPictureServer()
  afterAll(() => pictures.stop())
  const environment = { FETCH_ALLOW: pictures.host }
  return serve({ environment }, ({ server, client }) =>
    serve({ beside: server }, async ({ server: beside }) => {
      const keys: Record<string, string> = {}
      const readers: Record<string, string> = {}
      async function keyFor(tenant: string, permission: string): Promise<string> {
        const words = ['--user', 'ada@example.org', '--name', 'test', '--permission', permission]
        return String((await server.cli('api-key', 'create', '--tenant', tenant, ...words))['api_key'])
      }
      for (const label of labels) {
        const words = ['--organisation', label, '--category', 'S', '--email', 'ada@example.org']
        await server.cli('tenant', 'create', ...words)
      }
      for (const label of [...labels, 'meta']) {
        keys[label] = await keyFor(label, 'product:write')
        readers[label] = await keyFor(label, 'product:read')
      }
      const call = (label: CatalogueLabel, method: string, path: string, body?: unknown): Promise<Answer> =>
        server.send(label, method, path, { key: keys[label] ?? '', ...(body === undefined ? {} : { body }) })
      return {
        server,
        beside,
        client,
        pictures,
        keys,
        keyFor,
        call,
        read: (label: CatalogueLabel, path: string) => server.send(label, 'GET', path),
        /** The key of an account that also sees what is unpublished. */
        reader: (label: CatalogueLabel) => ({ key: readers[label] ?? '' }),
        async product(label: CatalogueLabel, body: Record<string, unknown> = {}): Promise<string> {
          const seat = { name: 'Seat', categorie_article: 'B', ...body }
          const answer = await call(label, 'POST', '/api/products/', seat)
          expect(answer.status, answer.text).toBe(201)
          return answer.json.uuid
        },
        makePrice: (label: CatalogueLabel, body: Record<string, unknown>) =>
          call(label, 'POST', '/api/prices/', { name: 'Full', prix: 10, ...body }),
      }
    }),
  )
}
