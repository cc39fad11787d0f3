import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  readonly path: string
  /** Fills the disk with so many more megabytes, or to the last block. */
  fill(megabytes?: number): Promise<void>
  /** Removes what filled it. */
  empty(): Promise<void>
  remove(): Promise<void>
}

const megabyte = Buffer.alloc(1024 ** 2, 1)

/** Mounts a disk of its own, in memory; null, with a message, where this account may mount none. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), 'disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    await rm(path, { recursive: true })
    console.info('skipped: no disk of its own can be mounted here')
    return null
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    async fill(megabytes = Number.POSITIVE_INFINITY) {
      const file = await open(ballast, 'a')
      try {
        for (let written = 0; written < megabytes; written++) await file.writeFile(megabyte)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    empty: () => rm(ballast),
    async remove() {
      execFileSync('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}
