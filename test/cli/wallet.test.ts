import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysLater } from '../harness/bent-clock.ts'
import { type CliResult, execCli, runCli } from '../harness/cli.ts'
import { createEmptyDatabase, type TestDatabase } from '../harness/database.ts'
import { makeIssuer, passType, startAuthority, team, type WalletAuthority, wordsOf } from '../harness/wallet-keys.ts'
import { type DataDirectory, makeDataDirectory } from './embedded-service.ts'

let directory: DataDirectory
let database: TestDatabase
let authority: WalletAuthority
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  directory = await makeDataDirectory()
  database = await createEmptyDatabase()
  authority = await startAuthority()
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
afterAll(async () => {
  await authority.remove()
  await directory.remove()
  await database.drop()
})

const apple = (words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<CliResult> =>
  execCli({ ...environment, ...more }, ['wallet', 'set-apple', '--tenant', 'the-barn', ...words, '--json'])
const google = (path: string, issuer = '3388000000022') =>
  execCli(environment, [
    'wallet',
    'set-google',
    '--tenant',
    'the-barn',
    '--issuer',
    issuer,
    '--service-account',
    path,
    '--json',
  ])
const show = (slug: string, more: NodeJS.ProcessEnv = {}) =>
  runCli({ ...environment, ...more }, ['wallet', 'show', '--tenant', slug])
const clear = (...words: string[]) => runCli(environment, ['wallet', 'clear', '--tenant', 'the-barn', ...words])

async function stored(): Promise<readonly Buffer[]> {
  const client = await database.connect()
  const { rows } = await client.query<{ box: Buffer }>('select keys_encrypted as box from wallet_keys order by wallet')
  await client.end()
  return rows.map(({ box }) => box)
}

/** Some of what nobody may read again. */
const secretOf = async (file: string) => (await readFile(file, 'utf8')).split('\n')[3] ?? 'missing'

describe('wallet', () => {
  test('keys are set from files, with a passphrase or none, shown without them, and cleared', async () => {
    expect(await show('the-barn')).toEqual({ apple: null, google: null })
    const sealed = await authority.issue({ passphrase: 'a word of passage', der: true })
    const missing = await apple(sealed.words)
    expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('WALLET_KEY_PASSPHRASE')])
    const set = await apple(sealed.words, { WALLET_KEY_PASSPHRASE: 'a word of passage' })
    expect([set.exitCode, set.stderr]).toEqual([0, ''])
    expect(JSON.parse(set.stdout)).toEqual({
      wallet: 'apple',
      pass_type: passType,
      team,
      expires_at: expect.stringMatching(/^20\d\d-/),
    })
    const account = await authority.serviceAccount()
    expect(JSON.parse((await google(account.path)).stdout)).toEqual({
      wallet: 'google',
      issuer: '3388000000022',
      service_account: 'tickets@barn.iam.gserviceaccount.test',
    })
    expect(await show('the-barn')).toEqual({
      apple: { pass_type: passType, team, expires_at: JSON.parse(set.stdout).expires_at },
      google: { issuer: '3388000000022', service_account: 'tickets@barn.iam.gserviceaccount.test' },
    })
    expect(await show('the-fair')).toEqual({ apple: null, google: null })
    expect(await clear('--wallet', 'google')).toEqual({ cleared: ['google'] })
    expect(await show('the-barn')).toMatchObject({ apple: { team }, google: null })
    expect(await clear()).toEqual({ cleared: ['apple', 'google'] })
    expect(await stored()).toEqual([])
  })

  describe('for Apple are refused, and nothing is kept', () => {
    const refused = async (words: readonly string[], reason: string, more: NodeJS.ProcessEnv = {}) => {
      const answer = await apple(words, more)
      expect([answer.exitCode, answer.stdout, answer.stderr]).toEqual([1, '', expect.stringContaining(reason)])
      expect(answer.stderr).not.toMatch(/PRIVATE|-----|OSSL|error:/)
      expect(answer.stderr.trim().split('\n')).toHaveLength(1)
      expect(await stored()).toEqual([])
    }
    const past = new Date(Date.now() - 1000)
    const future = new Date(Date.now() + 86_400_000)

    /** Each seen red without its line in checkAppleKeys. */
    test('when phones would refuse what they sign', async () => {
      const [one, two] = [await authority.issue(), await authority.issue()]
      await refused(wordsOf({ ...one, key: two.key }), 'does not belong to the certificate')
      await refused(
        wordsOf(one, { passType: 'pass.org.other' }),
        `for the pass type ${passType}, not for pass.org.other`,
      )
      await refused(wordsOf(one, { team: 'ZZZZZ99999' }), `for the team ${team}, not for ZZZZZ99999`)
      await refused((await authority.issue({ until: past })).words, 'has expired')
      await refused((await authority.issue({ from: future })).words, 'is valid from')
      // The same name, another key: a generation that Apple has replaced.
      const impostor = await makeIssuer('Developer Relations', null)
      const renewed = await authority.write('renewed.pem', impostor.certificate.toString())
      await refused(wordsOf({ ...one, intermediate: renewed }), 'not the one that issued')
      await refused(wordsOf({ ...one, intermediate: one.certificate }), 'not the one that issued')
    })

    test('when they cannot be read', async () => {
      const one = await authority.issue()
      const text = await authority.write('text.pem', 'no certificate')
      await refused(wordsOf({ ...one, certificate: text }), 'The certificate cannot be read')
      await refused(wordsOf({ ...one, intermediate: text }), 'The intermediate certificate cannot be read')
      await refused(wordsOf({ ...one, key: text }), 'The key cannot be opened')
      await refused(wordsOf({ ...one, key: '/nowhere.pem' }), 'cannot be read: ENOENT')
      const large = await authority.write('large.pem', Buffer.alloc(200_000))
      await refused(wordsOf({ ...one, key: large }), 'too large')
      const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      const pem = await authority.write('curve.pem', curve.export({ type: 'pkcs8', format: 'pem' }))
      await refused(wordsOf({ ...one, key: pem }), 'not an RSA key')
      const sealed = await authority.issue({ passphrase: 'right' })
      await refused(sealed.words, 'WALLET_KEY_PASSPHRASE its passphrase', { WALLET_KEY_PASSPHRASE: 'wrong' })
    })
  })

  test('for Google are refused when the file is none of a service account', async () => {
    const files = [
      [await authority.write('text.json', '{"private_key": "-----BEGIN'), 'not JSON'],
      [(await authority.serviceAccount({ type: 'authorized_user' })).path, 'service account'],
      [(await authority.serviceAccount({ client_email: 'nobody' })).path, 'client_email'],
      [(await authority.serviceAccount({ private_key: undefined })).path, 'no private_key'],
      [(await authority.serviceAccount({ private_key: '-----BEGIN PRIVATE KEY-----\nx' })).path, 'cannot be read'],
    ] as const
    for (const [path, reason] of files) {
      const answer = await google(path)
      expect([answer.exitCode, answer.stdout, answer.stderr]).toEqual([1, '', expect.stringContaining(reason)])
      expect(answer.stderr).not.toContain('BEGIN')
    }
    expect(await stored()).toEqual([])
    expect((await google('a.json', 'twelve')).exitCode).toBe(2)
  })

  test('of Root and Meta, which sell nothing, are none', async () => {
    const { path } = await authority.serviceAccount()
    const words = ['wallet', 'set-google', '--tenant', 'meta', '--issuer', '1', '--service-account', path]
    expect(await execCli(environment, words)).toMatchObject({ exitCode: 1, stdout: '' })
  })

  /** Seen red without the expiry in checkAppleKeys, and with keys that are not opened. */
  test('doctor says when a certificate expires soon, has expired, or cannot be opened', async () => {
    const wallets = async (days = 0) => {
      const { stdout } = await execCli({ ...environment, ...daysLater(days) }, ['doctor', '--json'])
      return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'wallets')
    }
    expect(await wallets()).toMatchObject({ status: 'ok', message: expect.stringContaining('no organisation') })
    await apple((await authority.issue()).words)
    expect(await wallets()).toMatchObject({ status: 'ok' })
    expect(await wallets(340)).toMatchObject({
      status: 'notice',
      message: expect.stringMatching(/30 days: the-barn.*set-apple/),
    })
    expect(await wallets(366)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/Apple Wallet at the-barn: The certificate has expired/),
    })
    const said = await execCli({ ...environment, ...daysLater(366) }, ['wallet', 'show', '--tenant', 'the-barn'])
    expect(said.stdout).toContain('which is over')
    const client = await database.connect()
    await client.query("update wallet_keys set keys_encrypted = '\\x00'")
    await client.end()
    expect(await wallets()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('cannot be opened with this secret'),
    })
    await clear()
  })

  test('rest sealed, and are there when the secret of the server was rotated', async () => {
    const files = await authority.issue()
    const account = await authority.serviceAccount()
    const answers = [await apple(files.words), await google(account.path)]
    const secrets = [await secretOf(files.key), 'BEGIN', 'service_account', passType]
    const before = await stored()
    expect(before).toHaveLength(2)
    for (const text of [...before.map((box) => box.toString('latin1')), ...answers.map(({ stderr }) => stderr)])
      for (const secret of secrets) expect(text).not.toContain(secret)
    for (const { stdout } of answers) expect(stdout).not.toContain(secrets[0])
    expect(await execCli(environment, ['secret', 'rotate'])).toMatchObject({ exitCode: 0 })
    const rotated = { SECRET_KEY: environment['NEW_SECRET_KEY'] }
    expect(await show('the-barn', rotated)).toMatchObject({ apple: { team }, google: { issuer: '3388000000022' } })
  })
})
