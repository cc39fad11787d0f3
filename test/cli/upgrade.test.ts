import { readdir, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey, hoursAhead } from '../harness/box-office.ts'
import { execCli } from '../harness/cli.ts'
import { createEmptyDatabase } from '../harness/database.ts'
import { pairPhone } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { staffOf } from '../harness/staff.ts'

/**
 * What each release left behind is brought to this version. In a folder of the release's name: a backup of its demonstration, without
 * pictures, and the secret it was made under (`scripts/keep-release.ts`).
 */
const releases = 'test/releases'
const names = await readdir(releases)

/** How many rows of each table a backup holds. */
async function countKept(directory: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  let table = ''
  for (const line of gunzipSync(await readFile(`${directory}/backup/rows.jsonl.gz`))
    .toString()
    .split('\n'))
    if (line.startsWith('#')) {
      const head = JSON.parse(line.slice(1))
      // What is given to rows that are counted already.
      table = head.late ? 'late' : head.table
    } else if (line !== '') counts.set(table, (counts.get(table) ?? 0) + 1)
  return counts
}

/** What nobody may lose by an upgrade: who they are, what they have, and what was paid. */
const kept =
  'tenant account tenant_member member membership event product price reservation reservation_line ticket ticket_option payment refund receipt nfc_card purse purse_movement device scan_log artist waiting_entry promotional_code audit_entry'.split(
    ' ',
  )

const houses = [
  ['la-verriere', 'accueil@la-verriere.example'],
  ['les-nuits-du-canal', 'bonjour@les-nuits-du-canal.example'],
] as const

describe.each(names)('what %s left', (name) => {
  const directory = `${releases}/${name}`
  let server: TestServer
  let client: pg.Client

  beforeAll(async () => {
    const database = await createEmptyDatabase()
    const environment = { SECRET_KEY: (await readFile(`${directory}/secret-key`, 'utf8')).trim() }
    const urls = { DATABASE_URL: database.url, DATABASE_ADMIN_URL: database.adminUrl }
    const restored = await execCli({ PATH: process.env['PATH'], ...urls, ...environment }, [
      'restore',
      `${directory}/backup`,
    ])
    expect(restored).toMatchObject({ exitCode: 0 })
    server = await startServer({ database, environment: { ...environment, SECOND_FACTOR: 'optional' } })
    client = await database.connect()
  })
  afterAll(async () => {
    await client.end()
    await server.stop()
  })

  it('is all there', async () => {
    const counts = await countKept(directory)
    for (const table of kept) {
      expect(counts.get(table), table).toBeGreaterThan(0)
      const { rows } = await client.query(`select count(*)::int as count from ${table}`)
      expect([table, rows[0].count]).toEqual([table, counts.get(table)])
    }
  })

  it.each(houses)('opens to its people: %s', async (slug, email) => {
    const person = await staffOf(server, { slug }, email)
    const sections = ['', 'events/', 'reservations/', 'products/', 'accounting/', 'devices/', 'team/']
    for (const section of sections)
      expect([section, (await person.show(`/admin/${section}`)).status]).toEqual([section, 200])
    expect((await server.send(slug, 'GET', '/', { headers: { accept: 'text/html' } })).status).toBe(200)
  })

  it.each(houses)('knows its tickets at the door, and goes on selling: %s', async (slug) => {
    const { rows } = await client.query(
      `select ticket.id from ticket join tenant on tenant.id = ticket.tenant_id where tenant.slug = $1 limit 1`,
      [slug],
    )
    const { tickets } = (await server.cli('ticket', 'qr', '--tenant', slug, rows[0].id)) as {
      tickets: { qrcode_data: string }[]
    }
    const { key: phone } = await pairPhone(server, slug)
    const check = (qr: string | undefined) =>
      server.send(slug, 'POST', '/scan/check_ticket/', { key: phone, body: { qrcode_data: qr } })
    expect((await check(tickets[0]?.qrcode_data)).json.ticket?.uuid).toBe(rows[0].id)

    const permissions = ['product', 'event', 'reservation', 'ticket'].flatMap((noun) => [
      '--permission',
      `${noun}:read`,
      '--permission',
      `${noun}:write`,
    ])
    const key = await createKey(server, slug, permissions)
    const make = async (path: string, body: object): Promise<string> => {
      const answer = await server.send(slug, 'POST', `/api/${path}/`, { key, body: { ...body } })
      expect([path, answer.status, answer.json]).toEqual([path, 201, expect.anything()])
      return answer.json.uuid
    }
    const product = await make('products', { name: 'After the upgrade', categorie_article: 'B' })
    const price = await make('prices', { product, name: 'Full', prix: 12 })
    const event = await make('events', { name: 'The next night', datetime: hoursAhead(2), products: [product] })
    const booked = await make('reservations', { email: 'ada@example.org', event, prices: [{ uuid: price, qty: 1 }] })
    const paid = await server.send(slug, 'POST', `/api/reservations/${booked}/payments/`, {
      key,
      body: { method: 'cash' },
    })
    expect(paid.status).toBe(201)
    const sold = (await server.cli('ticket', 'qr', '--tenant', slug, ...paid.json.tickets)) as {
      tickets: { qrcode_data: string }[]
    }
    const scan = () =>
      server.send(slug, 'POST', '/scan/ticket/', { key: phone, body: { qrcode_data: sold.tickets[0]?.qrcode_data } })
    expect((await scan()).json.success).toBe(true)
    expect((await scan()).json.success).toBe(false)
  })
})
