import { inflateSync } from 'node:zlib'

const headerBytes = 44
const entryBytes = 20

/**
 * A WOFF font (W3C, version 1) as the TrueType font it wraps: its tables unpacked, behind a directory of their own.
 * Documents embed parts of it, and unpacking it again for each of them took half of the time.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, headerBytes + index * entryBytes))
  const directory = Buffer.alloc(12 + 16 * count)
  const power = Math.floor(Math.log2(count))
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(16 * 2 ** power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * (count - 2 ** power), 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + 16 * index
    tag.copy(directory, entry)
    directory.writeUInt32BE(checksum, entry + 4)
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(data.length, entry + 12)
    // Every table begins at a multiple of four bytes.
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, entry: number) {
  const start = woff.readUInt32BE(entry + 4)
  const packedBytes = woff.readUInt32BE(entry + 8)
  const bytes = woff.readUInt32BE(entry + 12)
  const packed = woff.subarray(start, start + packedBytes)
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    data: packedBytes < bytes ? inflateSync(packed) : packed,
  }
}
