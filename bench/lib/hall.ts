import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { request } from 'undici'
import type { Log } from './figures.ts'
import type { BenchService } from './service.ts'

/** An organisation with tickets at its door, and a phone. */
export type Hall = {
  readonly slug: string
  readonly eventIds: readonly string[]
  readonly device: { readonly id: string; readonly key: string }
}

type HallPlan = {
  readonly tickets: number
  readonly events: number
  readonly log: Log
  /** 'Bench Hall' when absent. */
  readonly organisation?: string
  /** As right after the sale on a new server: nobody has counted what the tables hold, and nobody does. */
  readonly isFresh?: boolean
}

/** Rows as booking would have left them, loaded by SQL; each event has as many tickets. */
export async function openHall(service: BenchService, plan: HallPlan): Promise<Hall> {
  const { tickets, events, log, organisation = 'Bench Hall', isFresh = false } = plan
  const created = await service.cli(
    'tenant',
    'create',
    '--organisation',
    organisation,
    '--category',
    'S',
    '--email',
    'bench@example.org',
  )
  const slug = String(created['slug'])
  const eventIds = Array.from({ length: events }, () => randomUUID())
  const client = await service.connect()
  const started = performance.now()
  if (isFresh) await countNothing(client)
  await loadRows(client, String(created['uuid']), eventIds, tickets / events)
  if (!isFresh) await countRows(client)
  await client.query('checkpoint')
  log(`${tickets} tickets loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await client.end()
  return { slug, eventIds, device: await pairDevice(service, slug) }
}

async function loadRows(
  client: pg.Client,
  tenantId: string,
  eventIds: readonly string[],
  perEvent: number,
): Promise<void> {
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
}

async function countRows(client: pg.Client): Promise<void> {
  await client.query('vacuum analyze ticket')
  await client.query('vacuum analyze reservation')
  await client.query('analyze')
}

async function countNothing(client: pg.Client): Promise<void> {
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.query('delete from pg_statistic')
}

async function pairDevice(service: BenchService, slug: string): Promise<Hall['device']> {
  const created = await service.cli('device', 'create', '--tenant', slug, '--name', 'Door')
  const address = `http://127.0.0.1:${service.port}/scan/${String(created['token'])}/pair`
  const answer = await request(address, { headers: { host: `${slug}.localhost:${service.port}` } })
  const { api_key: key } = (await answer.body.json()) as { api_key: string }
  return { id: String(created['device_uuid']), key }
}

/** What a phone asks with, before its body. */
export const deviceHead = ({ port }: BenchService, { slug, device }: Hall, line: string): readonly string[] => [
  `${line} HTTP/1.1`,
  `host: ${slug}.localhost:${port}`,
  `authorization: Api-Key ${device.key}`,
  'content-type: application/json',
]

export const scanHead = (service: BenchService, hall: Hall) => deviceHead(service, hall, 'POST /scan/ticket/')

/** What a phone sends for each ticket of an event. Random ids in the order of their index would favour the database. */
export async function scanBodies(service: BenchService, hall: Hall, number: number): Promise<readonly string[]> {
  const event = hall.eventIds[number] ?? ''
  const { tickets } = (await service.cli('ticket', 'qr', '--tenant', hall.slug, '--event', event)) as {
    tickets: { qrcode_data: string }[]
  }
  return tickets
    .map((ticket) => ({ body: JSON.stringify({ qrcode_data: ticket.qrcode_data }), order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ body }) => body)
}

type Booked = {
  readonly tenantId: string
  readonly eventId: string
  readonly count: number
  /** Tickets of each. */
  readonly size: number
}

/** Rows as booking would have left them; the ids of the reservations. */
export async function bookRows(
  client: pg.Client,
  { tenantId, eventId, count, size }: Booked,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with priced as (
       select price.id as price_id, product_id from price where price.id = (select price_id from ticket where event_id = $2::uuid limit 1)),
     booked as (
       insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language, created_at, updated_at)
       select $1::uuid, gen_random_uuid(), $2::uuid, 'group' || n || '@example.org', 'paid', $4::int * 1000, $4::int, 'en', now(), now()
       from generate_series(1, $3::int) n returning id),
     lines as (
       insert into reservation_line (tenant_id, id, reservation_id, counted_event_id, product_id, price_id, makes_tickets, quantity, unit_amount_minor)
       select $1::uuid, gen_random_uuid(), booked.id, $2::uuid, product_id, price_id, true, $4::int, 1000 from booked, priced),
     tickets as (
       insert into ticket (tenant_id, id, reservation_id, event_id, price_id, first_name, last_name, status, created_at)
       select $1::uuid, gen_random_uuid(), booked.id, $2::uuid, price_id, 'Guest', 'Number ' || seat, 'not_scanned', now()
       from booked, priced, generate_series(1, $4::int) seat)
     select id from booked`,
    [tenantId, eventId, count, size],
  )
  return rows.map(({ id }) => id)
}
