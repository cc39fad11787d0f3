import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertEvent, insertTickets } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * Answers that a device did not get, and what it tells when the network is back (ADR 0182). Seen red with nonces of a group that come
 * from the uuid of the ticket, and with a group that whoever shows a cancelled ticket brings in.
 */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()
const { codeOf, lookupOf, row, send, logOf, statusOf, insideOf } = doorQueue(server, client, hall, phone)

/** As docs/interface/scanning.md has it. */
function groupNonce(nonce: string, lookup: string): string {
  const bytes = createHash('sha256').update(`${nonce} ${lookup}`).digest().subarray(0, 16)
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x80
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const group = async (shown: string, fields: object = {}) =>
  server.send(hall.slug, 'POST', '/scan/group/', {
    key: phone.key,
    body: { qrcode_data: await codeOf(shown), nonce: randomUUID(), ...fields },
  })

it('knows the people of a group again that come in a batch, since the answer of the group was lost', async () => {
  expect(
    groupNonce('0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b11', '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
  ).toBe('fc69a0db-0c4c-8d42-96d1-8889228f19b3')
  const eventId = await insertEvent(client, hall.tenantId, { name: 'School class' })
  const [shown = '', ...others] = await insertTickets(client, hall, { eventId, count: 4 })
  const nonce = randomUUID()
  const lost = await group(shown, { nonce, event_uuid: eventId })
  expect(lost.json).toMatchObject({ success: true, scans: [{}, {}, {}] })
  const scans = [await row(shown, { event_uuid: eventId })]
  for (const id of others)
    scans.push(await row(id, { event_uuid: eventId, nonce: groupNonce(nonce, await lookupOf(id)) }))
  for (const _ of ['once', 'again']) {
    const { json } = await send(scans)
    expect(json.scans).toEqual(
      scans.map((scan) => expect.objectContaining({ nonce: scan['nonce'], message: 'Scan recorded' })),
    )
    expect(await insideOf(eventId)).toBe(4)
  }
  for (const id of others) expect(await logOf(id)).toMatchObject([{ result: 'admitted', conflict: null }])
  // The other way round: the batch was first, and the group comes once more.
  expect((await group(shown, { nonce, event_uuid: eventId })).json).toEqual(lost.json)
  expect(await insideOf(eventId)).toBe(4)
})

it.each([
  ['canceled', { cancelled: true, status: 'not_active' }],
  ['not_active', { status: 'not_active' }],
] as const)('lets nobody in with a ticket that is %s itself', async (code, seed) => {
  const eventId = await insertEvent(client, hall.tenantId, { name: `Led by ${code}` })
  const [shown = '', friend = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  await client.query('update ticket set status = $2, cancelled_at = $3 where id = $1', [
    ...[shown, seed.status, 'cancelled' in seed ? new Date() : null],
  ])
  const nonce = randomUUID()
  for (const _ of ['once', 'again']) {
    const { json } = await group(shown, { nonce })
    expect(json).toMatchObject({ success: false, scans: [{ success: false, code, ticket: { uuid: shown } }] })
  }
  expect([await statusOf(friend), await insideOf(eventId)]).toEqual(['not_scanned', 0])
  expect((await logOf(shown)).map(({ result }) => result)).toEqual([code])
  // Whoever is in already may bring the others.
  const [leader = '', companion = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  const scan = { key: phone.key, body: { qrcode_data: await codeOf(leader) } }
  await server.send(hall.slug, 'POST', '/scan/ticket/', scan)
  expect((await group(leader)).json).toMatchObject({ success: true, scans: [{ success: true }] })
  expect(await statusOf(companion)).toBe('scanned')
  const theirs = { key: otherPhone.key, body: { qrcode_data: await codeOf(leader), nonce: randomUUID() } }
  expect((await server.send(other.slug, 'POST', '/scan/group/', theirs)).status).toBe(400)
})
