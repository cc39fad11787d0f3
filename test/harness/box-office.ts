import type pg from 'pg'
import type { Answer, SendOptions } from './client.ts'
import { patienceMs } from './patience.ts'
import type { TestServer } from './server.ts'

type Fields = Record<string, unknown>

/** A tenant that sells, reached through HTTP as its staff does. */
export type BoxOffice = {
  readonly slug: string
  readonly tenantId: string
  /** An API key with every permission of the tenant. */
  readonly key: string
  /** Creates a record through `POST /api/<path>/`; returns its uuid. */
  create(path: string, body: Fields): Promise<string>
  /** Creates a price of a new product whose category is that letter. */
  price(letter: string, fields?: Fields): Promise<{ readonly product: string; readonly price: string }>
  /** Creates an event tomorrow that offers those products. */
  event(products: readonly string[], fields?: Fields): Promise<string>
  book(body: Fields, options?: SendOptions): Promise<Answer>
  /** Sends a POST as staff, with the key. */
  post(path: string, body?: Fields): Promise<Answer>
  get(path: string): Promise<Answer>
  patch(path: string, body: Fields): Promise<Answer>
}

const nouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card']

/** The key and the address of an office: all that a template of databases needs to hand on. */
export type OfficeKeys = Pick<BoxOffice, 'slug' | 'tenantId' | 'key'>

/** @param options what else its creation is told: `--sandbox`; `--category P`, a venue otherwise */
export async function openBoxOffice(
  server: TestServer,
  organisation: string,
  ...options: readonly string[]
): Promise<BoxOffice> {
  return boxOffice(server, await makeOffice(server, organisation, options))
}

export async function makeOffice(
  server: Pick<TestServer, 'cli'>,
  organisation: string,
  options: readonly string[] = [],
): Promise<OfficeKeys> {
  const created = await server.cli(
    'tenant',
    'create',
    '--organisation',
    organisation,
    ...(options.includes('--category') ? [] : ['--category', 'S']),
    '--email',
    'admin@example.org',
    ...options,
  )
  const slug = String(created['slug'])
  const permissions = nouns.flatMap((noun) => ['--permission', `${noun}:read`, '--permission', `${noun}:write`])
  return { slug, tenantId: String(created['uuid']), key: await createKey(server, slug, permissions) }
}

export function boxOffice(server: TestServer, { slug, tenantId, key }: OfficeKeys): BoxOffice {
  let number = 0

  const send = (method: string, path: string, body?: Fields) =>
    server.send(slug, method, path, { key, ...(body === undefined ? {} : { body }) })
  async function create(path: string, body: Fields): Promise<string> {
    const answer = await send('POST', `/api/${path}/`, body)
    if (answer.status !== 201) throw new Error(`POST /api/${path}/: ${answer.status} ${answer.text}`)
    return answer.json.uuid
  }

  return {
    slug,
    tenantId,
    key,
    create,
    async price(letter, fields = {}) {
      const product = await create('products', { name: `Product ${++number}`, categorie_article: letter })
      const price = await create('prices', { product, name: 'Price', prix: 10, ...fields })
      return { product, price }
    },
    event: (products, fields = {}) =>
      create('events', { name: `Night ${++number}`, datetime: hoursAhead(24), products, ...fields }),
    book: (body, options = {}) => server.send(slug, 'POST', '/api/reservations/', { body, ...options }),
    post: (path, body = {}) => send('POST', path, body),
    get: (path) => send('GET', path),
    patch: (path, body) => send('PATCH', path, body),
  }
}

/** Creates a key with exactly these `--permission …` words. */
export async function createKey(
  server: Pick<TestServer, 'cli'>,
  slug: string,
  words: readonly string[],
): Promise<string> {
  const user = ['--user', 'robot@example.org', '--name', 'robot']
  const { api_key } = await server.cli('api-key', 'create', '--tenant', slug, ...user, ...words)
  return String(api_key)
}

export function hoursAhead(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** Ends the hold of a reservation as if its time had come. */
export async function endHold(client: pg.Client, reservationId: string): Promise<void> {
  const past = "update reservation set expires_at = now() - interval '1 second' where id = $1"
  const { rowCount } = await client.query(past, [reservationId])
  if (rowCount !== 1) throw new Error('there is no such reservation')
}

/** Ends the holds that are due, and waits until the job is done. */
export async function runExpiry(client: pg.Client): Promise<void> {
  await runClockJob(client, 'expire_holds')
}

/** Makes every tenant due for the clock's jobs: a time that a test changes in the tables has not been noted as due (ADR 0247). */
export async function everybodyIsDue(client: pg.Client): Promise<void> {
  await client.query(`insert into due_work (what, due_at, tenant_id)
    select what, 'epoch', tenant.id from tenant cross join unnest(array['holds', 'payments', 'waiting', 'forgetting', 'agendas', 'webhooks', 'followers', 'pictures']) as what
    on conflict do nothing`)
}

/** Runs a job of the clock now, over every tenant, or another one with its payload, and waits until it is done. */
export async function runClockJob(client: pg.Client, name: string, payload: object = {}): Promise<void> {
  await everybodyIsDue(client)
  await runJob(client, name, payload)
}

/** As `runClockJob`, but only for tenants for which the service has noted that something is due. */
export async function runJob(client: pg.Client, name: string, payload: object = {}): Promise<void> {
  const { rows } = await client.query('select id from graphile_worker.add_job($1, $2::json)', [name, payload])
  await untilTrue(async () => {
    const left = await client.query('select from graphile_worker._private_jobs where id = $1', [rows[0].id])
    return left.rowCount === 0
  })
}

/**
 * The clock's own job of that name rests, whatever minute begins: one of its key that is there keeps its time. For what would be another
 * with a second run beside that of the test.
 */
export async function restClockJob(client: pg.Client, name: string): Promise<void> {
  const text = `select from graphile_worker.add_job($1, job_key => $1, run_at => now() + interval '1 day')`
  await client.query(text, [name])
}

/** Waits until the work of a job or of another process shows; fails loudly when it never does. */
export async function untilTrue(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('it did not come true')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Waits until no job is due or running. A job that failed and is scheduled for later is not waited for. */
export async function untilQuiet(client: pg.Client): Promise<void> {
  await untilTrue(async () => {
    const due = 'select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts'
    return (await client.query(due)).rowCount === 0
  })
}

const sellingTables = [
  'reservation',
  'reservation_line',
  'reservation_option',
  'ticket',
  'payment',
  'membership',
  'event_counter',
  'price_counter',
  'person_counter',
  'idempotency_key',
  'mail',
  'purse',
  'purse_movement',
  'waiting_entry',
  'hand_out',
  'promotional_code',
]

/** Reads every row that selling writes, of all tenants, once no job is about to write, to tell whether anything was written. */
export async function sellingRows(client: pg.Client): Promise<Record<string, readonly string[]>> {
  await untilQuiet(client)
  const result: Record<string, readonly string[]> = {}
  for (const table of sellingTables) {
    const { rows } = await client.query(`select t::text as row from ${table} t order by 1`)
    result[table] = rows.map(({ row }) => row)
  }
  return result
}
