import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliResult, execCli } from '../harness/cli.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { eventually } from './embedded-service.ts'

let first: TestServer
let second: TestServer
let client: pg.Client

beforeAll(async () => {
  first = await startServer()
  second = await startServer({ beside: first })
  client = await first.database.connect()
  for (const organisation of ['The Hall', 'The Other'])
    await first.cli('tenant', 'create', '--organisation', organisation, '--category', 'S', '--email', 'a@b.test')
})
afterAll(async () => {
  await client.end()
  await second.stop()
  await first.stop()
})

const run = (...words: string[]): Promise<CliResult> => execCli(first.environment, [...words, '--json'])
const keyFor = (slug: string, ...more: string[]) => [
  'api-key',
  'create',
  '--tenant',
  slug,
  '--user',
  'robot@b.test',
  '--name',
  'till',
  '--permission',
  'reservation:read',
  ...more,
]

describe('an API key with an end', () => {
  const keyTest = async (server: TestServer, key: unknown) => {
    const { status, json } = await server.send('the-hall', 'GET', '/api/user/keytest/', { key: String(key) })
    return [status, status === 200 ? json.expires_at : json.code]
  }

  /** Seen red without the look at `expiresAt` in authenticate.ts: 200. */
  test('says when, and is refused from then on in every process', async () => {
    const made = await first.cli(...keyFor('the-hall', '--expires', '2099-07-01T20:30'))
    // Paris, in summer.
    const end = '2099-07-01T18:30:00.000000+00:00'
    expect(made['expires_at']).toBe(end)
    expect(await keyTest(first, made['api_key'])).toEqual([200, end])
    const endless = await first.cli(...keyFor('the-hall'))
    expect(Object.keys(endless)).toEqual(['api_key'])
    const others = await first.cli(...keyFor('the-other', '--expires', '2099-07-01T20:30'))

    const prefix = String(made['api_key']).slice(0, 8)
    await client.query("update api_key set expires_at = now() - interval '1 second' where prefix = $1", [prefix])
    for (const server of [first, second]) {
      expect(await keyTest(server, made['api_key'])).toEqual([401, 'key_invalid'])
      expect(await keyTest(server, endless['api_key'])).toEqual([200, null])
    }
    const other = await first.send('the-other', 'GET', '/api/reservations/', { key: String(others['api_key']) })
    expect(other.status).toBe(200)
  })

  test.each([
    ['2099-07-01T20:30:00Z', '2099-07-01T20:30:00.000000+00:00'],
    ['2099-07-01T20:30:00-05:00', '2099-07-02T01:30:00.000000+00:00'],
    // That day is its last one.
    ['2099-12-31', '2099-12-31T23:00:00.000000+00:00'],
  ])('%s is %s', async (text, end) => {
    expect(await first.cli(...keyFor('the-hall', '--expires', text))).toMatchObject({ expires_at: end })
  })

  test('one that has passed is refused, and no key is made', async () => {
    const count = async () => (await client.query('select from api_key')).rowCount
    const before = await count()
    const result = await run(...keyFor('the-hall', '--expires', '2020-01-01'))
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain('lie ahead')
    expect(await count()).toBe(before)
  })
})

describe('a device with an end', () => {
  const pair = async (...more: string[]) => {
    const made = await first.cli('device', 'create', '--tenant', 'the-hall', '--name', 'Door', ...more)
    const paired = await first.send('the-hall', 'GET', `/scan/${String(made['token'])}/pair`)
    return { made, id: String(made['device_uuid']), key: String(paired.json.api_key) }
  }
  const setEnd = (id: string, until: string) =>
    first.cli('device', 'set-end', '--tenant', 'the-hall', '--until', until, id)
  const answers = async (key: string) => {
    const both = await Promise.all(
      [first, second].map((server) => server.send('the-hall', 'GET', '/scan/test_api/', { key })),
    )
    return both.map(({ status }) => status)
  }
  const isOver = (id: string) =>
    client.query("update device set ends_at = now() - interval '1 second' where id = $1", [id])

  test('is refused from then on in every process, and may be given another end', async () => {
    const phone = await pair('--until', '2099-07-01T20:30')
    expect(phone.made['ends_at']).toBe('2099-07-01T18:30:00.000000+00:00')
    const endless = await pair()
    expect(await answers(phone.key)).toEqual([200, 200])

    await isOver(phone.id)
    expect(await answers(phone.key)).toEqual([403, 403])
    const refused = await first.send('the-hall', 'GET', '/scan/test_api/', { key: phone.key })
    expect(refused.json.code ?? refused.json.error).toContain('device_archived')
    expect(await answers(endless.key)).toEqual([200, 200])

    expect(await setEnd(phone.id, '2099-12-31')).toEqual({
      device_uuid: phone.id,
      ends_at: '2099-12-31T23:00:00.000000+00:00',
    })
    expect(await eventually(async () => (await answers(phone.key)).every((status) => status === 200))).toBe(true)
    expect(await setEnd(phone.id, 'none')).toEqual({ device_uuid: phone.id, ends_at: null })
  })

  /**
   * A scan asks the device's key from memory first. Seen red with `isRetired` looking at `archivedAt` alone: the code,
   * not the key, was what was wrong with it.
   */
  test('ends while processes know its key', async () => {
    const phone = await pair('--until', '2099-07-01')
    const bystander = await pair()
    await client.query("update device set ends_at = now() + interval '2 seconds' where id = $1", [phone.id])
    // Says that devices of this organisation changed.
    await first.cli('device', 'archive', '--tenant', 'the-hall', bystander.id)
    const scan = (server: TestServer) =>
      server.send('the-hall', 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: 'none' } })
    for (const server of [first, second])
      expect(await eventually(async () => (await scan(server)).status === 403)).toBe(true)
  })

  test('whose time is over gets no pairing code, and none pairs it', async () => {
    const made = await first.cli('device', 'create', '--tenant', 'the-hall', '--name', 'Door')
    const id = String(made['device_uuid'])
    await isOver(id)
    const paired = await first.send('the-hall', 'GET', `/scan/${String(made['token'])}/pair`)
    expect(paired.status).toBe(400)
    const result = await run('device', 'pairing-code', '--tenant', 'the-hall', id)
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain('device set-end')
  })

  test('of another organisation, archived, or to end in the past is refused', async () => {
    const { id } = await pair()
    const refused = async (...words: string[]) =>
      expect(await run('device', 'set-end', ...words)).toMatchObject({ exitCode: 1, stdout: '' })
    await refused('--tenant', 'the-other', '--until', '2099-07-01', id)
    await refused('--tenant', 'the-hall', '--until', '2020-01-01', id)
    expect(await run('device', 'create', '--tenant', 'the-hall', '--name', 'x', '--until', '2020-01-01')).toMatchObject(
      { exitCode: 1, stdout: '' },
    )
    await first.cli('device', 'archive', '--tenant', 'the-hall', id)
    await refused('--tenant', 'the-hall', '--until', 'none', id)
  })
})
