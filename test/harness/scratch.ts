import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
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
  await removeLeftovers(parent)
  const directory = await mkdtemp(join(parent, `guichet-test-${process.pid}-`))
  // As root the database runs under another account, which must be able to pass.
  await chmod(directory, 0o711)
  process.env['TMPDIR'] = directory
  return directory
}

async function hasRoom(): Promise<boolean> {
  const room = await statfs(inMemory).catch(() => null)
  return room !== null && room.bavail * room.bsize > neededBytes
}

/** Of runs that were killed: what they left would fill the memory. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^guichet-test-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
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
