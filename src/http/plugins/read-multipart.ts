import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { mostImageBytes } from '../../integrations/media/images.ts'
import { leastFields } from '../route.ts'
import { boundaryOf } from '../wire/form-fields.ts'

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
    for await (const part of partsOf(request)) {
      if (part.type === 'file' && request.isUnsigned) {
        part.file.resume()
        continue
      }
      const value =
        part.type === 'file' ? Object.assign(await part.toBuffer(), { fileName: part.filename }) : part.value
      if (part.type === 'field') left -= Buffer.byteLength(JSON.stringify(part.value ?? ''))
      if (left < 0 || (part.type === 'field' && part.valueTruncated)) throw new AppError('body_too_large')
      const known = values.get(part.fieldname)
      if (known) known.push(value)
      else values.set(part.fieldname, [value])
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
 * Parses the parts, counted beforehand: a parser reads all parts of one chunk, twelve thousand empty ones, before it says that they were
 * too many.
 */
function partsOf(request: FastifyRequest) {
  const limited = limitsOf(request)
  const raw = countParts(request.raw, limited.limits.parts)
  // What the plugin reads is the `raw` of the request.
  const counted: FastifyRequest = Object.create(request, { raw: { value: raw } })
  return counted.parts(limited)
}

/** Passes the bytes on until more parts begin in them than there may be; the next one is the parser's to refuse. */
function countParts(raw: IncomingMessage, most: number): Transform {
  const boundary = boundaryOf(raw.headers['content-type'] ?? '')
  if (boundary === null) throw new AppError('invalid_body')
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first stands at the beginning, where no line ends; the last one ends the form.
  let left = most + 1
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(delimiter); at !== -1; at = chunk.indexOf(delimiter, at + 1))
        if (--left < 0) return done(new AppError('body_too_large'))
      done(null, chunk)
    },
  })
  raw.once('close', () => {
    if (!raw.readableEnded) counted.destroy()
  })
  return Object.assign(raw.pipe(counted), { headers: raw.headers })
}

/**
 * A page refuses a picture that is too large beside its field, with all else that was typed: it gets one byte more than a
 * picture may have, and no more of it.
 */
function limitsOf({ routeOptions, headers, isUnsigned }: FastifyRequest) {
  const { refusesPicture, forms, mostFields = leastFields, fieldBytes } = routeOptions.config
  if (forms === 'one_click') return { limits: { files: 0, fields: 5, parts: 5, fieldSize: 1000 } }
  // Files of somebody who has to sign in first are passed over, whatever their size.
  if (isUnsigned) return { limits: partsAmong(mostFields), throwFileSizeLimit: false }
  const fieldSize = fieldBytes === undefined ? {} : { fieldSize: fieldBytes }
  if (!refusesPicture) return { limits: { ...partsAmong(mostFields), ...fieldSize } }
  const isShort = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= longestRead
  return {
    limits: { ...partsAmong(mostFields), ...(isShort ? { fileSize: mostImageBytes + 1 } : {}) },
    throwFileSizeLimit: !isShort,
  }
}

function hasCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
