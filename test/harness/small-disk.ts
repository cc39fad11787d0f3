import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  readonly path: string
  /**
   * Fills the disk with so many megabytes, or all that is free, in one call: whoever gives up space because the disk is full has that
   * space.
   */
  fill(megabytes?: number): Promise<void>
  /** Removes what filled it. */
  empty(): Promise<void>
  remove(): Promise<void>
}

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
      for (;;) {
        const { bavail, bsize } = await statfs(path)
        const { size } = await stat(ballast).catch(() => ({ size: 0 }))
        const length = Math.min(bavail * bsize, megabytes * 1024 ** 2)
        if (length === 0) return
        try {
          execFileSync('fallocate', ['--offset', `${size}`, '--length', `${length}`, ballast], { stdio: 'pipe' })
          return
        } catch (error) {
          // Somebody else has taken some of it meanwhile.
          if (!String(error).includes('No space left')) throw error
        }
      }
    },
    empty: () => rm(ballast),
    async remove() {
      execFileSync('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}
