import { createReadStream } from 'node:fs'

/** A file of the disk, and where it is to lie in the archive: with slashes, and no longer than 255 characters. */
export type TarEntry = { readonly path: string; readonly source: string; readonly size: number }

const block = 512
const longestName = 100
const longestPrefix = 155
/** What eleven octal digits hold. */
const mostOctal = 8 ** 11

const padded = (size: number) => Math.ceil(size / block) * block

/** Of all of them together, which the archive says of itself before it is sent. */
export function sizeOfTar(entries: readonly TarEntry[]): number {
  return entries.reduce((sum, { size }) => sum + block + padded(size), 2 * block)
}

/**
 * The files one after the other, as every `tar` reads them (POSIX ustar); never more than a piece of one in memory.
 *
 * @throws Error when one has gone or become shorter: what was sent is then no whole archive
 */
export async function* writeTar(entries: readonly TarEntry[], madeAt: Date): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    yield headerOf(entry, madeAt)
    let sent = 0
    if (entry.size > 0)
      for await (const piece of createReadStream(entry.source, { end: entry.size - 1 })) {
        sent += (piece as Buffer).length
        yield piece as Buffer
      }
    if (sent !== entry.size) throw new Error(`${entry.source} has become shorter`)
    yield Buffer.alloc(padded(sent) - sent)
  }
  yield Buffer.alloc(2 * block)
}

function headerOf({ path, size }: TarEntry, madeAt: Date): Buffer {
  const header = Buffer.alloc(block)
  const [prefix, name] = splitPath(path)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  if (size < mostOctal) header.write(octal(size, 11), 124)
  else {
    // As GNU tar, and all that are in use, write what is larger: binary, marked by the first bit.
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write(octal(Math.floor(madeAt.getTime() / 1000), 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function splitPath(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= longestName) return ['', path]
  const at = path.indexOf('/', path.length - longestName - 1)
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
  if (at < 0 || Buffer.byteLength(prefix) > longestPrefix || Buffer.byteLength(name) > longestName)
    throw new Error(`${path} is too long for an archive`)
  return [prefix, name]
}
