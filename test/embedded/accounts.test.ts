import { execFile } from 'node:child_process'
import { chmod, chown, cp, lstat, mkdir, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, canReach, listAccounts, runningAsRoot } from '../../src/db/embedded/accounts.ts'
import { packagedBinaries, reachableBinaries } from '../../src/db/embedded/binaries.ts'
import { claimSystemHome, listOrphanedClusters } from '../../src/db/embedded/system-homes.ts'
import { eventually, openInProcess, query } from './database-process.ts'
import { makeScratch, type Scratch } from './scratch.ts'

const nobody = (await listAccounts()).find((account) => account.name === 'nobody')
const run = promisify(execFile)

describe.runIf(runningAsRoot() && nobody)('as root', () => {
  const account = nobody as Account
  let scratch: Scratch
  beforeEach(async () => {
    scratch = await makeScratch()
  })
  afterEach(() => scratch.cleanUp())

  test('a data directory nobody else can enter has its cluster elsewhere, and a link to it', async () => {
    const closed = await makeScratch('/root', 0o700)
    try {
      const where = { dataDir: closed.dataDir, systemDirectory: scratch.systemDirectory }
      const first = closed.track(openInProcess(where))
      await query(await first.opened(), 'create table kept as select 7 as n')
      await first.kill('SIGKILL')
      const again = closed.track(openInProcess(where))
      expect(await query(await again.opened(), 'select n from kept')).toEqual([{ n: 7 }])
      const cluster = await readlink(join(closed.dataDir, 'postgres'))
      expect(cluster).toMatch(new RegExp(`^${scratch.systemDirectory}/[0-9a-f]{12}/postgres$`))
      expect((await stat(cluster)).uid).not.toBe(0)
      expect((await openInProcess(where).outcome()).refused?.name).toBe('DataDirectoryInUseError')
    } finally {
      await closed.cleanUp()
    }
  })

  describe('in a directory nobody else can enter', () => {
    let closed: Scratch
    let where: { dataDir: string; systemDirectory: string }
    beforeEach(async () => {
      closed = await makeScratch('/root', 0o700)
      where = { dataDir: closed.dataDir, systemDirectory: scratch.systemDirectory }
    })
    afterEach(() => closed.cleanUp())

    const open = () => closed.track(openInProcess(where))

    async function homes(): Promise<readonly string[]> {
      const names = await readdir(where.systemDirectory)
      return names.filter((name) => !name.startsWith('postgresql-')).map((name) => join(where.systemDirectory, name))
    }

    /** Seen red with a home named by the hash of the path, and with a cluster taken up wherever it lies there. */
    test('a data directory that is made anew has an empty database; the old one is named and left alone', async () => {
      const first = open()
      const { cluster } = await first.opened()
      await query(await first.opened(), 'create table kept as select 7 as n')
      await first.stop()
      await rm(where.dataDir, { recursive: true })

      const second = open()
      const opened = await second.opened()
      expect(opened.setAside).toEqual([dirname(cluster)])
      expect(await query(opened, "select to_regclass('kept') as kept")).toEqual([{ kept: null }])
      expect(await listOrphanedClusters(where.systemDirectory, where.dataDir)).toEqual([
        { home: dirname(cluster), dataDir: where.dataDir, bytes: expect.any(Number) },
      ])
      await second.stop()

      // Put back by hand, it is the database of this directory again, and the second one is nobody's.
      await rm(join(where.dataDir, 'postgres'))
      await symlink(cluster, join(where.dataDir, 'postgres'))
      const third = open()
      expect(await query(await third.opened(), 'select n from kept')).toEqual([{ n: 7 }])
      expect((await third.opened()).setAside).toEqual([])
    })

    test('an orphan is one that no data directory leads to, wherever that lies by now', async () => {
      const first = open()
      const { cluster } = await first.opened()
      expect(await listOrphanedClusters(where.systemDirectory, '/nowhere')).toEqual([])
      await first.stop()
      const orphans = () => listOrphanedClusters(where.systemDirectory, '/nowhere')
      expect(await orphans()).toEqual([])

      const moved = join(closed.directory, 'moved')
      await rename(where.dataDir, moved)
      expect((await orphans()).map(({ home }) => home)).toEqual([dirname(cluster)])
      expect(await listOrphanedClusters(where.systemDirectory, moved)).toEqual([])
      const again = closed.track(openInProcess({ ...where, dataDir: moved }))
      expect((await again.opened()).cluster).toBe(cluster)
      await again.stop()
      expect(await orphans()).toEqual([])
      const [orphan] = await rm(moved, { recursive: true }).then(orphans)
      expect(orphan).toMatchObject({ home: dirname(cluster), dataDir: moved })
      expect(orphan?.bytes).toBeGreaterThan(20 * 1024 ** 2)
    })

    /** They meet: each has made its home before any of them links. Seen red with a link that replaces the one there is. */
    test('five that claim a home at once have one', async () => {
      await mkdir(where.dataDir)
      const claims = Array.from({ length: 5 }, () => claimSystemHome(where.dataDir, where.systemDirectory))
      expect(new Set(await Promise.all(claims)).size).toBe(1)
      expect(await homes()).toEqual([dirname(await readlink(join(where.dataDir, 'postgres')))])
    })

    test('five that start at once agree on one place', async () => {
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => open().outcome()))
      expect(outcomes.filter(({ opened }) => opened?.ownedByThisProcess)).toHaveLength(1)
      expect(await homes()).toEqual([dirname(await readlink(join(where.dataDir, 'postgres')))])
    })

    /** Seen red without the mark of a claim: the link led to nothing, which was taken for a loss. */
    test.each(['SIGKILL', 'SIGTERM'] as const)(
      '%s while the cluster is made: the next start makes it there',
      async (signal) => {
        const first = open()
        await eventually(async () => {
          const [home = ''] = await homes()
          expect((await readdir(home)).join()).toContain('postgres.new-')
        })
        await first.kill(signal)
        const second = open()
        expect((await second.opened()).ownedByThisProcess).toBe(true)
        expect(await homes()).toEqual([dirname((await second.opened()).cluster)])
        expect((await second.opened()).setAside).toEqual([])
      },
    )
  })

  test('a link to a database that is gone is told, not filled with an empty one', async () => {
    const closed = await makeScratch('/root', 0o700)
    try {
      const where = { dataDir: closed.dataDir, systemDirectory: scratch.systemDirectory }
      const first = closed.track(openInProcess(where))
      await first.opened()
      await first.stop()
      const elsewhere = { ...where, systemDirectory: join(scratch.directory, 'elsewhere') }
      await promisify(execFile)('mv', [scratch.systemDirectory, join(scratch.directory, 'gone')])
      expect((await openInProcess(elsewhere).outcome()).refused?.message).toContain('which is missing')
    } finally {
      await closed.cleanUp()
    }
  })

  test("the owner of the data directory runs its server, and is not locked out by root's visit", async (context) => {
    const places = [import.meta.dirname, process.execPath]
    const reached = await Promise.all(places.map((path) => canReach(path, account)))
    // A clone under /root: an ordinary user could not even start Node from it.
    if (!reached.every(Boolean)) context.skip()
    await mkdir(scratch.dataDir, { mode: 0o700 })
    await chown(scratch.dataDir, account.uid, account.gid)
    const root = scratch.track(openInProcess(scratch))
    const opened = await root.opened()
    expect(opened.socketDirectory.startsWith(scratch.dataDir)).toBe(true)
    await query(opened, 'create table kept as select 7 as n')
    await root.kill('SIGKILL')
    const ordinary = scratch.track(openInProcess(scratch, 'serve', account))
    expect(await query(await ordinary.opened(), 'select n from kept')).toEqual([{ n: 7 }])
    expect((await scratch.track(openInProcess(scratch, 'command')).opened()).ownedByThisProcess).toBe(false)
    await ordinary.stop()
    expect((await scratch.track(openInProcess(scratch)).opened()).ownedByThisProcess).toBe(true)
  })

  test('binaries the account cannot reach are copied once, links as links, also by two at once', async () => {
    const packaged = await packagedBinaries()
    const closed = join(scratch.directory, 'closed')
    await mkdir(closed, { mode: 0o700 })
    await cp(packaged.directory, join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    const hidden = {
      ...packaged,
      directory: join(closed, 'native'),
      postgres: join(closed, 'native/bin/postgres'),
      initdb: join(closed, 'native/bin/initdb'),
    }
    const copying = [1, 2].map(() => reachableBinaries(hidden, account, scratch.systemDirectory))
    const [copy, same] = await Promise.all(copying)
    expect(copy).toEqual(same)
    expect(await readdir(scratch.systemDirectory)).toEqual([`postgresql-${packaged.version}`])
    const library = join(copy?.directory ?? '', 'lib', 'libpq.so')
    expect((await lstat(library)).isSymbolicLink()).toBe(true)
    const { uid, gid } = account
    const { stdout } = await run(copy?.postgres ?? '', ['--version'], { uid, gid, cwd: '/' })
    expect(stdout).toContain(`PostgreSQL) ${packaged.major}.`)
  })

  test('every directory on the way must be open to the account', async () => {
    const inner = join(scratch.directory, 'open', 'inner')
    await mkdir(inner, { recursive: true })
    expect(await canReach(inner, account)).toBe(true)
    await chmod(join(scratch.directory, 'open'), 0o700)
    expect(await canReach(inner, account)).toBe(false)
    await chown(join(scratch.directory, 'open'), account.uid, 0)
    expect(await canReach(inner, account)).toBe(true)
  })
})
