import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** Backups and health, as super-users see them. */
const { server, client, sue } = await serve({}, async ({ server, client }) => {
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  return { server, client, sue: await signIn(server, 'root', '', 'sue@server.test') }
})

const [backups, health] = ['/admin/server/backups/', '/admin/']
const look = async (path: string) => (await server.send('', 'GET', path, { cookie: sue })).text
const kept = () => readdir(join(server.dataDir, 'backups')).catch(() => [] as string[])

describe('the backups', () => {
  it('are listed; one is made at a press, and Root’s log says who did', async () => {
    expect(await look(backups)).toContain('There is no backup yet')
    expect((await submitAt(server, '', backups, {}, { cookie: sue })).status).toBe(303)
    await expect.poll(async () => (await kept()).filter((name) => !name.startsWith('.')).length).toBe(1)
    const [name = ''] = await kept()
    expect(await look(backups)).toContain(name)
    expect(await look(backups)).toContain('>complete<')
    const { rows } = await client.query(
      "select actor_kind from audit_entry join tenant on tenant.id = tenant_id where action = 'backup.asked_for' and category = 'root'",
    )
    expect(rows).toEqual([{ actor_kind: 'account' }])
  })

  // Seen red as it was: both pages broke.
  it('are not what else lies there; where they cannot be read, that is said', async () => {
    const directory = join(server.dataDir, 'backups')
    await mkdir(join(directory, 'another'))
    await writeFile(join(directory, 'another', 'manifest.json'), '{}')
    expect(await look(backups)).toContain('The last good one')
    expect(await look(backups)).not.toContain('another<')
    await rename(directory, `${directory}-aside`)
    await writeFile(directory, 'no directory')
    for (const path of [backups, health]) expect(await look(path)).toContain('cannot be read')
    await rm(directory)
    await rename(`${directory}-aside`, directory)
  })

  const download = (name: string, label = '', cookie = sue, origin?: string) =>
    submitAt(server, label, `${backups}${name}/download/`, {}, { cookie, ...(origin ? { origin } : {}) })
  const notes = async () =>
    (await client.query("select after from audit_entry where action = 'backup.downloaded' order by id")).rows

  /** Seen red with the images left out. */
  it('are downloaded as a file that tar makes the same directory of, and the log says who did', async () => {
    // An image whose path is as long as one gets, and one that fills no block.
    const image = ['media', '0'.repeat(36), '1'.repeat(64), 'thumbnail.webp']
    await mkdir(join(server.dataDir, ...image.slice(0, -1)), { recursive: true })
    await writeFile(join(server.dataDir, ...image), 'an image')
    await submitAt(server, '', backups, {}, { cookie: sue })
    const names = async () => (await kept()).filter((name) => name.startsWith('guichet-')).toSorted()
    await expect.poll(async () => (await names()).length).toBe(2)
    const name = (await names()).at(-1) ?? ''
    const answer = await download(name)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${name}.tar"`,
      'cache-control': 'no-store',
    })
    const away = await mkdtemp(join(tmpdir(), 'guichet-'))
    await writeFile(join(away, 'taken.tar'), answer.bytes)
    const run = promisify(execFile)
    const { stdout } = await run('tar', ['tf', 'taken.tar'], { cwd: away })
    expect(stdout.trim().split('\n').at(-1)).toBe(`${name}/manifest.json`)
    await run('tar', ['xf', 'taken.tar'], { cwd: away })
    await run('diff', ['-r', join(away, name), join(server.dataDir, 'backups', name)])
    expect(await readFile(join(away, name, ...image), 'utf8')).toBe('an image')
    await rm(away, { recursive: true })
    expect(await notes()).toEqual([{ after: { name } }])
    const log = (await server.send('', 'GET', '/admin/audit/', { cookie: sue })).text
    expect([log.includes('Downloaded a backup'), log.includes(name)]).toEqual([true, true])
  })

  /** Seen red with the name joined to the directory: `..%2f` is looked into, and answers 500. */
  it('are sent to nobody else, from nowhere else, and nothing but backups is', async () => {
    const [name = ''] = (await kept()).filter((one) => one.startsWith('guichet-'))
    const before = await notes()
    for (const wrong of ['..', '..%2f', '..%2fmedia', `%2e%2e%2fbackups%2f${name}`, 'another', `${name}%00`, 'x'])
      expect([wrong, (await download(wrong)).status]).toEqual([wrong, 404])
    await server.cli('tenant', 'create', '--organisation', 'Hall', '--category', 'S', '--email', 'ada@hall.test')
    const ada = await signIn(server, 'hall', 'hall', 'ada@hall.test')
    const sueAtHall = await signIn(server, 'hall', 'hall', 'sue@server.test')
    for (const cookie of [ada, sueAtHall]) expect((await download(name, 'hall', cookie)).status).toBe(404)
    expect((await download(name, '', ada)).status).toBe(401)
    expect((await download(name, '', sue, 'http://elsewhere.test')).status).toBe(403)
    expect((await server.send('', 'GET', `${backups}${name}/download/`, { cookie: sue })).status).toBe(405)
    expect(await notes()).toEqual(before)
  })

  // Seen red with the failing jobs left out of the page.
  it('that fail are said to', async () => {
    await client.query(
      `with made as (select (graphile_worker.add_job('make_backup', '{}', run_at => now() + interval '1 hour')).id)
        select id from made`,
    )
    expect(await look(backups)).toContain('One is being made')
    await client.query(
      "update graphile_worker._private_jobs set attempts = 1 where run_at > now() + interval '30 minutes'",
    )
    expect(await look(backups)).toContain('The last try failed')
  })
})

describe('the health of the server', () => {
  const stateOf = async (name: string) =>
    new RegExp(`>${name}</td><td[^>]*>(?:<[^>]+>)+.</span> ([a-z ]+)<`).exec(await look(health))?.[1]

  // Seen red with `unknown` left out of the strange ones, and with `changed`.
  it('says whether the database is that of this version', async () => {
    const [latest = ''] = (await client.query('select name from schema_migration order by name desc limit 1')).rows.map(
      ({ name }) => name,
    )
    expect(await stateOf('Schema')).toBe('good')
    expect(await look(health)).toContain(`${latest} is its latest migration`)
    const { rows } = await client.query('delete from schema_migration where name = $1 returning *', [latest])
    expect(await stateOf('Schema')).toBe('look at it')
    expect(await look(health)).toContain(`Not applied yet: ${latest}`)
    const put = (name: string, checksum: string) =>
      client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await put(latest, 'another')
    expect(await stateOf('Schema')).toBe('wrong')
    await client.query('update schema_migration set checksum = $2 where name = $1', [latest, rows[0].checksum])
    await put('9999_from_the_future.sql', 'unknown')
    expect(await stateOf('Schema')).toBe('wrong')
    expect(await look(health)).toContain('9999_from_the_future.sql')
    await client.query("delete from schema_migration where name like '9999%'")
    expect(await stateOf('Schema')).toBe('good')
  })

  // Seen red with the application name of the workers misspelt, and with an hour in place of the ten minutes.
  it('says what is wrong, and what to do', async () => {
    expect(await stateOf('Database')).toBe('good')
    expect(await stateOf('Workers')).toBe('good')
    expect(await stateOf('Backups')).toBe('good')
    expect(await stateOf('E-\u2060mail')).toBe('look at it')
    expect(await stateOf('Jobs')).toBe('good')
    // No handler knows it, so nobody takes it.
    const late = (minutes: number) =>
      client.query(
        `with made as (select (graphile_worker.add_job('nobody_knows', '{}', job_key => 'late',
          run_at => now() - make_interval(mins => $1))).id) select id from made`,
        [minutes],
      )
    await late(5)
    expect(await stateOf('Jobs')).toBe('look at it')
    await late(15)
    expect(await stateOf('Jobs')).toBe('wrong')
    expect(await look(health)).toContain('Start the service, or a process with ROLE=worker')
    await client.query("update graphile_worker._private_jobs set attempts = max_attempts where key = 'late'")
    expect([await stateOf('Jobs'), await stateOf('Given up')]).toEqual(['good', 'look at it'])
    await rm(join(server.dataDir, 'backups'), { recursive: true })
    expect(await stateOf('Backups')).toBe('wrong')
    expect(await look(health)).not.toMatch(/password|secret-key|smtp:\/\//i)
  })
})
