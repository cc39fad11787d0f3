import { statfs } from 'node:fs/promises'

export type DiskSpace = {
  /** Free bytes for accounts other than root. */
  readonly freeBytes: number
  /** The share in use, from 0 to 1, as `df` gives it. */
  readonly used: number
}

/** On a large disk a tenth is plenty. */
const plentyBytes = 10 * 1024 ** 3
const mostUsed = 0.9

/** Reads the space of the fullest disk among those that hold these directories; one that is not there counts nothing. */
export async function readDiskSpace(directories: readonly string[]): Promise<DiskSpace> {
  const found = await Promise.all(directories.map((directory) => readOne(directory)))
  const [fullest] = found.filter((space) => space !== null).toSorted((one, other) => one.freeBytes - other.freeBytes)
  return fullest ?? { freeBytes: 0, used: 1 }
}

/** True when nine tenths are used and what is left is little: time to free some before nothing can be written. */
export function isNearlyFull({ freeBytes, used }: DiskSpace): boolean {
  return used >= mostUsed && freeBytes < plentyBytes
}

async function readOne(directory: string): Promise<DiskSpace | null> {
  try {
    const { blocks, bfree, bavail, bsize } = await statfs(directory)
    const taken = blocks - bfree
    return { freeBytes: bavail * bsize, used: taken / Math.max(1, taken + bavail) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
