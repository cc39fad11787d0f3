import { readFile, stat } from 'node:fs/promises'

/** A segment of System V shared memory, which outlives the server that made it unless that server removes it. */
export type Segment = { readonly id: number; readonly key: number; readonly creator: number }

/** Lists all segments of this machine; none where there is no /proc. */
export async function listSegments(): Promise<readonly Segment[]> {
  const lines = (await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '')).trim().split('\n').slice(1)
  return lines.map((line) => {
    const [key, id, , , creator] = line.trim().split(/\s+/).map(Number)
    return { id: id ?? 0, key: key ?? 0, creator: creator ?? 0 }
  })
}

/** Lists the segments of the PostgreSQL server on `cluster`, which makes the key of the inode; none without that directory. */
export async function segmentsOf(cluster: string): Promise<readonly Segment[]> {
  const inode = await stat(cluster).then(
    ({ ino }) => ino,
    () => null,
  )
  return inode === null ? [] : (await listSegments()).filter(({ key }) => key === (inode | 0))
}
