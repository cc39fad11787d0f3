import { expect } from 'vitest'
import type { Answer } from './client.ts'
import { serve } from './two-tenants.ts'

/** The slug of each tenant is its category in words. */
const categories = { venue: 'S', festival: 'F', tour: 'A', agency: 'P' } as const
export type CategoryLabel = keyof typeof categories | 'meta'

/** Opens a tenant of each category that sells, and Meta, reached as their staff does. */
export function everyCategory() {
  return serve({}, async ({ server }) => {
    const keys: Record<string, string> = {}
    const readers: Record<string, string> = {}
    async function keyFor(tenant: string, ...permissions: string[]): Promise<string> {
      const granted = permissions.flatMap((permission) => ['--permission', permission])
      const words = ['--tenant', tenant, '--user', 'ada@example.org', '--name', 'test', ...granted]
      return String((await server.cli('api-key', 'create', ...words))['api_key'])
    }
    for (const [name, category] of Object.entries(categories)) {
      const words = ['--organisation', name, '--category', category, '--city', 'Lyon']
      await server.cli('tenant', 'create', ...words, '--email', 'ada@example.org')
    }
    for (const tenant of [...Object.keys(categories), 'meta']) {
      keys[tenant] = await keyFor(tenant, 'event:write', 'product:write', 'reservation:write')
      readers[tenant] = await keyFor(tenant, 'event:read')
    }
    const call = (label: CategoryLabel, method: string, path: string, body?: unknown): Promise<Answer> =>
      server.send(label, method, path, { key: keys[label] ?? '', ...(body === undefined ? {} : { body }) })
    const read = (label: CategoryLabel, path: string) => server.send(label, 'GET', path)
    return {
      server,
      /** By tenant, keys that write events and products and book; those in `readers` read events. */
      keys,
      readers,
      call,
      read,
      /** Creates an event that needs no more than these fields. */
      make: (label: CategoryLabel, body: Record<string, unknown>) =>
        call(label, 'POST', '/api/events/', { name: 'Night', datetime: '2026-05-01T20:30:00Z', ...body }),
      async create(label: CategoryLabel, path: string, body: unknown): Promise<string> {
        const answer = await call(label, 'POST', path, body)
        expect(answer.status, answer.text).toBe(201)
        return answer.json.uuid
      },
      /** The uuid of the first record of a list. */
      async first(label: CategoryLabel, path: string): Promise<string> {
        return (await read(label, path)).json[0].uuid
      },
    }
  })
}
