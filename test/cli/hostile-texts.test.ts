import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBoxOffice, untilQuiet } from '../harness/box-office.ts'
import { type CliResult, execCli } from '../harness/cli.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/** What nobody sees in what a command takes and in what it prints (ADR 0155). */
let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const run = (...words: string[]): Promise<CliResult> => execCli(server.environment, words)
const tenant = ['tenant', 'create', '--category', 'S', '--email', 'eve@cafe.test']

/** Seen red with text() of cli/arguments.ts only trimming. */
test('a name loses the marks that turn it around', async () => {
  const made = await server.cli(...tenant, '--organisation', '\u202eLe Café\u2069', '--city', 'Ly\u200fon')
  const { json } = await server.send('meta', 'GET', `/api/place/${made['uuid']}/`)
  expect(json).toMatchObject({ organisation: 'Le Café', slug: 'le-cafe', city: 'Lyon' })
  const device = await server.cli('device', 'create', '--tenant', 'le-cafe', '--name', '\u202eDoor\u202c')
  const client = await server.database.connect()
  const { rows } = await client.query('select name from device where id = $1', [device['device_uuid']])
  await client.end()
  expect(rows).toEqual([{ name: 'Door' }])
})

test('a name of which nobody sees anything is wrong usage, and makes nothing', async () => {
  const count = async () => (await server.send('meta', 'GET', '/api/place/')).json.length
  const before = await count()
  for (const name of ['\u3164', '\u200b\u2060', ' \u00a0', '\u202e', '\u0301', '\u2800']) {
    const result = await run(...tenant, '--organisation', name, '--slug', 'none')
    expect([result.exitCode, result.stdout]).toEqual([2, ''])
    expect(result.stderr).toContain('--organisation')
    expect(result.stderr).toContain('Nothing of it can be seen.')
  }
  expect(await run(...tenant, '--organisation', 'A\u001b[31mB')).toMatchObject({ exitCode: 2 })
  expect(await count()).toBe(before)
})

/**
 * As if stored before the doors cleaned it. Seen red without withEscapes in run-command.ts: the terminal was told to turn red
 * and to rename its window, in words, in JSON, and in what a command refuses.
 */
test('what was stored reaches no terminal as an order to it', async () => {
  const hall = await openBoxOffice(server, 'The Hall')
  await hall.post('/api/memberships/', { email: 'ada@example.org', price: (await hall.price('A', { prix: 0 })).price })
  const hostile = '\u001b]0;owned\u0007\u001b[31mred\u009b32m\u007f\r\n\u202egnp'
  const client = await server.database.connect()
  await untilQuiet(client)
  await client.query('update mail set failure = $1, subject = $1', [hostile])
  await client.query('update tenant set organisation = $1 where slug = $2', [hostile, hall.slug])
  await client.query('update device set name = $1', [hostile])
  await client.end()
  const listings = [
    ['mail', 'list', '--tenant', hall.slug],
    ['tenant', 'set', '--tenant', hall.slug],
    ['team', 'list', '--tenant', hall.slug],
  ]
  for (const words of listings) {
    for (const json of [[], ['--json']]) {
      const { exitCode, stdout, stderr } = await run(...words, ...json)
      expect([exitCode, stderr]).toEqual([0, ''])
      expect(stdout.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|[\u202a-\u202e]/u)
      expect(stdout.split('\n').filter((line) => line.startsWith('gnp'))).toEqual([])
      if (words[0] === 'mail' || (words[0] === 'tenant' && json.length === 0)) expect(stdout).toContain('owned')
      if (words[0] === 'mail' && json.length > 0)
        expect(JSON.parse(stdout).mails[0]).toMatchObject({ failure: hostile, subject: hostile })
    }
  }
})
