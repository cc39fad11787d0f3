import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** Backups and health, as super-users see them. */
const { server, client, sue } = await serve({}, async ({ server, client }) => {
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  return { server, client, sue: await signIn(server, 'root', '', 'sue@server.test') }
})

const [backups, health] = ['/admin/server/backups/', '/admin/server/health/']
const look = async (path: string) => (await server.send('', 'GET', path, { cookie: sue })).text
const kept = () => readdir(join(server.dataDir, 'backups')).catch(() => [] as string[])

describe('the backups', () => {
  it('are listed; one is made at a press, and Root’s log says who did', async () => {
    expect(await look(backups)).toContain('There is no backup yet')
    expect((await submitAt(server, '', backups, {}, { cookie: sue })).status).toBe(303)
    await expect.poll(async () => (await kept()).filter((name) => !name.startsWith('.')).length).toBe(1)
    const [name = ''] = await kept()
    expect(await look(backups)).toContain(name)
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
    new RegExp(`>${name}</td><td[^>]*>(?:<strong>)?([a-z ]+)<`).exec(await look(health))?.[1]

  // Seen red with the application name of the workers misspelt, and with an hour in place of the ten minutes.
  it('says what is wrong, and what to do', async () => {
    expect(await stateOf('Database')).toBe('good')
    expect(await stateOf('Workers')).toBe('good')
    expect(await stateOf('Backups')).toBe('good')
    expect(await stateOf('Mail')).toBe('look at it')
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
