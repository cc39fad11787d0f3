import { expect, it } from 'vitest'
import { insertTickets, openDoor, pairPhone } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * An organisation that is archived, and its devices (ADR 0198). Seen red with a host that is unknown to them too, and with a key that
 * is not looked at.
 */
const { server, client, hall, otherPhone } = await twoDoors()
const gone = await openDoor(server, client, 'Long Gone')
const phone = await pairPhone(server, gone.slug)
const retired = await pairPhone(server, gone.slug, 'Archived before')
await server.cli('device', 'archive', '--tenant', gone.slug, retired.id)
const { row, send, logOf, statusOf, codeOf } = doorQueue(server, client, gone, phone)
const [ticket = '', late = ''] = await insertTickets(client, gone, { count: 2 })
const code = await codeOf(ticket)
const rows = [await row(ticket)]
const lateRow = await row(late)
await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', gone.slug)

const asked = [
  ['GET', '/scan/test_api/', undefined],
  ['GET', '/scan/events/', undefined],
  ['GET', `/scan/snapshot/?event=${gone.eventId}`, undefined],
  ['GET', `/scan/stats/?event=${gone.eventId}`, undefined],
  ['POST', '/scan/ticket/', { qrcode_data: code }],
  ['POST', '/scan/check_ticket/', { qrcode_data: code }],
] as const

it.each(asked)('tells its devices that it is over: %s %s', async (method, path, body) => {
  const answer = await server.send(gone.slug, method, path, { key: phone.key, body })
  expect([answer.status, answer.json.success, answer.json.code]).toEqual([403, false, 'device_archived'])
  expect(await logOf(ticket)).toEqual([])
})

it('hears what they scanned, and nothing of one that was archived itself', async () => {
  expect((await send(rows, retired.key)).json.code).toBe('device_archived')
  expect((await send(rows)).json.scans).toMatchObject([{ acknowledged: true, success: true }])
  expect([await statusOf(ticket), await statusOf(late)]).toEqual(['scanned', 'not_scanned'])
})

it('is a host like any that never was, to everybody else', async () => {
  const strangers = [undefined, 'made.up', `${phone.key}x`, phone.key.replace(/.$/, '!'), otherPhone.key]
  const alike = ({ status, headers, text }: Awaited<ReturnType<typeof server.send>>) => {
    const { date, 'x-request-id': _, ...rest } = headers
    return { status, text, rest, hasDate: date !== undefined }
  }
  for (const key of strangers) {
    for (const [method, path, body] of [...asked, ['POST', '/scan/batch/', { scans: [lateRow] }] as const]) {
      const options = { ...(key === undefined ? {} : { key }), body, headers: { origin: 'https://elsewhere.example' } }
      const [here, nowhere] = [
        await server.send(gone.slug, method, path, options),
        await server.send('never-was', method, path, options),
      ]
      expect(here.status).toBe(404)
      expect(alike(here)).toEqual(alike(nowhere))
    }
  }
  // Its pages, and its devices on them, are as unknown.
  for (const path of ['/', '/admin/', '/scanner/', '/api/events/'])
    expect((await server.send(gone.slug, 'GET', path, { key: phone.key })).status).toBe(404)
  // Nor does its key say anything of the hosts of others.
  expect((await server.send(hall.slug, 'GET', '/scan/events/', { key: phone.key })).status).toBe(401)
  expect(await statusOf(late)).toBe('not_scanned')
})

it('is served by its devices again when it is restored', async () => {
  await client.query('update tenant set archived_at = null where id = $1', [gone.tenantId])
  expect((await server.send(gone.slug, 'GET', '/scan/events/', { key: phone.key })).status).toBe(200)
})
