import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { request } from 'undici'
import { type Bench, type Figure, median, medianLoad } from './lib/figures.ts'
import { type LoadResult, runLoad } from './lib/load.ts'
import { type BenchService, startService } from './lib/service.ts'
import { prepareUpdateLimit } from './lib/update-limit.ts'

const ticketCount = 1_000_000
/** Tickets are scanned event by event, one event a run. */
const eventCount = 10
const runs = 5
const seconds = 6
const connections = 64
const devices = 8

/** The door at its worst: everybody at once, each ticket once, with everything the interface asks for. */
export const scanBench: Bench = {
  name: 'Scanning',
  notes: [
    `${ticketCount.toLocaleString('en')} tickets, ${connections} keep-alive connections, ${devices} devices, each ticket once, real signatures, row-level security, scan log.`,
    'Two web processes; the database and the load generator share their two cores.',
    `Median of ${runs} runs of at most ${seconds} s, each after one of the limit.`,
  ],
  async run(log) {
    const service = await startService({ PROCESSES: '2' })
    try {
      return [await measure(service, log)]
    } finally {
      await service.stop()
    }
  },
}

async function measure(service: BenchService, log: (line: string) => void): Promise<Figure> {
  const slug = await prepareTenant(service, log)
  const limit = await prepareUpdateLimit(service)
  log(`limit: ${limit.how}`)
  const keys = await pairDevices(service, slug.slug)
  const limits: number[] = []
  const loads: LoadResult[] = []
  // The first run warms both up and does not count.
  for (let round = 0; round <= runs; round++) {
    const bodies = await qrBodies(service, slug.slug, slug.eventIds[round] ?? '')
    const limitPerSecond = await limit.measure(seconds)
    const load = await runLoad({
      port: service.port,
      connections,
      head: [
        'POST /scan/ticket/ HTTP/1.1',
        `host: ${slug.slug}.localhost:${service.port}`,
        `authorization: Api-Key ${keys[round % keys.length]}`,
        'content-type: application/json',
      ],
      bodies,
      seconds,
      expected: '"success":true',
    })
    log(
      `run ${round}: ${load.perSecond.toFixed(0)}/s, limit ${limitPerSecond.toFixed(0)}/s, p99 ${load.p99Ms.toFixed(1)} ms`,
    )
    if (load.firstError) log(load.firstError)
    if (round === 0) continue
    limits.push(limitPerSecond)
    loads.push(load)
  }
  const load = medianLoad(loads)
  const limitPerSecond = median(limits)
  return {
    name: 'scan',
    load,
    memoryMb: service.memory(),
    limitPerSecond,
    targets: [
      { text: 'share ≥ 0.45', reached: load.perSecond / limitPerSecond >= 0.45 },
      { text: 'p99 < 25 ms', reached: load.p99Ms < 25 },
    ],
  }
}

type BenchTenant = { readonly slug: string; readonly eventIds: readonly string[] }

/** Rows as booking would have left them, loaded by SQL. */
async function prepareTenant(service: BenchService, log: (line: string) => void): Promise<BenchTenant> {
  const created = await service.cli(
    ...[
      'tenant',
      'create',
      '--organisation',
      'Bench Hall',
      '--category',
      'S',
      '--email',
      'bench@example.org',
    ],
  )
  const client = await service.connect()
  const eventIds = Array.from({ length: eventCount }, () => randomUUID())
  const started = performance.now()
  await loadRows(client, String(created['uuid']), eventIds)
  log(`${ticketCount} tickets loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await client.end()
  return { slug: String(created['slug']), eventIds }
}

async function loadRows(client: pg.Client, tenantId: string, eventIds: readonly string[]): Promise<void> {
  const [productId, priceId] = [randomUUID(), randomUUID()]
  const at = 'created_at, updated_at'
  await client.query(
    `insert into product (tenant_id, id, kind, name, ${at}) values ($1, $2, 'ticket', 'Entry', now(), now())`,
    [tenantId, productId],
  )
  await client.query(
    `insert into price (tenant_id, id, product_id, name, amount_minor, max_per_user, ${at})
     values ($1, $2, $3, 'Full price', 1000, 10, now(), now())`,
    [tenantId, priceId, productId],
  )
  const perEvent = ticketCount / eventIds.length
  for (const eventId of eventIds) {
    await client.query(
      `insert into event (tenant_id, id, slug, name, starts_at, doors_open_at, ${at})
       values ($1, $2::uuid, $2::uuid::text, 'Night', now(), now() - interval '1 hour', now(), now())`,
      [tenantId, eventId],
    )
    // Two tickets a reservation.
    await client.query(
      `with booked as (
         insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language, ${at})
         select $1, gen_random_uuid(), $2, 'guest' || n || '@example.org', 'valid', 2000, 2, 'en', now(), now()
         from generate_series(1, $4::int) n returning id)
       insert into ticket (tenant_id, id, reservation_id, event_id, price_id, first_name, last_name, status, created_at)
       select $1, gen_random_uuid(), booked.id, $2, $3, 'Guest', 'Number ' || seat, 'not_scanned', now()
       from booked, generate_series(1, 2) seat`,
      [tenantId, eventId, priceId, perEvent / 2],
    )
  }
  await client.query('vacuum analyze ticket')
  await client.query('vacuum analyze reservation')
  await client.query('analyze')
  await client.query('checkpoint')
}

async function pairDevices(service: BenchService, slug: string): Promise<readonly string[]> {
  const keys: string[] = []
  for (let number = 1; number <= devices; number++) {
    const device = await service.cli('device', 'create', '--tenant', slug, '--name', `Door ${number}`)
    const address = `http://127.0.0.1:${service.port}/scan/${String(device['token'])}/pair`
    const answer = await request(address, { headers: { host: `${slug}.localhost:${service.port}` } })
    const { api_key: key } = (await answer.body.json()) as { api_key: string }
    keys.push(key)
  }
  return keys
}

async function qrBodies(service: BenchService, slug: string, eventId: string): Promise<readonly string[]> {
  const { tickets } = (await service.cli('ticket', 'qr', '--tenant', slug, '--event', eventId)) as {
    tickets: { qrcode_data: string }[]
  }
  // Random ids in the order of their index would favour the database.
  return tickets
    .map((ticket) => ({ body: JSON.stringify({ qrcode_data: ticket.qrcode_data }), order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ body }) => body)
}
