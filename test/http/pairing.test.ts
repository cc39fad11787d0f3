import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, SendOptions } from '../harness/client.ts'
import { type Door, insertTickets, openDoor, pairPhone, qrCodesOf } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let client: pg.Client
let hall: Door
let other: Door

beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'debug' } })
  client = await server.database.connect()
  hall = await openDoor(server, client, 'The Hall')
  other = await openDoor(server, client, 'Other Place')
})

afterAll(async () => {
  await client.end()
  await server.stop()
})

type Offer = { readonly id: string; readonly token: string }

async function offer(name = 'Door 1'): Promise<Offer> {
  const created = await server.cli('device', 'create', '--tenant', hall.slug, '--name', name)
  expect(created['pairing_url']).toBe(
    `http://${hall.slug}.localhost:${server.port}/scan/${String(created['token'])}/pair`,
  )
  return { id: String(created['device_uuid']), token: String(created['token']) }
}

function pair(token: string, options: SendOptions = {}, method = 'GET', slug = hall.slug): Promise<Answer> {
  return server.send(slug, method, `/scan/${token}/pair`, options)
}

const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
const form = { headers: { ...browser.headers, 'content-type': 'application/x-www-form-urlencoded' }, body: '' }

describe('pairing', () => {
  it('gives a device its key once', async () => {
    const { id, token } = await offer()
    expect(token).toMatch(/^[\w-]{43}$/)
    const first = await pair(token)
    expect(first.status).toBe(200)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.json).toEqual({
      success: true,
      message: 'Device successfully paired',
      api_key: expect.stringMatching(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{40}$/),
      device_uuid: id,
      device_name: 'Door 1',
    })
    const second = await pair(token)
    expect([second.status, second.json.success, second.json.code]).toEqual([400, false, 'token_used'])
    const test = await server.send(hall.slug, 'GET', '/scan/test_api/', { key: first.json.api_key })
    const info = { uuid: id, name: 'Door 1', claimed: true, archived: false }
    expect(test.json).toMatchObject({ device_info: info, scan_app: info })
    const again = await server.send(hall.slug, 'GET', '/scan/check_api_scan/', { key: first.json.api_key })
    expect(again.json).toMatchObject({ device_info: info, scan_app: info })
  })

  it('keeps neither token nor key as they are, and logs neither', async () => {
    const { id, token } = await offer()
    const { json } = await pair(token)
    const { rows } = await client.query('select device::text as row from device where id = $1', [id])
    expect(rows[0].row).not.toContain(token)
    expect(rows[0].row).not.toContain(json.api_key.slice(9))
    expect(server.output()).toContain('/scan/…/pair')
    expect(server.output()).not.toContain(token)
    expect(server.output()).not.toContain(json.api_key)
  })

  it('refuses what is no live token of this tenant', async () => {
    const { id, token } = await offer()
    const elsewhere = await pair(token, {}, 'GET', other.slug)
    expect([elsewhere.status, elsewhere.json.code]).toEqual([400, 'invalid_token'])
    for (const wrong of ['nonsense', 'A'.repeat(43), `${token}A`]) {
      const answer = await pair(wrong)
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_token'])
    }
    await client.query(`update device set pairing_expires_at = now() - interval '1 second' where id = $1`, [id])
    const expired = await pair(token)
    expect([expired.status, expired.json.code]).toEqual([400, 'expired_token'])
    await client.query(
      `update device set pairing_expires_at = now() + interval '1 day', archived_at = now() where id = $1`,
      [id],
    )
    expect((await pair(token)).json.code).toBe('invalid_token')
  })

  /** Seen red with onlyLooks answering false: each of these consumed the token. */
  it('consumes nothing for a HEAD, a prefetch or a browser', async () => {
    const { token } = await offer('Nord & <Süd>')
    expect((await pair(token, {}, 'HEAD')).status).toBe(200)
    expect((await pair(token, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(200)
    const page = await pair(token, browser)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.text).toContain('The Hall')
    expect(page.text).toContain('Nord &amp; &lt;Süd>')
    expect(page.text).toMatch(/<form method="post">.*<button[^>]*type="submit"/s)
    const french = await pair(token, { headers: { ...browser.headers, 'accept-language': 'fr' } })
    expect(french.text).toContain('Appairer cet appareil')
    expect((await pair(token)).json.success).toBe(true)
  })

  it('pairs by the button of the page, and shows the key once', async () => {
    const { token } = await offer()
    const paired = await pair(token, form, 'POST')
    expect(paired.status).toBe(200)
    const key = /[A-Za-z0-9]{8}\.[A-Za-z0-9]{40}/.exec(paired.text)?.[0] ?? ''
    expect((await server.send(hall.slug, 'GET', '/scan/test_api/', { key })).status).toBe(200)
    for (const refused of [await pair(token, form, 'POST'), await pair(token, browser)]) {
      expect(refused.status).toBe(400)
      expect(refused.headers['content-type']).toMatch(/^text\/html/)
      expect(refused.text).toContain('Pairing code used')
      expect(refused.text).not.toContain(key)
    }
  })
})

describe('the end of a device', () => {
  const refusedEverywhere = async (key: string, status: number, code: string) => {
    const [id = ''] = await insertTickets(client, hall)
    const qr = (await qrCodesOf(server, hall.slug, [id])).get(id)
    const body = { qrcode_data: qr }
    const answers = [
      await server.send(hall.slug, 'POST', '/scan/ticket/', { key, body }),
      await server.send(hall.slug, 'POST', '/scan/check_ticket/', { key, body }),
      await server.send(hall.slug, 'GET', '/scan/test_api/', { key }),
    ]
    for (const answer of answers) expect([answer.status, answer.json.code]).toEqual([status, code])
    const { rows } = await client.query('select status from ticket where id = $1', [id])
    expect(rows[0].status).toBe('not_scanned')
  }

  it('is refused once archived', async () => {
    const phone = await pairPhone(server, hall.slug)
    await server.cli('device', 'archive', '--tenant', hall.slug, phone.id)
    await refusedEverywhere(phone.key, 403, 'device_archived')
  })

  /** Seen red without the device in the statement: no message of the change feed is sent here, only the row changes. */
  it('is refused by the deciding statement itself', async () => {
    const phone = await pairPhone(server, hall.slug)
    await server.send(hall.slug, 'GET', '/scan/test_api/', { key: phone.key })
    await client.query('update device set archived_at = now() where id = $1', [phone.id])
    await refusedEverywhere(phone.key, 403, 'device_archived')
    await client.query("update device set archived_at = null, ends_at = now() - interval '1 ms' where id = $1", [
      phone.id,
    ])
    await refusedEverywhere(phone.key, 403, 'device_archived')
    await client.query('update device set ends_at = null, key_prefix = null where id = $1', [phone.id])
    await refusedEverywhere(phone.key, 401, 'key_invalid')
  })
})
