import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The room needed in memory: several times what a whole run of the suite had at its fullest. */
const neededBytes = 4 * 2 ** 30
/** The file system in memory on Linux. */
const inMemory = '/dev/shm'

/**
 * Makes the directory of this run, which holds every temporary file of its tests from then on; the caller removes it. In memory
 * where there is room: copying a database cost half a second of a processor on a disk whose free space was fragmented, and
 * 20 ms in memory.
 */
export async function makeScratch(): Promise<string> {
  const parent = (await hasRoom()) ? inMemory : tmpdir()
  // Short: the path of a socket in it may have 107 bytes at most.
  const prefix = `guichet-t${await numbering()}-`
  await removeLeftovers(parent, prefix)
  const directory = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  // As root, the database runs under another account, which must be able to enter.
  await chmod(directory, 0o711)
  process.env['TMPDIR'] = directory
  // Otherwise each of hundreds of servers, commands and files of tests would compile the same modules.
  process.env['NODE_COMPILE_CACHE'] = join(directory, 'compiled')
  return directory
}

/** Whether memory has enough room, and programs may be started there: Chromium is. */
async function hasRoom(): Promise<boolean> {
  const room = await statfs(inMemory).catch(() => null)
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const options = mounts.split('\n').find((line) => line.split(' ')[1] === inMemory)
  return room !== null && room.bavail * room.bsize > neededBytes && !/\bnoexec\b/.test(options ?? '')
}

/** The namespace of process numbers: containers that share a directory each have their own. */
async function numbering(): Promise<string> {
  const space = await readlink('/proc/self/ns/pid').catch(() => '')
  return Number(/\d+/.exec(space)?.[0] ?? 0).toString(36)
}

/** Removes directories of this account's runs that were killed: they would fill the memory. */
async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const path = join(parent, name)
    const { uid } = await stat(path)
    if (uid === process.getuid?.() && !isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      await rm(path, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
