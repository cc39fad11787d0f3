import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { clusterBeside, openInProcess, query } from './database-process.ts'
import { makeScratch, processesIn, type Scratch } from './scratch.ts'

let scratch: Scratch
beforeEach(async () => {
  scratch = await makeScratch()
})
afterEach(() => scratch.cleanUp())

const open = (purpose: 'serve' | 'command' = 'serve') => scratch.track(openInProcess(scratch, purpose))

test('an empty directory becomes a database with its two roles', async () => {
  const opened = await open().opened()
  expect(opened.ownedByThisProcess).toBe(true)
  const roles = await query(
    opened,
    `select rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreatedb from pg_roles
      where rolname like 'guichet%' order by 1`,
  )
  expect(roles).toEqual([
    { rolname: 'guichet_app', rolcanlogin: true, rolsuper: false, rolbypassrls: false, rolcreatedb: false },
    { rolname: 'guichet_owner', rolcanlogin: true, rolsuper: false, rolbypassrls: false, rolcreatedb: true },
  ])
  const owners = await query(
    opened,
    `select pg_get_userbyid(datdba) as database, pg_get_userbyid(nspowner) as schema
       from pg_database, pg_namespace where datname = 'guichet' and nspname = 'public'`,
  )
  expect(owners).toEqual([{ database: 'guichet_owner', schema: 'guichet_owner' }])
  await expect(query(opened, 'create table t (n int)', 'guichet_app')).rejects.toThrow('permission denied')
})

test('settings keep what is sold, and compare text the same way on every machine', async () => {
  const opened = await open().opened()
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'jit']
  const settings = await query(
    opened,
    `select name, setting from pg_settings where name = any('{${names.join(',')}}') order by name`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    jit: 'off',
    listen_addresses: '',
    synchronous_commit: 'on',
  })
  const [text] = await query(opened, `select 'a' < 'B' as by_language, upper('é') as upper`)
  expect(text).toEqual({ by_language: false, upper: 'É' })
})

test('nobody else can enter the directory of the socket, and the environment is not handed on', async () => {
  const opened = await open().opened()
  expect((await stat(opened.socketDirectory)).mode & 0o777).toBe(0o700)
  const pid = Number.parseInt(await readFile(join(clusterBeside(opened), 'postmaster.pid'), 'utf8'), 10)
  const names = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((entry) => entry.split('=')[0])
  expect(names.filter(Boolean).sort()).toEqual(['LC_ALL', 'PATH', 'TZ'])
})

test('what was written is there when it is opened again, and stopping leaves no process and no socket', async () => {
  const first = open()
  const opened = await first.opened()
  await query(opened, 'create table kept as select 7 as n')
  await first.stop()
  expect(processesIn(scratch.directory)).toEqual([])
  await expect(stat(opened.socketDirectory)).rejects.toThrow('ENOENT')
  expect(await query(await open().opened(), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a directory too deep for a socket gets a short one elsewhere', async () => {
  const deep = join(scratch.directory, 'd'.repeat(60), 'e'.repeat(60))
  await mkdir(deep, { recursive: true })
  const process = scratch.track(openInProcess({ ...scratch, dataDir: join(deep, 'data') }))
  const opened = await process.opened()
  expect(opened.socketDirectory.length).toBeLessThan(90)
  expect((await stat(opened.socketDirectory)).mode & 0o777).toBe(0o700)
  expect(await query(opened, 'select 1 as one')).toEqual([{ one: 1 }])
  await process.stop()
  await expect(stat(opened.socketDirectory)).rejects.toThrow('ENOENT')
})

test('a moved data directory finds its database again', async () => {
  const first = open()
  await query(await first.opened(), 'create table kept as select 7 as n')
  await first.stop()
  const moved = { ...scratch, dataDir: join(scratch.directory, 'moved') }
  await rename(scratch.dataDir, moved.dataDir)
  expect(await query(await scratch.track(openInProcess(moved)).opened(), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a cluster of another PostgreSQL is left alone', async () => {
  const first = open()
  const cluster = clusterBeside(await first.opened())
  await first.stop()
  await writeFile(join(cluster, 'PG_VERSION'), '12\n')
  expect((await open().outcome()).refused?.message).toContain('was made by PostgreSQL 12')
})

test('what keeps the server from starting is told in its own words, and the directory is free again', async () => {
  const first = open()
  const cluster = clusterBeside(await first.opened())
  await first.stop()
  const settings = join(cluster, 'postgresql.conf')
  const before = await readFile(settings, 'utf8')
  await writeFile(settings, `${before}\nmax_connections = many\n`)
  expect((await open().outcome()).refused?.message).toContain('invalid value for parameter "max_connections"')
  await writeFile(settings, before)
  expect((await open().opened()).ownedByThisProcess).toBe(true)
})

test('stopping twice is the same as once, and the process may open it again', async () => {
  const options = { ...scratch, purpose: 'serve', log: () => undefined } as const
  const first = await openEmbeddedDatabase(options)
  await Promise.all([first.stop(), first.stop()])
  const second = await openEmbeddedDatabase(options)
  await second.stop()
  expect((await readdir(scratch.dataDir)).filter((name) => name.includes('holder'))).toEqual([])
})
