import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SendOptions } from '../harness/client.ts'
import { scanningAt } from '../harness/scanning.ts'
import { twoDoors } from '../harness/two-tenants.ts'

const doors = await twoDoors()
const { server, client, hall, other, phone, otherPhone } = doors
const { post, scan, check, ticket, logOf, logSize } = scanningAt(doors)
const inFrench = { headers: { 'accept-language': 'fr' } }

const envelope = (code: string, message: string) => ({
  success: false,
  message,
  code,
  error: message,
  detail: expect.any(String),
})

describe('the key comes first', () => {
  const cases: readonly (readonly [string, () => SendOptions, number, string])[] = [
    ['no header', () => ({ headers: {} }), 401, 'credentials_required'],
    ['another scheme', () => ({ headers: { authorization: `Bearer ${phone.key}` } }), 401, 'key_invalid'],
    ['an unknown key', () => ({ key: `AAAAAAAA.${'B'.repeat(40)}` }), 401, 'key_invalid'],
    ['no key at all', () => ({ key: '' }), 401, 'key_invalid'],
    ['a wrong secret', () => ({ key: `${phone.key.slice(0, 9)}${'B'.repeat(40)}` }), 401, 'key_invalid'],
    ['a device of another tenant', () => ({ key: otherPhone.key }), 401, 'key_invalid'],
  ]
  it.each(cases)('%s', async (_name, options, status, code) => {
    for (const [method, path] of [
      ['GET', '/scan/test_api/'],
      ['POST', '/scan/check_ticket/'],
      ['POST', '/scan/ticket/'],
    ] as const) {
      // The body is wrong as well: the key is looked at before it.
      const body = method === 'POST' ? { body: '{"qrcode_data": ' } : {}
      const answer = await server.send(hall.slug, method, path, { ...body, ...options() })
      expect(answer.status).toBe(status)
      expect(answer.json).toEqual(envelope(code, answer.json.message))
      expect(answer.headers['www-authenticate']).toBe('Api-Key')
    }
  })

  it('refuses the API key of a person', async () => {
    const { api_key: key } = await server.cli(
      'api-key',
      'create',
      '--tenant',
      hall.slug,
      '--user',
      'ada@example.org',
      '--name',
      'all',
      '--permission',
      'ticket:read',
      '--permission',
      'ticket:write',
    )
    const answer = await server.send(hall.slug, 'GET', '/scan/test_api/', { key: String(key) })
    expect([answer.status, answer.json.code]).toEqual([401, 'key_invalid'])
    const keyTest = await server.send(hall.slug, 'GET', '/api/user/keytest/', { key: String(key) })
    const permissions = ['ticket:read', 'ticket:write']
    expect([keyTest.status, keyTest.json]).toEqual([200, { permissions, expires_at: null }])
    const byDevice = await server.send(hall.slug, 'GET', '/api/user/keytest/', { key: phone.key })
    expect([byDevice.status, byDevice.json.code]).toEqual([401, 'key_invalid'])
  })

  it.each(['Api-Key  %', 'api-key\t%', 'API-KEY %  '])('reads %j', async (form) => {
    const authorization = form.replace('%', phone.key)
    const answer = await server.send(hall.slug, 'GET', '/scan/test_api', { headers: { authorization } })
    expect(answer.status).toBe(200)
  })

  it('tells a device about itself and the server', async () => {
    const answer = await server.send(hall.slug, 'GET', '/scan/test_api/', { key: phone.key })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      success: true,
      message: 'API key is valid',
      device_info: { uuid: phone.id, name: 'Door 1', claimed: true, archived: false },
      scan_app: { uuid: phone.id, name: 'Door 1', claimed: true, archived: false },
      server_info: {
        tenant: 'The Hall',
        domain: `${hall.slug}.localhost`,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
      },
    })
    const { rows } = await client.query('select last_seen_at from device where id = $1', [phone.id])
    expect(rows[0].last_seen_at).toBeInstanceOf(Date)
  })
})

describe('what cannot be answered', () => {
  const forged = `${Buffer.from(JSON.stringify({ uuid: randomUUID() })).toString('base64url')}:${'A'.repeat(86)}`
  const bodies: readonly (readonly [string, unknown, string])[] = [
    ['an empty object', {}, 'invalid_qrcode'],
    ['nothing', '', 'invalid_qrcode'],
    ['an array', [], 'invalid_qrcode'],
    ['a number', { qrcode_data: 5 }, 'invalid_qrcode'],
    ['null', { qrcode_data: null }, 'invalid_qrcode'],
    ['an empty text', { qrcode_data: '' }, 'invalid_qrcode'],
    ['no colon', { qrcode_data: 'eyJ1dWlkIjoiIn0' }, 'invalid_qrcode'],
    ['no signature', { qrcode_data: 'eyJ1dWlkIjoiIn0:' }, 'invalid_qrcode'],
    ['two colons', { qrcode_data: `${forged}:AAAA` }, 'invalid_qrcode'],
    ['other characters', { qrcode_data: 'eyJ1*WlkIjoiIn0:AAAA' }, 'invalid_qrcode'],
    ['a length no base64 has', { qrcode_data: 'eyJ1d:AAAA' }, 'invalid_qrcode'],
    ['more than 1 KiB', { qrcode_data: `${'A'.repeat(1000)}:${'A'.repeat(86)}` }, 'invalid_qrcode'],
    ['a forged signature', { qrcode_data: forged }, 'invalid_signature'],
    ['no JSON inside', { qrcode_data: 'AAAA:AAAA' }, 'invalid_signature'],
    ['broken JSON', '{"qrcode_data": ', 'invalid_body'],
  ]
  it.each(bodies)('%s', async (_name, body, code) => {
    const before = await logSize()
    for (const path of ['/scan/check_ticket/', '/scan/ticket/']) {
      const answer = await post(path, body)
      expect(answer.status).toBe(400)
      expect(answer.json).toMatchObject(envelope(code, answer.json.message))
    }
    expect(await logSize()).toBe(before)
  })

  it('a wrong optional field', async () => {
    const { qr } = await ticket()
    for (const field of [
      { event_uuid: 'tonight' },
      { nonce: 7 },
      { scanned_at: 'yesterday' },
      { scanned_at: new Date(Date.now() + 3_600_000).toISOString() },
      { scanned_at: new Date(Date.now() - 8 * 86_400_000).toISOString() },
    ]) {
      const answer = await scan({ qrcode_data: qr, ...field })
      expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed'])
      expect(Object.keys(answer.json.errors)).toEqual(Object.keys(field))
    }
    expect((await scan({ qrcode_data: qr })).json.success).toBe(true)
  })

  it('another tenant’s ticket, though both are served here', async () => {
    const { id, qr } = await ticket({}, other)
    const answer = await scan({ qrcode_data: qr })
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_signature'])
    expect(await logOf(id)).toEqual([])
    const there = await server.send(other.slug, 'POST', '/scan/ticket/', {
      key: otherPhone.key,
      body: { qrcode_data: qr },
    })
    expect(there.json.success).toBe(true)
  })

  it('a code cut short, or with one character changed', async () => {
    const { id, qr } = await ticket()
    const colon = qr.indexOf(':')
    for (const broken of [
      qr.slice(0, -4),
      qr.slice(0, colon - 4) + qr.slice(colon),
      `${qr.slice(0, 12)}${qr[12] === 'A' ? 'B' : 'A'}${qr.slice(13)}`,
    ]) {
      const answer = await scan({ qrcode_data: broken })
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_signature'])
    }
    expect(await logOf(id)).toEqual([])
  })

  it('a ticket that is gone', async () => {
    const { id, qr } = await ticket()
    await client.query('delete from ticket where id = $1', [id])
    for (const answer of [await scan({ qrcode_data: qr }), await check({ qrcode_data: qr })]) {
      expect(answer.status).toBe(404)
      expect(answer.json).toEqual(envelope('ticket_not_found', answer.json.message))
    }
    expect(await logOf(id)).toEqual([])
    const french = await scan({ qrcode_data: qr }, inFrench)
    expect(french.json.message).toBe('No ticket here has this code. Do not admit; call the supervisor.')
    expect(french.json.detail).toMatch(/billet/)
  })

  it('shows every other refusal in the same envelope', async () => {
    const answers = [
      [404, 'not_found', await server.send(hall.slug, 'GET', '/scan/nothing/here', {})],
      [415, 'unsupported_media_type', await scan('x', { headers: { 'content-type': 'text/plain' } })],
      [413, 'body_too_large', await scan({ qrcode_data: 'A'.repeat(1_100_000) })],
    ] as const
    for (const [status, code, answer] of answers) {
      expect(answer.status).toBe(status)
      expect(answer.json).toEqual(envelope(code, answer.json.message))
    }
  })
})

describe('check_ticket', () => {
  const texts = [
    ['created', 'Created', 'Créé'],
    ['not_active', 'Not active', 'Non actif'],
    ['not_scanned', 'Valid and not scanned', 'Valide et non scanné'],
    ['scanned', 'Valid and scanned', 'Valide et scanné'],
  ] as const
  it.each(texts)('describes a ticket %s and changes nothing', async (status, english, french) => {
    const scannedBy = status === 'scanned' ? { scannedBy: phone.id } : {}
    const { id, qr } = await ticket({ status, ...scannedBy, count: 3 })
    const answer = await check({ qrcode_data: qr })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      success: true,
      message: 'Ticket information retrieved',
      ticket: {
        uuid: id,
        status: english,
        is_scanned: status === 'scanned',
        event: 'The Hall live',
        event_datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
        first_name: 'Ada',
        last_name: 'Lovelace',
        price: 'Full price',
        product: 'Friday night',
        scanned_by: status === 'scanned' ? phone.id : null,
      },
      reservation: { uuid: expect.any(String), tickets_count: 3 },
      things: [],
    })
    const translated = await check({ qrcode_data: qr }, inFrench)
    expect(translated.json.message).toBe('Ticket information retrieved')
    expect(translated.json.ticket.status).toBe(french)
    const { rows } = await client.query('select status from ticket where id = $1', [id])
    expect(rows[0].status).toBe(status)
    expect(await logOf(id)).toEqual([])
  })
})
