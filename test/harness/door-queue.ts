import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Door, type PairedPhone, qrCodesOf } from './door.ts'
import type { TestServer } from './server.ts'

type Scan = Record<string, unknown>

/** What a device without network decides and sends afterwards, and what became of it. */
export function doorQueue(
  server: TestServer,
  client: pg.Client,
  door: Pick<Door, 'slug' | 'eventId'>,
  phone: PairedPhone,
) {
  const codeOf = async (id: string) => (await qrCodesOf(server, door.slug, [id])).get(id) ?? ''
  const lookupOf = async (id: string) =>
    createHash('sha256')
      .update(await codeOf(id))
      .digest('base64url')
  return {
    codeOf,
    lookupOf,
    /** A row that lets the ticket in a minute ago, at the door of the hall's event. */
    row: async (ticket: string, fields: Scan = {}): Promise<Scan> => ({
      lookup: await lookupOf(ticket),
      event_uuid: door.eventId,
      nonce: randomUUID(),
      scanned_at: new Date(Date.now() - 60_000).toISOString(),
      result: 'admitted',
      ...fields,
    }),
    send: (scans: readonly unknown[], key = phone.key) =>
      server.send(door.slug, 'POST', '/scan/batch/', { key, body: { scans } }),
    logOf: async (ticket: string) =>
      (await client.query('select * from scan_log where ticket_id = $1 order by recorded_at, id', [ticket])).rows,
    statusOf: async (ticket: string) =>
      (await client.query('select status from ticket where id = $1', [ticket])).rows[0].status,
    insideOf: async (event: string) =>
      (await server.send(door.slug, 'GET', `/scan/stats/?event=${event}`, { key: phone.key })).json.inside,
  }
}
