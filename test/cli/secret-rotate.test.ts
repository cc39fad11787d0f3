import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execCli, runCli } from '../harness/cli.ts'
import { createTestDatabase, type TestDatabase, untilWaitingForLock } from '../harness/database.ts'
import { type DataDirectory, makeDataDirectory } from './embedded-service.ts'

const oldSecret = 'the former secret, long enough for a key'
const newSecret = 'the coming secret, long enough for a key'

describe('secret rotate', () => {
  let directory: DataDirectory
  let database: TestDatabase
  let environment: NodeJS.ProcessEnv

  beforeEach(async () => {
    directory = await makeDataDirectory()
    database = await createTestDatabase()
    environment = {
      ...directory.environment,
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      SECRET_KEY: oldSecret,
      NEW_SECRET_KEY: newSecret,
    }
    for (const [name, category] of [
      ['The Barn', 'S'],
      ['The Fair', 'F'],
      ['The Troupe', 'P'],
    ] as const)
      await runCli(environment, [
        ...['tenant', 'create', '--organisation', name, '--category', category, '--email', 'ada@barn.test'],
      ])
  })
  afterEach(async () => {
    await directory.remove()
    await database.drop()
  })

  const rotate = () => execCli(environment, ['secret', 'rotate', '--json'])
  const use = (secret: string) =>
    execCli({ ...environment, SECRET_KEY: secret }, ['ticket', 'qr', '--tenant', 'the-barn', '--json'])

  async function sealedKeys(): Promise<readonly string[]> {
    const client = await database.connect()
    const { rows } = await client.query<{ sealed: string }>(
      "select encode(private_key_encrypted, 'hex') as sealed from signing_key order by tenant_id",
    )
    await client.end()
    return rows.map((row) => row.sealed)
  }

  test('every key opens with the new secret, and the former one is refused', async () => {
    const before = await sealedKeys()
    // Root, Meta and the three.
    expect(before).toHaveLength(5)
    expect(await rotate()).toMatchObject({ exitCode: 0 })
    const after = await sealedKeys()
    expect(after.filter((sealed) => before.includes(sealed))).toEqual([])
    expect(await use(newSecret)).toMatchObject({ exitCode: 0 })
    expect(await use(oldSecret)).toMatchObject({ exitCode: 1, stdout: '' })
  })

  test('killed in the middle: nothing can be served until it is run again, which finishes it', async () => {
    const before = await sealedKeys()
    const client = await database.connect()
    await client.query('begin')
    // The last tenant's key is held, so that the others are done when the rotation is killed.
    await client.query(
      'select from signing_key where tenant_id = (select max(id::text)::uuid from tenant) for update',
    )
    const child = spawn(process.execPath, ['dist/guichet.js', 'secret', 'rotate'], { env: environment })
    await untilWaitingForLock(client, 1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await client.query('rollback')
    await client.end()
    const halfway = await sealedKeys()
    expect(halfway.filter((sealed) => before.includes(sealed))).toHaveLength(1)

    for (const secret of [oldSecret, newSecret]) {
      const refused = await use(secret)
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
      expect(refused.stderr).toContain('secret rotate')
    }
    const elsewhere = await execCli({ ...environment, NEW_SECRET_KEY: 'x'.repeat(40) }, ['secret', 'rotate'])
    expect(elsewhere).toMatchObject({ exitCode: 1 })

    expect(await rotate()).toMatchObject({ exitCode: 0 })
    // What was sealed in the first run was left alone in the second.
    expect((await sealedKeys()).filter((sealed) => halfway.includes(sealed))).toHaveLength(4)
    expect(await use(newSecret)).toMatchObject({ exitCode: 0 })
  })

  test('killed when only the note was left: run again with either secret, it is finished', async () => {
    await rotate()
    const client = await database.connect()
    const { rows } = await client.query<{ fingerprint: string }>(
      'select secret_fingerprint as fingerprint from server_setting',
    )
    await client.query(
      "update server_setting set secret_fingerprint = 'before', next_secret_fingerprint = $1",
      [rows[0]?.fingerprint],
    )
    await client.end()
    expect(await use(newSecret)).toMatchObject({ exitCode: 1 })
    const again = await execCli({ ...environment, SECRET_KEY: newSecret }, ['secret', 'rotate', '--json'])
    expect(again).toMatchObject({ exitCode: 0 })
    expect(await use(newSecret)).toMatchObject({ exitCode: 0 })
  })

  test('is refused while a process of the service runs, and without a new secret', async () => {
    const service = await directory.start(['serve'], {
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      SECRET_KEY: oldSecret,
    })
    const before = await sealedKeys()
    expect(await rotate()).toMatchObject({ exitCode: 1, stdout: '' })
    expect(await sealedKeys()).toEqual(before)
    service.process.kill('SIGTERM')
    await service.ended
    const { NEW_SECRET_KEY: _, ...withoutNew } = environment
    expect(await execCli(withoutNew, ['secret', 'rotate'])).toMatchObject({ exitCode: 1 })
  })

  test('the secret of DATA_DIR is replaced by a new one', async () => {
    await directory.cli(
      'tenant',
      'create',
      '--organisation',
      'The Barn',
      '--category',
      'S',
      '--email',
      'a@b.test',
    )
    const file = join(directory.path, 'secret-key')
    const before = await readFile(file, 'utf8')
    await directory.cli('secret', 'rotate')
    expect(await readFile(file, 'utf8')).not.toBe(before)
    expect(await directory.cli('ticket', 'qr', '--tenant', 'the-barn')).toEqual({ tickets: [] })
    await expect(readFile(`${file}.next`)).rejects.toThrow('ENOENT')
  })
})
