import { expect, it } from 'vitest'
import { execCli } from '../harness/cli.ts'
import { insertTickets, qrCodesOf } from '../harness/door.ts'
import { twoDoors } from '../harness/two-tenants.ts'

const { server, client, hall: door, other, phone } = await twoDoors()

const undo = (slug: string, ticket: string) => execCli(server.environment, ['ticket', 'undo', '--tenant', slug, ticket])

async function scan(ticket: string) {
  const qrcode = (await qrCodesOf(server, door.slug, [ticket])).get(ticket)
  return (await server.send(door.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: qrcode } })).json
}

const logOf = async (ticket: string) =>
  (await client.query('select result, prior_device_id from scan_log where ticket_id = $1 order by id', [ticket])).rows

it('undoes a scan once, logs it, and lets the ticket in again', async () => {
  const [ticket = ''] = await insertTickets(client, door)
  expect(await scan(ticket)).toMatchObject({ success: true })
  expect((await undo(door.slug, ticket)).exitCode).toBe(0)
  expect(await logOf(ticket)).toEqual([
    { result: 'admitted', prior_device_id: null },
    { result: 'undone', prior_device_id: phone.id },
  ])
  expect((await undo(door.slug, ticket)).exitCode).toBe(1)
  expect(await scan(ticket)).toMatchObject({ success: true })
  expect(await logOf(ticket)).toHaveLength(3)
})

it('refuses a ticket of another tenant, one not scanned, and one whose reservation is cancelled', async () => {
  const [scanned = ''] = await insertTickets(client, door, { status: 'scanned', scannedBy: phone.id })
  const [fresh = ''] = await insertTickets(client, door)
  const [cancelled = ''] = await insertTickets(client, door, {
    status: 'scanned',
    scannedBy: phone.id,
    reservationStatus: 'cancelled',
  })
  expect((await undo(other.slug, scanned)).exitCode).toBe(1)
  expect((await undo(door.slug, fresh)).exitCode).toBe(1)
  expect((await undo(door.slug, cancelled)).exitCode).toBe(1)
  for (const ticket of [scanned, fresh, cancelled]) expect(await logOf(ticket)).toEqual([])
})
