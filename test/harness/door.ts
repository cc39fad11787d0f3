import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { untilWaitingForLock } from './database.ts'
import type { TestServer } from './server.ts'

/** A tenant that sells, with one event, one product and one price, and tickets put straight into its tables. */
export type Door = {
  readonly slug: string
  readonly tenantId: string
  readonly eventId: string
  readonly priceId: string
}

export async function openDoor(
  server: TestServer,
  client: pg.Client,
  organisation: string,
  event: { readonly startsAt?: Date; readonly doorsOpenAt?: Date; readonly doorsCloseAt?: Date } = {},
): Promise<Door> {
  const created = await server.cli(
    'tenant',
    'create',
    '--organisation',
    organisation,
    '--category',
    'S',
    '--email',
    'admin@example.org',
  )
  const tenantId = String(created['uuid'])
  const [productId, priceId] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into product (tenant_id, id, kind, name, created_at, updated_at)
     values ($1, $2, 'ticket', 'Friday night', now(), now())`,
    [tenantId, productId],
  )
  await client.query(
    `insert into price (tenant_id, id, product_id, name, amount_minor, max_per_user, created_at, updated_at)
     values ($1, $2, $3, 'Full price', 1000, 10, now(), now())`,
    [tenantId, priceId, productId],
  )
  const eventId = await insertEvent(client, tenantId, { name: `${organisation} live`, ...event })
  return { slug: String(created['slug']), tenantId, eventId, priceId }
}

export async function insertEvent(
  client: pg.Client,
  tenantId: string,
  event: {
    readonly name: string
    readonly startsAt?: Date
    readonly endsAt?: Date
    readonly doorsOpenAt?: Date
    readonly doorsCloseAt?: Date
  },
): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into event (tenant_id, id, slug, name, starts_at, ends_at, doors_open_at, doors_close_at, created_at, updated_at)
     values ($1, $2::uuid, $2::uuid::text, $3, $4, $5, $6, $7, now(), now())`,
    [
      tenantId,
      id,
      event.name,
      event.startsAt ?? new Date(),
      event.endsAt ?? null,
      event.doorsOpenAt ?? null,
      event.doorsCloseAt ?? null,
    ],
  )
  return id
}

export type TicketSeed = {
  readonly status?: 'created' | 'not_active' | 'not_scanned' | 'scanned'
  readonly reservationStatus?: string
  readonly cancelled?: boolean
  readonly eventId?: string
  readonly scannedBy?: string
  readonly count?: number
}

/** Inserts a reservation with `count` equal tickets; returns the ids of the tickets. */
export async function insertTickets(client: pg.Client, door: Door, seed: TicketSeed = {}): Promise<readonly string[]> {
  const { status = 'not_scanned', count = 1 } = seed
  const eventId = seed.eventId ?? door.eventId
  const reservationId = randomUUID()
  await client.query(
    `insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language,
       created_at, updated_at) values ($1, $2, $3, 'ada@example.org', $4, 1000, $5, 'en', now(), now())`,
    [door.tenantId, reservationId, eventId, seed.reservationStatus ?? 'valid', count],
  )
  const ids = Array.from({ length: count }, () => randomUUID())
  await client.query(
    `insert into ticket (tenant_id, id, reservation_id, event_id, price_id, first_name, last_name, status,
       cancelled_at, scanned_at, scanned_by_device_id, created_at)
     select $1, id, $2, $3, $4, 'Ada', 'Lovelace', $5::text, case when $6::boolean then now() end,
       case when $5::text = 'scanned' then now() end, $7, now() from unnest($8::uuid[]) as id`,
    [door.tenantId, reservationId, eventId, door.priceId, status, seed.cancelled ?? false, seed.scannedBy ?? null, ids],
  )
  return ids
}

/** Reads the QR texts of tickets, by ticket. */
export async function qrCodesOf(
  server: TestServer,
  slug: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { tickets } = (await server.cli('ticket', 'qr', '--tenant', slug, ...ids)) as {
    tickets: { uuid: string; qrcode_data: string }[]
  }
  return new Map(tickets.map((ticket) => [ticket.uuid, ticket.qrcode_data]))
}

export type PairedPhone = { readonly id: string; readonly key: string }

/** Creates and pairs a device. */
export async function pairPhone(server: TestServer, slug: string, name = 'Door 1'): Promise<PairedPhone> {
  const created = await server.cli('device', 'create', '--tenant', slug, '--name', name)
  const answer = await server.send(slug, 'GET', `/scan/${String(created['token'])}/pair`)
  if (answer.status !== 200) throw new Error(`pairing failed: ${answer.text}`)
  return { id: answer.json.device_uuid, key: answer.json.api_key }
}

/**
 * Holds rows locked, starts the racers, waits until `waiting` connections of the database wait for them, and releases the rows:
 * the racers meet there. One connection watches and another holds, since a transaction sees one state of activity.
 */
export async function raceForRows<T>(
  server: TestServer,
  lock: { readonly text: string; readonly values: unknown[] },
  waiting: number,
  start: () => T,
): Promise<T> {
  const [holder, watcher] = [await server.database.connect(), await server.database.connect()]
  try {
    await holder.query('begin')
    await holder.query(lock)
    const racers = start()
    await untilWaitingForLock(watcher, waiting)
    await holder.query('commit')
    return racers
  } finally {
    await holder.end()
    await watcher.end()
  }
}
