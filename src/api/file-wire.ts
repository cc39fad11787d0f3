import { Type } from 'typebox'
import { type FileEnding, fileTypes } from '../http/send-file.ts'

/** An answer that is a file, of one of these kinds. */
export function FileOut(...endings: readonly FileEnding[]) {
  const file = { schema: { type: 'string', format: 'binary' } }
  const content = endings.map((ending) => [fileTypes[ending].split(';')[0], file] as const)
  return Type.Unsafe<unknown>({ description: 'The file', content: Object.fromEntries(content) })
}
