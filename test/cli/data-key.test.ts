import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../harness/cli.ts'
import { setProvider } from '../harness/openid-provider.ts'
import { startAuthority } from '../harness/wallet-keys.ts'
import { type DataDirectory, eventually, makeMigratedDirectory, type Started } from './embedded-service.ts'

type Sealed = { readonly of: string; readonly purpose: string; readonly box: Buffer }

describe('data-key replace', () => {
  let directory: DataDirectory
  let service: Started
  let client: pg.Client

  beforeEach(async () => {
    directory = await makeMigratedDirectory()
    for (const name of ['The Barn', 'The Fair'])
      await directory.cli('tenant', 'create', '--organisation', name, '--category', 'S', '--email', email)
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_abcdefghijklmnop1234',
      STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnop5678',
    }
    await runCli({ ...directory.environment, ...keys }, ['payment-keys', 'set', '--tenant', 'the-barn'])
    const authority = await startAuthority()
    const { path } = await authority.serviceAccount()
    await directory.cli(
      'wallet',
      'set-google',
      '--tenant',
      'the-barn',
      '--issuer',
      '3388000000022',
      '--service-account',
      path,
    )
    await authority.remove()
    service = await directory.start(['serve'], { PROCESSES: '2' })
    client = await directory.connect()
    expect((await setProvider(directory, 'the-barn', email)).status).toBe(303)
  })
  afterEach(async () => {
    await client.end()
    await directory.remove()
  })

  const email = 'ada@barn.test'
  const keysShown = async (slug: string) =>
    (await directory.send(slug, 'GET', '/.well-known/jwks.json')).json['keys'] as readonly unknown[]

  /** Everything that rests encrypted under the data key, as somebody reads it who has a copy of the database. */
  async function sealed(): Promise<readonly Sealed[]> {
    const { rows } = await client.query<Sealed>(
      `select 'signing ' || id as of, 'signing key of ' || tenant_id as purpose, private_key_encrypted as box from signing_key
       union all select 'payment', 'payment keys ' || tenant_id, secret_key_encrypted from payment_keys
       union all select 'webhook', 'payment keys ' || tenant_id, webhook_secret_encrypted from payment_keys
       union all select 'provider', 'sign-in provider ' || tenant_id, client_secret_encrypted from sign_in_provider
       union all select 'wallet', 'wallet keys ' || tenant_id || ' ' || wallet, keys_encrypted from wallet_keys
       order by 1`,
    )
    return rows
  }

  /** The data key as whoever stole the secret and the database has it. */
  async function stolenKey(): Promise<string> {
    const secret = (await readFile(join(directory.path, 'secret-key'), 'utf8')).trim()
    const { rows } = await client.query<{ key: Buffer }>('select data_key_sealed as key from server_setting')
    return open(secret, 'data key', rows[0]?.key ?? Buffer.alloc(0)).toString()
  }

  const opens = (key: string, { purpose, box }: Sealed): boolean => {
    try {
      return open(key, purpose, box).length > 0
    } catch {
      return false
    }
  }

  async function finish(): Promise<void> {
    const later = "update server_setting set data_key_replaced_at = data_key_replaced_at - interval '2 hours'"
    await client.query(later)
    await client.query("select graphile_worker.add_job('finish_data_key')")
    await eventually(async () => {
      const { rows } = await client.query('select 1 from server_setting where former_data_key_sealed is null')
      return rows.length === 1
    })
  }

  test('beside a service that runs: everything is sealed anew, and the key of before opens none of it', async () => {
    const stolen = await stolenKey()
    const before = await sealed()
    expect(before.map((one) => opens(stolen, one))).toEqual(before.map(() => true))
    expect(before.length).toBeGreaterThanOrEqual(5)

    const answer = await directory.cli('data-key', 'replace')
    // The pair of payment keys is one.
    expect(answer).toEqual({ sealed_anew: before.length - 1, was_under_way: false })
    const after = await sealed()
    expect(after.map(({ of }) => of)).toEqual(before.map(({ of }) => of))
    expect(after.map((one) => opens(stolen, one))).toEqual(after.map(() => false))
    const present = await stolenKey()
    expect(after.map((one) => opens(present, one))).toEqual(after.map(() => true))

    // Both processes seal and open under the new one: signing keys are opened by whichever is asked.
    await directory.cli('signing-key', 'rotate', '--tenant', 'the-barn')
    for (let asked = 0; asked < 8; asked += 1)
      for (const slug of ['the-barn', 'the-fair']) await eventually(async () => (await keysShown(slug)).length === 1)
    expect(await directory.cli('payment-keys', 'show', '--tenant', 'the-barn')).toMatchObject({
      secret_key_end: '1234',
      webhook_secret_end: '5678',
    })
    expect(await directory.cli('wallet', 'show', '--tenant', 'the-barn')).toMatchObject({
      google: { issuer: '3388000000022' },
    })
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('what a process sealed that had not heard of it opens, is sealed anew, and only then the key of before ends', async () => {
    const stolen = await stolenKey()
    const [before] = (await sealed()).filter(({ of }) => of.startsWith('signing'))
    if (!before) throw new Error('there is no signing key')
    await directory.cli('data-key', 'replace')
    // As one does that was held up.
    const putBack = (box: Buffer) =>
      client.query("update signing_key set private_key_encrypted = $1 where 'signing ' || id = $2", [box, before.of])
    await putBack(before.box)
    expect(await directory.cli('data-key', 'replace')).toEqual({ sealed_anew: 1, was_under_way: true })
    await putBack(before.box)
    expect(JSON.stringify(await doctor())).toContain('data key was replaced')
    // The first time finds something, the second ends it.
    await client.query("select graphile_worker.add_job('finish_data_key')")
    await eventually(async () => (await sealed()).every((one) => !opens(stolen, one)))
    expect(JSON.stringify(await doctor())).toContain('data key was replaced')
    await finish()
    expect(JSON.stringify(await doctor())).not.toContain('data key was replaced')
    // A copy from before opens nothing any more.
    await putBack(before.box)
    const { rows } = await client.query<{ slug: string }>(
      "select slug from tenant where 'signing key of ' || id = $1",
      [before.purpose],
    )
    const qr = await directory.exec('ticket', 'qr', '--tenant', String(rows[0]?.slug), '--json')
    expect(qr).toMatchObject({ exitCode: 1, stdout: '' })
  })

  test('links that were sent end in every process, and those that are made anew open', async () => {
    const made = await directory.cli(
      'api-key',
      'create',
      '--tenant',
      'the-barn',
      '--user',
      email,
      '--name',
      'tour',
      '--permission',
      'product:write',
      'event:write',
    )
    const headers = { authorization: `Api-Key ${made['api_key']}` }
    const post = async (path: string, body: object) =>
      (await directory.send('the-barn', 'POST', path, { headers, body })).json
    const { uuid: product } = await post('/api/products/', { name: 'Ticket', categorie_article: 'B' })
    const { uuid: price } = await post('/api/prices/', { product, name: 'Full', prix: 12 })
    const datetime = new Date(Date.now() + 86_400_000).toISOString()
    const { uuid: event } = await post('/api/events/', { name: 'Tonight', datetime, products: [product] })
    const book = async () => {
      const prices = [{ uuid: price, qty: 1 }]
      const { checkout_url } = await post('/api/reservations/', { event, email: 'eve@example.test', prices })
      return new URL('..', String(checkout_url)).pathname
    }
    const status = async (path: string) => (await directory.send('the-barn', 'GET', path)).status
    const page = await book()
    expect(await status(page)).toBe(200)
    await directory.cli('data-key', 'replace')
    // Every request on a connection of its own, so that both processes are asked.
    for (let asked = 0; asked < 8; asked += 1) await eventually(async () => (await status(page)) === 404)
    await eventually(async () => (await status(await book())) === 200)
  })

  test('is refused while the secret is being rotated', async () => {
    const secret = (await readFile(join(directory.path, 'secret-key'), 'utf8')).trim()
    const next = 'the coming secret, long enough for a key'
    await runCli({ ...directory.environment, SECRET_KEY: secret, NEW_SECRET_KEY: next }, ['secret', 'rotate'])
    const before = await sealed()
    const refused = await directory.exec('data-key', 'replace')
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
    expect(refused.stderr).toContain('rotation of the secret is under way')
    expect(await sealed()).toEqual(before)
    await writeFile(join(directory.path, 'secret-key'), `${next}\n`)
    await directory.cli('secret', 'rotate')
    expect(await directory.cli('data-key', 'replace')).toMatchObject({ was_under_way: false })
    expect(await directory.exec('ticket', 'qr', '--tenant', 'the-barn', '--json')).toMatchObject({ exitCode: 0 })
  })

  const doctor = async () => JSON.parse((await directory.exec('doctor', '--json')).stdout) as unknown
})

/** As src/lib/secret-box.ts seals, written a second time: what a thief would run. */
function open(secret: string, purpose: string, box: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'guichet secret box', 32))
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12))
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(box.subarray(12, 28))
  return Buffer.concat([decipher.update(box.subarray(28)), decipher.final()])
}
