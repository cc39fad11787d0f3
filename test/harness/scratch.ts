import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a whole run of the suite had at its fullest, several times over. */
const neededBytes = 4 * 2 ** 30
/** Where Linux has a file system in memory. */
const inMemory = '/dev/shm'

/**
 * Makes the directory of this run, where every temporary file of its tests lies from then on; whoever calls removes it. In
 * memory where there is room: to copy a database cost half a second of a processor on a disk whose free space lay in pieces,
 * and 20 ms in memory.
 */
export async function makeScratch(): Promise<string> {
  const parent = (await hasRoom()) ? inMemory : tmpdir()
  // Short: the name of a socket in it has 107 bytes at most.
  const prefix = `guichet-t${await numbering()}-`
  await removeLeftovers(parent, prefix)
  const directory = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  // As root the database runs under another account, which must be able to pass.
  await chmod(directory, 0o711)
  process.env['TMPDIR'] = directory
  // Each of hundreds of servers, commands and files of tests would compile the same modules.
  process.env['NODE_COMPILE_CACHE'] = join(directory, 'compiled')
  return directory
}

/** Enough of it, and programs may be started there: Chromium is. */
async function hasRoom(): Promise<boolean> {
  const room = await statfs(inMemory).catch(() => null)
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const options = mounts.split('\n').find((line) => line.split(' ')[1] === inMemory)
  return room !== null && room.bavail * room.bsize > neededBytes && !/\bnoexec\b/.test(options ?? '')
}

/** Of what a process is a number: containers that share a directory have numbers of their own. */
async function numbering(): Promise<string> {
  const space = await readlink('/proc/self/ns/pid').catch(() => '')
  return Number(/\d+/.exec(space)?.[0] ?? 0).toString(36)
}

/** Of this account's runs that were killed: what they left would fill the memory. */
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
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
