import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CliResult, execCli, runCli } from '../harness/cli.ts'
import { createEmptyDatabase, type TestDatabase } from '../harness/database.ts'
import { type DataDirectory, makeDataDirectory } from './embedded-service.ts'

const secretKey = 'sk_test_abcdefghijklmnop1234'
const webhookSecret = 'whsec_abcdefghijklmnop5678'

describe('payment-keys', () => {
  let directory: DataDirectory
  let database: TestDatabase
  let environment: NodeJS.ProcessEnv

  beforeEach(async () => {
    directory = await makeDataDirectory()
    database = await createEmptyDatabase()
    environment = {
      ...directory.environment,
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      SECRET_KEY: 'the former secret, long enough for a key',
      NEW_SECRET_KEY: 'the coming secret, long enough for a key',
    }
    for (const organisation of ['The Barn', 'The Fair'])
      await runCli(environment, [
        'tenant',
        'create',
        '--organisation',
        organisation,
        '--category',
        'S',
        '--email',
        'ada@barn.test',
      ])
  })
  afterEach(async () => {
    await directory.remove()
    await database.drop()
  })

  const keysOf = (slug: string, more: NodeJS.ProcessEnv = {}) =>
    runCli({ ...environment, ...more }, ['payment-keys', 'show', '--tenant', slug])

  /** With that much on standard input. */
  async function set(input: string): Promise<CliResult> {
    const child = spawn(process.execPath, ['dist/guichet.js', 'payment-keys', 'set', '--tenant', 'the-barn'], {
      env: environment,
    })
    child.stdin.end(input)
    const ended = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
    const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { stdout, stderr, exitCode }
  }

  async function stored(): Promise<readonly Buffer[]> {
    const client = await database.connect()
    const { rows } = await client.query(
      'select secret_key_encrypted as key, webhook_secret_encrypted as webhook from payment_keys',
    )
    await client.end()
    return rows.flatMap(({ key, webhook }) => [key, webhook])
  }

  test('are set from the environment or standard input, shown by their ends alone, and cleared', async () => {
    expect(await keysOf('the-barn')).toEqual({
      ways: ['at_the_door', 'free'],
      mode: null,
      secret_key_end: null,
      webhook_secret_end: null,
    })
    const given = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }
    const answer = await execCli({ ...environment, ...given }, ['payment-keys', 'set', '--tenant', 'the-barn'])
    expect(answer).toMatchObject({ exitCode: 0 })
    expect(answer.stdout).toContain('http://the-barn.localhost')
    expect(answer.stdout).toContain('/payments/stripe/webhook/')
    const piped = await set(`${secretKey.replace('1234', '9999')}\n${webhookSecret}\n`)
    expect(piped).toMatchObject({ exitCode: 0 })
    expect(await keysOf('the-barn')).toEqual({
      ways: ['online', 'at_the_door', 'free'],
      mode: 'test',
      secret_key_end: '9999',
      webhook_secret_end: '5678',
    })
    expect((await keysOf('the-fair'))['secret_key_end']).toBeNull()
    for (const { stdout, stderr } of [answer, piped]) expect(stdout + stderr).not.toMatch(/abcdefgh/)
    await runCli(environment, ['payment-keys', 'clear', '--tenant', 'the-barn'])
    expect((await keysOf('the-barn'))['ways']).toEqual(['at_the_door', 'free'])
    expect(await stored()).toEqual([])
  })

  test.each(['', 'pk_test_abcdefghijklmnop1234', `${secretKey}\nabcdefghijklmnop`])(
    'are refused when they are none, and not repeated: %j',
    async (input) => {
      const answer = await set(input)
      expect([answer.exitCode, answer.stdout]).toEqual([1, ''])
      expect(answer.stderr).not.toMatch(/abcdefgh/)
      expect(await stored()).toEqual([])
    },
  )

  test('rest sealed, and are there when the secret of the server was rotated', async () => {
    await set(`${secretKey}\n${webhookSecret}`)
    const before = await stored()
    for (const box of before) expect(box.toString('latin1')).not.toMatch(/abcdefgh/)
    expect(await execCli(environment, ['secret', 'rotate'])).toMatchObject({ exitCode: 0 })
    const rotated = { SECRET_KEY: environment['NEW_SECRET_KEY'] }
    expect(await keysOf('the-barn', rotated)).toMatchObject({ secret_key_end: '1234', webhook_secret_end: '5678' })
  })
})
