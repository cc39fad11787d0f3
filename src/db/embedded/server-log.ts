import { copyFile, type FileHandle, open, rename, stat, truncate } from 'node:fs/promises'

const rotateAtStartBytes = 5 * 1024 * 1024
const rotateWhileRunningBytes = 20 * 1024 * 1024
const checkEveryMs = 60_000

export type ServerLog = {
  readonly path: string
  /** The server writes here by itself, so that it can go on when this process is killed. */
  readonly fd: number
  size(): Promise<number>
  /** Reads what was written since the file had `from` bytes. */
  since(from: number): Promise<string>
  close(): Promise<void>
}

/** Opens the server's log for appending. It and one earlier file (`.1`) are all that is ever kept. */
export async function openServerLog(path: string): Promise<ServerLog> {
  if ((await sizeOf(path)) > rotateAtStartBytes) await rename(path, `${path}.1`)
  const file = await open(path, 'a+', 0o600)
  const timer = setInterval(() => void rotateInPlace(path).catch(() => undefined), checkEveryMs)
  timer.unref()
  return {
    path,
    fd: file.fd,
    size: () => sizeOf(path),
    since: (from) => readFrom(file, from),
    async close() {
      clearInterval(timer)
      await file.close()
    },
  }
}

/** The server keeps its descriptor, so the file is copied and emptied; it appends, so it goes on at the beginning. */
async function rotateInPlace(path: string): Promise<void> {
  if ((await sizeOf(path)) <= rotateWhileRunningBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}

async function readFrom(file: FileHandle, from: number): Promise<string> {
  const buffer = Buffer.alloc(64 * 1024)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
  return buffer.toString('utf8', 0, bytesRead)
}
