import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { type Door, insertEvent } from '../harness/door.ts'
import { type FormerKey, makeFormerKey } from '../harness/former-key.ts'
import { scanningAt } from '../harness/scanning.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

const doors = await twoDoors()
const { server, client, hall, other, phone, otherPhone } = doors
const { post, scan, check, ticket, logOf } = scanningAt(doors)
const [ofHall, ofElse, ofOther] = [makeFormerKey(), makeFormerKey(), makeFormerKey()]
const keyOf = async ({ slug }: Door) =>
  createKey(
    server,
    slug,
    ['event:read', 'event:write', 'ticket:secret'].flatMap((one) => ['--permission', one]),
  )
const keys = new Map([[hall, await keyOf(hall)] as const, [other, await keyOf(other)] as const])

const listOf = (event: string) => `/api/events/${event}/former-ticket-keys/`
const send = (method: string, path: string, body?: object, door = hall) =>
  server.send(door.slug, method, path, { key: keys.get(door) ?? '', ...(body ? { body } : {}) })
const add = (key: Pick<FormerKey, 'publicKey'>, event = hall.eventId, door = hall) =>
  send('POST', listOf(event), { public_key: key.publicKey }, door)

/** An event of its own, with a key of its own unless it is given one. */
async function night(key = ofHall): Promise<string> {
  const event = await insertEvent(client, hall.tenantId, { name: 'Before the move' })
  expect((await add(key, event)).status).toBe(201)
  return event
}

const refusal = async (code: unknown, ask = scan) => {
  const { status, json } = await ask({ qrcode_data: code })
  return [status, json.code]
}
const forged = [400, 'invalid_signature']

it('lets a ticket in by a code of another server, and by one of ours no more, and the other way round', async () => {
  const event = await night()
  for (const isOldFirst of [true, false]) {
    const { id, qr } = await ticket({ eventId: event })
    const codes = isOldFirst ? [ofHall.codeOf(id), qr] : [qr, ofHall.codeOf(id)]
    const answers = []
    for (const qrcode_data of [...codes, ...codes, ofHall.codeOf(id)]) answers.push((await scan({ qrcode_data })).json)
    expect(answers.map(({ success, code }) => [success, code])).toEqual([
      [true, undefined],
      ...Array.from({ length: 4 }, () => [false, 'already_scanned']),
    ])
    expect(answers[1]).toMatchObject({ ticket: { uuid: id, scanned_by: phone.id } })
    expect(answers[0].ticket).toMatchObject({ uuid: id, event: 'Before the move', first_name: 'Ada' })
    expect((await logOf(id)).map(({ result }) => result)[0]).toBe('admitted')
  }
})

it('takes them wherever ours are taken, with the same answers', async () => {
  const event = await night()
  const { id, qr } = await ticket({ eventId: event, count: 3 })
  const code = ofHall.codeOf(id)
  const [old, ours] = [await check({ qrcode_data: code }), await check({ qrcode_data: qr })]
  expect([old.status, old.json]).toEqual([200, ours.json])
  const wrong = await scan({ qrcode_data: code, event_uuid: hall.eventId })
  expect(wrong.json).toMatchObject({ success: false, code: 'wrong_event', ticket: { uuid: id } })
  const [nonce, group] = [randomUUID(), randomUUID()]
  const first = await scan({ qrcode_data: code, nonce })
  expect(first.json.success).toBe(true)
  // By its nonce a repeat gets the first answer again, whichever code it shows.
  expect((await scan({ qrcode_data: qr, nonce })).json).toEqual(first.json)
  const together = await post('/scan/group/', { qrcode_data: ofHall.codeOf(id), nonce: group })
  expect(together.json.scans.map(({ success }: { success: boolean }) => success)).toEqual([true, true])
  const repeated = await post('/scan/group/', { qrcode_data: ofHall.codeOf(id), nonce: group })
  expect(repeated.json).toEqual(together.json)
  const handOut = { qrcode_data: code, thing: randomUUID(), quantity: 1 }
  expect(await refusal(code, () => post('/scan/hand_out/', handOut))).toEqual([404, 'not_found'])
})

it('reads them in both alphabets, without padding, and with white space around', async () => {
  const event = await night()
  for (const shape of [
    (code: string) => ` \r\n${code}\n`,
    (code: string) => code.replaceAll('-', '+').replaceAll('_', '/'),
    (code: string) => code.replaceAll('=', ''),
  ]) {
    const { id } = await ticket({ eventId: event })
    expect((await scan({ qrcode_data: shape(ofHall.codeOf(id)) })).json.success).toBe(true)
  }
  // Data of another length has padding, which was signed with it.
  const { id } = await ticket({ eventId: event })
  expect(await refusal(ofHall.sign(`{"uuid": "${id}" }`))).toEqual([200, undefined])
})

it('takes keys of 2,048 to 4,096 bits, several of one event', async () => {
  const all = [ofHall, makeFormerKey(3072), makeFormerKey(4096)]
  const event = await night()
  for (const key of all) await add(key, event)
  for (const key of all) {
    const { id } = await ticket({ eventId: event })
    expect(key.codeOf(id).length).toBeLessThan(1024)
    expect((await scan({ qrcode_data: key.codeOf(id) })).json.success).toBe(true)
  }
})

/** Seen red without the salt's length (`isSignedBy`), and with the keys of all events for a ticket that is here. */
it('refuses what is forged as a forged code of ours, and admits nobody', async () => {
  const event = await night()
  const [elsewhere, bare] = [await night(ofElse), await ticket()]
  await add(ofOther, other.eventId, other)
  const { id } = await ticket({ eventId: event })
  const code = ofHall.codeOf(id)
  const [data = '', signature = ''] = code.split(':')
  const [otherData = ''] = ofHall.codeOf((await ticket({ eventId: event })).id).split(':')
  expect(elsewhere).not.toBe(event)
  const broken = Buffer.from(signature, 'base64url')
  broken[100] = (broken[100] ?? 0) ^ 1
  for (const forgery of [
    `${data}:${broken.toString('base64url')}`,
    `${otherData}:${signature}`,
    `${data}:${Buffer.alloc(256).toString('base64url')}`,
    `${data}:${Buffer.alloc(700).toString('base64url')}`,
    // A key of another event, of another organisation, of nobody; and an event without a key.
    ofElse.codeOf(id),
    ofOther.codeOf(id),
    makeFormerKey().codeOf(id),
    ofHall.codeOf(bare.id),
    // The salt of a library's default.
    ofHall.sign({ uuid: id }, 32),
    // Signed, and no ticket is named.
    ...['nothing', '{"uuid": 7}', '[]', 'null', '{"uuid": "x"}'].map((text) => ofHall.sign(text)),
  ])
    for (const ask of [scan, check]) expect(await refusal(forgery, ask), forgery).toEqual(forged)
  expect(await logOf(id)).toEqual([])
  expect(await refusal(`${code}${'A'.repeat(1024)}`)).toEqual([400, 'invalid_qrcode'])
  expect(await refusal(`${data}:`)).toEqual([400, 'invalid_qrcode'])
})

/** Seen red without `listFormerKeysWithout`: whoever was left behind was taken for a forger. */
it('says that a genuine code is of a ticket that is not here', async () => {
  await night()
  expect(await refusal(ofHall.codeOf(randomUUID()))).toEqual([404, 'ticket_not_found'])
  expect(await refusal(makeFormerKey().codeOf(randomUUID()))).toEqual(forged)
})

it('knows nothing of the keys and tickets of another organisation', async () => {
  await add(ofOther, other.eventId, other)
  const theirs = await ticket({}, other)
  expect(await refusal(ofOther.codeOf(theirs.id))).toEqual(forged)
  expect(await refusal(ofOther.codeOf(randomUUID()))).toEqual(forged)
  const at = (key: string) =>
    server.send(other.slug, 'POST', '/scan/ticket/', { key, body: { qrcode_data: ofOther.codeOf(theirs.id) } })
  expect((await at(phone.key)).status).toBe(401)
  expect((await at(otherPhone.key)).json.success).toBe(true)
  expect((await send('GET', listOf(other.eventId))).status).toBe(404)
  expect((await add(ofHall, other.eventId)).status).toBe(404)
  const [own] = (await send('GET', listOf(other.eventId), undefined, other)).json
  expect((await send('DELETE', `${listOf(hall.eventId)}${own.uuid}/`)).status).toBe(404)
})

it('is shown, is once there however it was written, and ends at once when it is removed', async () => {
  const event = await insertEvent(client, hall.tenantId, { name: 'Keys' })
  const { status, headers, json: made } = await add(ofHall, event)
  // Seen red with 200 for whatever is sent.
  expect([status, headers['location']]).toEqual([201, listOf(event)])
  expect(made).toEqual({
    uuid: expect.any(String),
    public_key: ofHall.publicKey,
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    bits: 2048,
    added_at: expect.any(String),
  })
  for (const text of [ofHall.pkcs1, ofHall.publicKey.replaceAll('\n', '\r\n'), `  ${ofHall.publicKey}\n\n`]) {
    const again = await add({ publicKey: text }, event)
    expect([again.status, again.headers['location'], again.json]).toEqual([200, undefined, made])
  }
  expect((await send('GET', listOf(event))).json).toEqual([made])
  const [one, two] = [await ticket({ eventId: event }), await ticket({ eventId: event })]
  expect(await refusal(ofHall.codeOf(one.id))).toEqual([200, undefined])
  // Of another event it is not.
  expect((await send('DELETE', `${listOf(hall.eventId)}${made.uuid}/`)).status).toBe(404)
  expect((await send('DELETE', `${listOf(event)}${made.uuid}/`)).status).toBe(204)
  expect((await send('DELETE', `${listOf(event)}${made.uuid}/`)).status).toBe(404)
  expect(await refusal(ofHall.codeOf(two.id))).toEqual(forged)
  expect(await refusal(two.qr)).toEqual([200, undefined])
  const { rows } = await client.query(
    "select action, after, before from audit_entry where subject_id = $1 and action like 'event.former_key%' order by id",
    [event],
  )
  const { fingerprint } = made
  expect(rows).toEqual([
    { action: 'event.former_key_added', after: { fingerprint }, before: null },
    { action: 'event.former_key_removed', after: null, before: { fingerprint } },
  ])
})

/** Seen red with the private key read as what `createPublicKey` makes of it. */
it('takes public keys alone, and keeps nothing of a private one', async () => {
  const event = await insertEvent(client, hall.tenantId, { name: 'Mistaken' })
  const [small, ed25519] = [makeFormerKey(1024), 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=']
  const inPem = (label: string, base64: string) => `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----`
  const base64 = ofHall.privateKey.split('\n').slice(1, -2).join('\n')
  const said = async (public_key: string) => (await send('POST', listOf(event), { public_key })).json.errors.public_key
  for (const text of [ofHall.privateKey, `${ofHall.publicKey}\n${ofHall.privateKey}`, inPem('RSA PRIVATE KEY', 'AAAA')])
    expect(await said(text)).toEqual([expect.stringMatching(/^This is a private key\. It must not be sent here/)])
  for (const text of [
    'nothing',
    inPem('PUBLIC KEY', base64),
    inPem('CERTIFICATE', 'AAAA'),
    inPem('PUBLIC KEY', 'AAAA'),
  ])
    expect(await said(text), text).toEqual([expect.stringMatching(/^Send a public RSA key as PEM/)])
  for (const text of [small.publicKey, inPem('PUBLIC KEY', ed25519)])
    expect(await said(text)).toEqual(['The key must be of RSA, with 2,048 to 4,096 bits.'])
  expect((await send('GET', listOf(event))).json).toEqual([])
  const ends = ofHall.privateKey.split('\n')[10] ?? ''
  expect(ends).toHaveLength(64)
  expect(server.output()).not.toContain(ends)
})

it('is added and removed in the administration, which shows no private key again', async () => {
  const event = await insertEvent(client, hall.tenantId, { name: 'By hand' })
  const staff = await staffOf(server, hall)
  const page = `/admin/events/${event}/former-ticket-keys/`
  expect((await staff.show(`/admin/events/${event}/doors/`)).text).toContain(`href="${page}"`)
  const mistaken = await staff.press(page, [['public_key', ofHall.privateKey]])
  expect(mistaken.status).toBe(400)
  expect(mistaken.text).toContain('This is a private key. It must not be sent here')
  expect(mistaken.text).not.toContain(ofHall.privateKey.split('\n')[5])
  expect((await staff.press(page, [])).status).toBe(400)
  const added = await staff.press(page, [['public_key', ofHall.publicKey.replaceAll('\n', '\r\n')]])
  expect([added.status, added.headers['location']]).toEqual([303, `${page}?done=added`])
  const [{ uuid, fingerprint }] = (await send('GET', listOf(event))).json
  expect((await staff.show(page)).text).toContain(fingerprint.slice(0, 8))
  const { id } = await ticket({ eventId: event })
  expect(await refusal(ofHall.codeOf(id))).toEqual([200, undefined])
  const removed = await staff.press(`${page}removal/`, [['key', uuid]])
  expect([removed.status, removed.headers['location']]).toEqual([303, `${page}?done=removed`])
  expect((await send('GET', listOf(event))).json).toEqual([])
})

it('keeps ten keys of an event at most', async () => {
  const event = await insertEvent(client, hall.tenantId, { name: 'Many' })
  const many = Array.from({ length: 11 }, () => makeFormerKey())
  const statuses = []
  for (const key of many) statuses.push((await add(key, event)).status)
  expect(statuses).toEqual([...Array(10).fill(201), 400])
  // One that is there already is one more of nothing.
  expect((await add(many[0] ?? ofHall, event)).status).toBe(200)
})

it('goes with its event, and stays out of copies of it', async () => {
  const event = await night()
  const starts = ['2900-02-10T20:00:00Z']
  const copied = await send('POST', `/api/events/${event}/copies/`, { starts })
  expect((await send('GET', listOf(copied.json[0].uuid))).json).toEqual([])
  expect((await send('DELETE', `/api/events/${event}/`)).status).toBe(204)
  const { rows } = await client.query('select from former_ticket_key where event_id = $1', [event])
  expect(rows).toEqual([])
})
