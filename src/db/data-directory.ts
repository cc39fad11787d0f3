import { chmod, mkdir, open, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** DATA_DIR cannot be used; says why, and what to do. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
}

/** More than a disk that is full to the last block still takes. */
const probeBytes = 64 * 1024

/**
 * Makes DATA_DIR where it is missing, and proves that it can be written to, by writing.
 *
 * @param mode of the directories made
 * @returns its real path
 * @throws DataDirectoryError
 */
export async function openDataDirectory(dataDir: string, mode: number): Promise<string> {
  try {
    await makeDirectory(dataDir, mode)
    if (!(await stat(dataDir)).isDirectory())
      throw new DataDirectoryError(`DATA_DIR is ${dataDir}, which is no directory; name another one.`)
    await probe(dataDir)
    return await realpath(dataDir)
  } catch (error) {
    throw explain(error, dataDir)
  }
}

/** Directories of DATA_DIR that hold what belongs to people. Where root owns it others pass through DATA_DIR itself. */
const closedDirectories = ['media', 'outbox', 'backups']

/** Closes directories to everybody else on the machine, also where an earlier version or a copy left them open. */
export async function closeToOthers(dataDir: string): Promise<void> {
  for (const name of closedDirectories) {
    await chmod(join(dataDir, name), 0o700).catch((error: NodeJS.ErrnoException) => {
      // One of another account is that account's to close.
      if (error.code !== 'ENOENT' && error.code !== 'EPERM') throw explain(error, dataDir)
    })
  }
}

/** Not `recursive: true`: under /proc, where nothing can be made, Node would try for ever. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  const parent = dirname(path)
  if (await isThere(path)) return
  if (parent !== path) await makeDirectory(parent, mode)
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error
  })
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** The mode alone does not tell: a disk may be full or read-only, and root may write everywhere but where nobody can. */
async function probe(directory: string): Promise<void> {
  const path = join(directory, `.write-test-${process.pid}`)
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(Buffer.alloc(probeBytes, 1))
    await file.sync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

function explain(error: unknown, dataDir: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  switch (code) {
    case undefined:
      return error
    case 'ENOTDIR':
    case 'EEXIST':
      return new DataDirectoryError(`DATA_DIR ${dataDir} leads through a file; name a directory.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new DataDirectoryError(
        `This account may not write in DATA_DIR ${dataDir} (${code}); give it the directory, or name another one.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new DataDirectoryError(
        `There is no space left for DATA_DIR ${dataDir} (${code}); free some, or name another directory.`,
      )
    default:
      return new DataDirectoryError(`DATA_DIR ${dataDir} cannot be used (${code}); name another directory.`)
  }
}
