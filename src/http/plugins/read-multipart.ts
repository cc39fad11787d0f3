import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { mostImageBytes } from '../../integrations/media/images.ts'

const mostFiles = 3
/** Longer than this nothing is read to its end, only to say of a picture in it that it is too large. */
const longestRead = 4 * mostImageBytes

/** How many parts a form has at most that has so many fields without a file. */
export function partsAmong(fields: number) {
  return { files: mostFiles, fields, parts: fields + mostFiles }
}

/**
 * A form with files as one object: texts as they are, files as buffers, several fields of one name as a list.
 *
 * @param textBytes what all texts of one form have together at most
 */
export function readMultipart(app: FastifyInstance, { textBytes }: { readonly textBytes: number }): void {
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readParts(request, textBytes)
  })
}

/** @throws AppError body_too_large, invalid_body; the limits of the plugin go through as they are */
async function readParts(request: FastifyRequest, textBytes: number): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown[]>()
  let left = textBytes
  try {
    for await (const part of request.parts(limitsOf(request))) {
      if (part.type === 'file' && request.isUnsigned) {
        part.file.resume()
        continue
      }
      const value = part.type === 'file' ? await part.toBuffer() : part.value
      if (part.type === 'field') left -= Buffer.byteLength(JSON.stringify(part.value ?? ''))
      if (left < 0 || (part.type === 'field' && part.valueTruncated)) throw new AppError('body_too_large')
      values.set(part.fieldname, [...(values.get(part.fieldname) ?? []), value])
    }
  } catch (error) {
    if (error instanceof AppError || hasCode(error)) throw error
    // What the parser throws about a body that ends early or has no boundary bears no code.
    throw new AppError('invalid_body')
  }
  return Object.fromEntries(
    [...values].map(([name, [first, ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
  )
}

/**
 * A page refuses a picture that is too large beside its field, with all else that was typed: it gets one byte more than a
 * picture may have, and no more of it.
 */
function limitsOf({ routeOptions, headers, isUnsigned }: FastifyRequest) {
  const { pictureAmong, forms } = routeOptions.config
  if (forms === 'one_click') return { limits: { files: 0, fields: 5, parts: 5, fieldSize: 1000 } }
  // Files of somebody who has to sign in first are passed over, whatever their size.
  if (isUnsigned) return { limits: partsAmong(pictureAmong ?? 50), throwFileSizeLimit: false }
  if (pictureAmong === undefined) return {}
  const isShort = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= longestRead
  return {
    limits: { ...partsAmong(pictureAmong), ...(isShort ? { fileSize: mostImageBytes + 1 } : {}) },
    throwFileSizeLimit: !isShort,
  }
}

function hasCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
