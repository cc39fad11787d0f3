import { readFile, stat } from 'node:fs/promises'
import { CommandRefusedError } from './explain-failure.ts'

/** Certificates and keys have a few thousand bytes. */
const mostBytes = 100_000

/** A small file that the command line names. @throws CommandRefusedError when it is none */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    if ((await stat(file)).size > mostBytes) throw new CommandRefusedError(`"${file}" is too large for a key.`)
    return await readFile(file)
  } catch (error) {
    if (error instanceof CommandRefusedError) throw error
    throw new CommandRefusedError(`"${file}" cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
