import { writeFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { execCli } from '../harness/cli.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { scanningAt } from '../harness/scanning.ts'
import { signIn } from '../harness/sign-in.ts'
import { hashOfRows } from '../harness/traces.ts'
import { twoDoors } from '../harness/two-tenants.ts'
import { type DataDirectory, makeDataDirectory } from './embedded-service.ts'

/** Two organisations that scan, backed up while they do, and restored where there was nothing. */
const doors = await twoDoors()
const { server, client, hall, other, phone, otherPhone } = doors
const { ticket } = scanningAt(doors)
const directories: DataDirectory[] = []
afterAll(() => Promise.all(directories.map((directory) => directory.remove())))

const image = ['media', hall.tenantId, '0'.repeat(32), 'fhd.webp'] as const

async function emptyDirectory(secret = true): Promise<DataDirectory> {
  const directory = await makeDataDirectory()
  directories.push(directory)
  if (secret) await cp(join(server.dataDir, 'secret-key'), join(directory.path, 'secret-key'))
  return directory
}

async function backUp(...words: string[]): Promise<string> {
  return String((await server.cli('backup', ...words))['directory'])
}

async function storeImage(): Promise<void> {
  await mkdir(join(server.dataDir, ...image.slice(0, 3)), { recursive: true })
  await writeFile(join(server.dataDir, ...image), 'an image')
}

/** Of everything that a backup holds; when migrations were applied is none of it. */
async function contentsOf(superuser: pg.Client): Promise<string[]> {
  const lines = (await hashOfRows(superuser)).split('\n')
  return lines.filter((line) => !/^(public\.(session|sign_in_link|schema_migration)|graphile_worker)\b/.test(line))
}

/** To some readers the end of a line, to PostgreSQL a character. */
const separated = 'The\u2028Hall\u2029'

/** As earlier backups hold them, which have no digests either; none does any more. */
async function bringBackSeparators(made: string): Promise<void> {
  const file = join(made, 'rows.jsonl.gz')
  const rows = gunzipSync(await readFile(file)).toString()
  expect(rows).not.toMatch(/[\u2028\u2029]/)
  const raw = rows.replaceAll(
    JSON.stringify(separated).replace('\u2028', '\\u2028').replace('\u2029', '\\u2029'),
    JSON.stringify(separated),
  )
  expect(raw).toContain(separated)
  await writeFile(file, gzipSync(raw))
  await changeManifest(made, { digest: undefined })
  await rm(join(made, 'files.sha256'))
}

describe('a backup', () => {
  // Seen red with the scope left out of putRows, with a table left out, without the jobs, and with lines split by readline.
  it('is restored row by row, with its images and what waits; its tickets scan, each where it belongs', async () => {
    await storeImage()
    const [valid, used, theirs] = [await ticket(), await ticket(), await ticket({}, other)]
    const scan = (target: Pick<DataDirectory, 'send'>, slug: string, key: string, { qr }: typeof valid) =>
      target.send(slug, 'POST', '/scan/ticket/', { key, body: { qrcode_data: qr } })
    expect((await scan(server, hall.slug, phone.key, used)).json.success).toBe(true)
    await client.query(
      `select graphile_worker.add_job('send_mail', json_build_object('tenantId', $1::text, 'mailId', $1::text),
        run_at => now() + interval '1 day', job_key => 'kept')`,
      [hall.tenantId],
    )
    await client.query("insert into domain values ('tickets.hall.test', $1, 'own', now())", [hall.tenantId])
    await client.query("update tenant set main_domain = 'tickets.hall.test' where id = $1", [hall.tenantId])
    await client.query('update tenant set organisation = $2 where id = $1', [hall.tenantId, separated])
    const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
    // What is due when the backup is made is done here, and where it is restored as well.
    await untilQuiet(client)
    const made = await backUp()
    await bringBackSeparators(made)
    const before = await contentsOf(client)

    const directory = await emptyDirectory()
    const restored = await directory.cli('restore', made)
    expect(restored).toMatchObject({ organisations: 4 })
    expect(await readFile(join(directory.path, ...image), 'utf8')).toBe('an image')
    await directory.start(['serve'])
    const superuser = await directory.connect()
    const jobs = await superuser.query(
      "select payload ->> 'tenantId' as tenant from graphile_worker._private_jobs where key = 'kept'",
    )
    expect(jobs.rows).toEqual([{ tenant: hall.tenantId }])
    expect(await contentsOf(superuser)).toEqual(before)
    await superuser.end()
    expect((await scan(directory, hall.slug, phone.key, valid)).json.success).toBe(true)
    expect((await scan(directory, hall.slug, phone.key, used)).json).toMatchObject({ success: false })
    expect((await scan(directory, hall.slug, phone.key, theirs)).json.success).toBe(false)
    expect((await scan(directory, other.slug, otherPhone.key, theirs)).json.success).toBe(true)
    // Whoever was signed in then signs in anew.
    expect((await directory.send(hall.slug, 'GET', '/admin/', { cookie })).status).toBe(401)
    const again = await directory.exec('restore', made)
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('The service runs on this DATA_DIR')])
  })

  // Seen red with read committed in writeRows: the second organisation had an artist, and the first had none.
  it('is of one moment, whatever is written while it is made', async () => {
    const writer = await server.database.connect()
    writer.on('error', () => undefined)
    await writer.query('begin; lock table scan_log in access exclusive mode')
    const making = backUp()
    await untilWaitingForLock(client, 1)
    await writer.query(
      `insert into account (id, email, created_at) values (gen_random_uuid(), 'late@example.org', now())`,
    )
    await writer.query(
      `insert into artist (tenant_id, id, name, created_at) select id, gen_random_uuid(), 'Late', now() from tenant
        where category = 'venue'`,
    )
    await writer.query('commit')
    await writer.end()
    const directory = await emptyDirectory()
    await directory.cli('restore', await making)
    await directory.start(['serve'])
    const superuser = await directory.connect()
    const { rows } = await superuser.query(
      "select (select count(*)::int from account where email like 'late@%') as people, (select count(*)::int from artist) as artists",
    )
    await superuser.end()
    expect(rows).toEqual([{ people: 0, artists: 0 }])
  })

  it('is refused without its secret, with another one, or where it is not whole; nothing is made of it', async () => {
    const made = await backUp()
    const directory = await emptyDirectory(false)
    const restore = (from: string, more = {}) => execCli({ ...directory.environment, ...more }, ['restore', from])
    const refused = async (from: string, words: string, more = {}) => {
      const { exitCode, stderr } = await restore(from, more)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(words)])
    }
    await refused(made, 'The secret of the backup is missing')
    await refused(made, 'not the one that the backup was made under', { SECRET_KEY: 'x'.repeat(40) })
    await refused(join(made, 'media'), 'is no backup')
    expect(await readdir(directory.path)).toEqual([])
    await cp(join(server.dataDir, 'secret-key'), join(directory.path, 'secret-key'))
    const cut = join(directory.path, 'cut')
    await cp(made, cut, { recursive: true })
    const rows = await readFile(join(cut, 'rows.jsonl.gz'))
    await writeFile(join(cut, 'rows.jsonl.gz'), rows.subarray(0, rows.length - 200))
    await refused(cut, 'rows.jsonl.gz was cut or changed')
    // Of earlier backups there are no digests.
    await changeManifest(cut, { digest: undefined })
    await refused(cut, 'cannot be read to its end')
    await rm(join(cut, 'rows.jsonl.gz'))
    await refused(cut, 'cannot be read to its end')
    await cp(made, cut, { recursive: true, force: true })
    await changeManifest(cut, { rows: 1 })
    await refused(cut, 'holds other rows')
    const { migrations } = await readManifest(made)
    await changeManifest(cut, { migrations: [...migrations, { name: '9999_later.sql', checksum: 'x' }] })
    await refused(cut, 'made by a newer version, with 9999_later.sql')
    expect((await readdir(directory.path)).toSorted()).toEqual(['cut', 'secret-key'])
    await cp(made, cut, { recursive: true, force: true })
    // Readable to its end, and yet of no use: by then the database is migrated to where it was.
    const strange = gunzipSync(rows).toString().replaceAll('"table":"account"', '"table":"accounts"')
    await writeFile(join(cut, 'rows.jsonl.gz'), gzipSync(strange))
    await changeManifest(cut, { digest: undefined })
    await refused(cut, 'holds a table that there is none of here')
    await changeManifest(cut, { migrations: migrations.slice(0, -1) })
    await refused(cut, 'prepared for another version')
    // What was refused half way left a database without organisations, which is as good as none.
    expect(await directory.cli('restore', made)).toMatchObject({ organisations: 4 })
    await refused(made, 'holds organisations already')
  })

  /** Seen red without each: the look at what is missing, the digest, the look at what is left over, the digest of the digests. */
  it('is refused with the name of the file that is missing, cut, changed or too much, before anything is made', async () => {
    await storeImage()
    const made = await backUp()
    const file = image.join('/')
    expect(await server.cli('backup', 'verify', made)).toMatchObject({
      organisations: 4,
      images: 1,
      images_checked: true,
    })
    const directory = await emptyDirectory()
    const damaged = join(directory.path, 'damaged')
    const digests = await readFile(join(made, 'files.sha256'), 'utf8')
    const damages: [string, () => Promise<void>][] = [
      [`${file} is missing`, () => rm(join(damaged, file))],
      [`${file} was cut or changed`, () => writeFile(join(damaged, file), 'an imag')],
      [`${file} was cut or changed`, () => writeFile(join(damaged, file), 'no image')],
      ['media/more.webp does not belong to it', () => writeFile(join(damaged, 'media/more.webp'), 'more')],
      ['files.sha256 is missing', () => rm(join(damaged, 'files.sha256'))],
      [
        'files.sha256 was cut or changed',
        async () => {
          await rm(join(damaged, file))
          const left = digests.split('\n').filter((line) => !line.endsWith(file))
          await writeFile(join(damaged, 'files.sha256'), left.join('\n'))
        },
      ],
    ]
    for (const [words, damage] of damages) {
      // Not a second name of the same bytes.
      await rm(damaged, { recursive: true, force: true })
      await cp(made, damaged, { recursive: true })
      await damage()
      for (const command of [['restore'], ['backup', 'verify']])
        expect(await execCli(directory.environment, [...command, damaged])).toMatchObject({
          exitCode: 1,
          stderr: expect.stringContaining(words),
        })
    }
    expect((await readdir(directory.path)).toSorted()).toEqual(['damaged', 'secret-key'])
  })
})

/** One that an older version serves. Seen red without requireUnused. */
it('a database that somebody uses is refused before anything is done to it', async () => {
  const made = await backUp()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'delete from schema_migration where name = (select max(name) from schema_migration) returning name, checksum',
  )
  const before = await hashOfRows(client)
  const { exitCode, stderr } = await execCli(server.environment, ['restore', made])
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('holds organisations already')])
  expect(await hashOfRows(client)).toBe(before)
  for (const { name, checksum } of rows)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
})

describe('the backups of the service', () => {
  // Seen red with the latest among those that go: none was left.
  it('are made by the clock and go after BACKUP_DAYS, but for the latest', async () => {
    const kept = join(server.dataDir, 'backups')
    for (const name of await readdir(kept)) await setDate(join(kept, name), '2020-01-01T00:00:00.000Z')
    const names = await readdir(kept)
    await client.query("select graphile_worker.add_job('make_backup', '{}')")
    await expect.poll(async () => (await readdir(kept)).length).toBe(1)
    const [left = ''] = await readdir(kept)
    expect(names).not.toContain(left)
    await setDate(join(kept, left), '2020-01-01T00:00:00.000Z')
    await backUp('--to', join(server.dataDir, 'elsewhere'))
    expect(await readdir(kept)).toEqual([left])
  })

  /** Seen red without reading back, and with the earlier one removed before it. */
  it('that do not read back as they were written are none; nothing goes for them, and super-users are told', async () => {
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const kept = join(server.dataDir, 'backups')
    await storeImage()
    for (let made = 0; made < 2; made++) await backUp()
    const before = (await readdir(kept)).toSorted()
    for (const name of before) await setDate(join(kept, name), '2020-01-01T00:00:00.000Z')
    const media = join(server.dataDir, 'media')
    // The first to be read; behind it comes one that takes long, so that it changes in between.
    const [changing, long] = [join(media, '0.webp'), join(media, '1.webp')]
    await writeFile(changing, '0')
    await writeFile(long, '')
    await truncate(long, 1024 ** 3)
    let count = 0
    const busy = setInterval(() => writeFileSync(changing, String(count++)), 20)
    onTestFinished(() => clearInterval(busy))
    await client.query("select graphile_worker.add_job('make_backup', '{}', max_attempts => 2)")
    const told = async () =>
      (await client.query("select recipient, letter from mail where kind = 'backup_failed'")).rows
    await expect
      .poll(told, { timeout: 90_000, interval: 500 })
      .toEqual([
        {
          recipient: 'sue@server.test',
          letter: expect.objectContaining({
            facts: [expect.objectContaining({ value: expect.stringContaining('media/0.webp was cut or changed') })],
          }),
        },
      ])
    clearInterval(busy)
    expect((await readdir(kept)).toSorted()).toEqual(before)
    await rm(changing)
    await rm(long)
  })
})

type Manifest = { readonly migrations: readonly { readonly name: string; readonly checksum: string }[] }

async function readManifest(directory: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'))
}

async function changeManifest(directory: string, more: object): Promise<void> {
  const manifest = await readManifest(directory)
  await writeFile(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, ...more }))
}

async function setDate(directory: string, madeAt: string): Promise<void> {
  await changeManifest(directory, { madeAt })
  await utimes(directory, new Date(madeAt), new Date(madeAt))
}
