import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execCli, runCli } from '../harness/cli.ts'
import {
  type DataDirectory,
  eventually,
  makeDataDirectory,
  makeMigratedDirectory,
  type Started,
} from './embedded-service.ts'

const nextSecret = 'the coming secret, long enough for a key'

describe('secret rotate', () => {
  let directory: DataDirectory
  let secretFile: string
  let formerSecret: string

  beforeEach(async () => {
    directory = await makeMigratedDirectory()
    secretFile = join(directory.path, 'secret-key')
    for (const name of ['The Barn', 'The Fair']) await createTenant(name)
    formerSecret = await secretOnDisk()
  })
  afterEach(() => directory.remove())

  const createTenant = (name: string) =>
    directory.cli('tenant', 'create', '--organisation', name, '--category', 'S', '--email', 'ada@barn.test')
  const secretOnDisk = async () => (await readFile(secretFile, 'utf8')).trim()

  /** Reading the data of tickets opens the signing key. Null: with the secret in DATA_DIR. */
  const use = (secret: string | null) =>
    execCli({ ...directory.environment, ...(secret === null ? {} : { SECRET_KEY: secret }) }, [
      'ticket',
      'qr',
      '--tenant',
      'the-barn',
      '--json',
    ])
  /** As an administrator does who keeps the secret elsewhere. */
  const rotateByHand = (from: string, to: string) =>
    runCli({ ...directory.environment, SECRET_KEY: from, NEW_SECRET_KEY: to }, ['secret', 'rotate'])
  const secretFinding = async () =>
    ((await directory.exec('doctor', '--json')).stdout.match(/"name":"secret","status":"(\w+)"/) ?? [])[1]

  /** The keys of signatures that a tenant shows, opened by the process that answers. */
  const keysShown = async (slug: string) =>
    (await directory.send(slug, 'GET', '/.well-known/jwks.json')).json['keys'] as readonly unknown[]

  test('the secret of DATA_DIR is replaced, and the former one is refused', async () => {
    await directory.cli('secret', 'rotate')
    expect(await secretOnDisk()).not.toBe(formerSecret)
    expect(await use(null)).toMatchObject({ exitCode: 0 })
    // Seen red without endFormerSecret in rotate-secret.ts.
    const refused = await use(formerSecret)
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
    expect(refused.stderr).toContain('The secret is not the one this database was made with')
    expect(await secretFinding()).toBe('ok')
    await expect(readFile(`${secretFile}.next`)).rejects.toThrow('ENOENT')
  })

  test('beside a service that runs: its processes go on, are replaced, and read what is sealed afterwards', async () => {
    const service = await directory.start(['serve'], { PROCESSES: '2' })
    await directory.cli('secret', 'rotate')
    await killWebProcesses(service)
    await eventually(async () => (await keysShown('the-barn')).length === 1)
    await directory.cli('signing-key', 'rotate', '--tenant', 'the-barn')
    await createTenant('The Troupe')
    await eventually(async () => (await keysShown('the-barn')).length === 1)
    await eventually(async () => (await keysShown('the-troupe')).length === 1)
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(await use(null)).toMatchObject({ exitCode: 0 })
  })

  test('with SECRET_KEY set, either opens until it is run under the next one', async () => {
    expect(await rotateByHand(formerSecret, nextSecret)).toMatchObject({ ended: false })
    expect(await use(nextSecret)).toMatchObject({ exitCode: 0 })
    expect(await use(formerSecret)).toMatchObject({ exitCode: 0 })
    expect(await secretFinding()).toBe('notice')
    const under = { ...directory.environment, SECRET_KEY: nextSecret }
    expect(await runCli(under, ['secret', 'rotate'])).toMatchObject({ ended: true })
    expect(await use(nextSecret)).toMatchObject({ exitCode: 0 })
    expect(await use(formerSecret)).toMatchObject({ exitCode: 1, stdout: '' })
    expect(await use('another secret altogether, long enough')).toMatchObject({ exitCode: 1, stdout: '' })
  })

  /** Seen red when ending the former one was all that the second did: nothing opened with the third. */
  test('with SECRET_KEY set, a rotation from the next secret ends the former one, and leads to a third', async () => {
    const third = 'the third secret, long enough for a key too'
    await rotateByHand(formerSecret, nextSecret)
    await rotateByHand(nextSecret, third)
    expect(await use(formerSecret)).toMatchObject({ exitCode: 1 })
    expect(await use(nextSecret)).toMatchObject({ exitCode: 0 })
    expect(await use(third)).toMatchObject({ exitCode: 0 })
  })

  test('killed before the next secret was kept: the service starts, and running it again finishes', async () => {
    // What a rotation leaves that has sealed, and has not kept the file yet.
    await rotateByHand(formerSecret, nextSecret)
    await writeFile(`${secretFile}.next`, `${nextSecret}\n`)
    expect(await use(null)).toMatchObject({ exitCode: 0 })
    await directory.cli('secret', 'rotate')
    expect(await secretOnDisk()).toBe(nextSecret)
    expect(await use(null)).toMatchObject({ exitCode: 0 })
    expect(await use(formerSecret)).toMatchObject({ exitCode: 1 })
  })

  test('killed once it was kept: running it again ends the former secret, and makes no third', async () => {
    await rotateByHand(formerSecret, nextSecret)
    await writeFile(secretFile, `${nextSecret}\n`)
    await directory.cli('secret', 'rotate')
    expect(await secretOnDisk()).toBe(nextSecret)
    expect(await use(formerSecret)).toMatchObject({ exitCode: 1 })
    expect(await use(null)).toMatchObject({ exitCode: 0 })
  })

  test('is refused without the present secret, without a new one, and before the first start', async () => {
    const by = (secrets: Record<string, string>) =>
      execCli({ ...directory.environment, ...secrets }, ['secret', 'rotate'])
    expect(await by({ SECRET_KEY: formerSecret })).toMatchObject({ exitCode: 1 })
    expect(await by({ NEW_SECRET_KEY: nextSecret })).toMatchObject({ exitCode: 1 })
    expect(await by({ SECRET_KEY: formerSecret, NEW_SECRET_KEY: formerSecret })).toMatchObject({ exitCode: 1 })
    const wrong = await by({ SECRET_KEY: 'x'.repeat(40), NEW_SECRET_KEY: nextSecret })
    expect(wrong).toMatchObject({ exitCode: 1 })
    expect(wrong.stderr).toContain('The present secret is not the one')
    expect(await use(null)).toMatchObject({ exitCode: 0 })
    const empty = await makeDataDirectory()
    const early = await empty.exec('secret', 'rotate')
    await empty.remove()
    expect(early).toMatchObject({ exitCode: 1, stdout: '' })
    expect(early.stderr).toContain('no secret to rotate')
  })

  async function killWebProcesses(service: Started): Promise<void> {
    const listing = await readFile(`/proc/${service.process.pid}/task/${service.process.pid}/children`, 'utf8')
    // Those of the database come and go.
    for (const pid of listing.trim().split(' ').map(Number))
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('guichet.js'))
        process.kill(pid, 'SIGKILL')
  }
})
