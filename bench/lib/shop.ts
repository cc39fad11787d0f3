import { request } from 'undici'
import type { BenchService } from './service.ts'

/** A venue that sells, set up through HTTP as its staff does. */
export type Shop = {
  readonly slug: string
  readonly tenantId: string
  /** With every permission that setting up takes. */
  readonly key: string
  /** The Host of its requests. */
  readonly host: string
  /** `POST /api/<path>/`; the uuid. */
  create(path: string, body: Readonly<Record<string, unknown>>): Promise<string>
  change(path: string, body: Readonly<Record<string, unknown>>): Promise<void>
  /** `GET /api/<path>/` */
  read(path: string): Promise<unknown>
}

const permissions = [
  ...['product:write', 'event:write', 'reservation:read', 'reservation:write'],
  ...['membership:write', 'place:read', 'place:write'],
]

export async function openShop(service: BenchService): Promise<Shop> {
  const created = await service.cli(
    'tenant',
    'create',
    '--organisation',
    'Bench Shop',
    '--category',
    'S',
    '--email',
    'bench@example.org',
  )
  const slug = String(created['slug'])
  const { api_key } = await service.cli(
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    'bench@example.org',
    '--name',
    'bench',
    ...permissions.flatMap((permission) => ['--permission', permission]),
  )
  const key = String(api_key)
  const host = `${slug}.localhost:${service.port}`

  async function send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<string> {
    const answer = await request(`http://127.0.0.1:${service.port}/api/${path}/`, {
      method,
      headers: { host, authorization: `Api-Key ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    if (answer.statusCode > 299) throw new Error(`${method} /api/${path}/: ${answer.statusCode} ${text}`)
    return text
  }

  return {
    slug,
    tenantId: String(created['uuid']),
    key,
    host,
    create: async (path, body) => (JSON.parse(await send('POST', path, body)) as { uuid: string }).uuid,
    read: async (path) => JSON.parse(await send('GET', path)) as unknown,
    async change(path, body) {
      await send('PATCH', path, body)
    },
  }
}
