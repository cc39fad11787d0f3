import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { request } from 'undici'
import type { Bench, Figure, Log, Measure } from './lib/figures.ts'
import { hotWriteNotes, measureHotWrite } from './lib/hot-write.ts'
import { type LoadResult, runLoad } from './lib/load.ts'
import { type BenchService, startService } from './lib/service.ts'

const ticketCount = 1_000_000
/** Tickets are scanned event by event, one event a run; one run cannot scan all of it. */
const eventCount = 10
const connections = 64

/** The door at its worst: everybody at once, each ticket once, with everything the interface asks for. */
export const scanBench: Bench = {
  name: 'Scanning',
  notes: [
    `${ticketCount.toLocaleString('en')} tickets, ${connections} keep-alive connections, each ticket once, real signatures, row-level security, scan log.`,
    ...hotWriteNotes,
    'Archived: a device that was scanning a moment before, over as many fresh connections, so that every process is asked.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '2' })
    try {
      const hall = await openHall(service, log)
      return [await measureScans(service, hall, { log, quick }), await scanArchived(service, hall)]
    } finally {
      await service.stop()
    }
  },
}

async function measureScans(
  service: BenchService,
  hall: Hall,
  how: { readonly log: Log; readonly quick: boolean },
): Promise<Figure> {
  const figure = await measureHotWrite(service, how, {
    name: 'scan',
    share: 0.45,
    load: async (round, seconds) => scan(service, hall, await qrBodies(service, hall, round), seconds),
  })
  const quickEnough = { text: 'p99 < 25 ms', reached: figure.load.p99Ms < 25 }
  return { ...figure, targets: [...figure.targets, quickEnough] }
}

async function scanArchived(service: BenchService, hall: Hall): Promise<Measure> {
  await service.cli('device', 'archive', '--tenant', hall.slug, hall.device.id)
  const [body = ''] = await qrBodies(service, hall, eventCount - 1)
  const { byStatus, requests } = await scan(service, hall, Array(connections).fill(body), 10)
  const refused = byStatus[403] ?? 0
  return {
    name: 'archived device',
    value: `${refused} of ${requests} refused`,
    target: { text: 'all', reached: refused === requests && requests === connections },
  }
}

function scan(
  service: BenchService,
  hall: Hall,
  bodies: readonly string[],
  seconds: number,
): Promise<LoadResult> {
  return runLoad({
    port: service.port,
    connections,
    head: [
      'POST /scan/ticket/ HTTP/1.1',
      `host: ${hall.slug}.localhost:${service.port}`,
      `authorization: Api-Key ${hall.device.key}`,
      'content-type: application/json',
    ],
    bodies,
    seconds,
    expected: '"success":true',
  })
}

type Hall = {
  readonly slug: string
  readonly eventIds: readonly string[]
  readonly device: { readonly id: string; readonly key: string }
}

/** Rows as booking would have left them, loaded by SQL. */
async function openHall(service: BenchService, log: Log): Promise<Hall> {
  const created = await service.cli(
    ...['tenant', 'create', '--organisation', 'Bench Hall', '--category', 'S'],
    ...['--email', 'bench@example.org'],
  )
  const slug = String(created['slug'])
  const eventIds = Array.from({ length: eventCount }, () => randomUUID())
  const client = await service.connect()
  const started = performance.now()
  await loadRows(client, String(created['uuid']), eventIds)
  log(`${ticketCount} tickets loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await client.end()
  return { slug, eventIds, device: await pairDevice(service, slug) }
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

async function pairDevice(service: BenchService, slug: string): Promise<Hall['device']> {
  const created = await service.cli('device', 'create', '--tenant', slug, '--name', 'Door')
  const address = `http://127.0.0.1:${service.port}/scan/${String(created['token'])}/pair`
  const answer = await request(address, { headers: { host: `${slug}.localhost:${service.port}` } })
  const { api_key: key } = (await answer.body.json()) as { api_key: string }
  return { id: String(created['device_uuid']), key }
}

async function qrBodies(service: BenchService, hall: Hall, round: number): Promise<readonly string[]> {
  const event = hall.eventIds[round] ?? ''
  const { tickets } = (await service.cli('ticket', 'qr', '--tenant', hall.slug, '--event', event)) as {
    tickets: { qrcode_data: string }[]
  }
  // Random ids in the order of their index would favour the database.
  return tickets
    .map((ticket) => ({ body: JSON.stringify({ qrcode_data: ticket.qrcode_data }), order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ body }) => body)
}
