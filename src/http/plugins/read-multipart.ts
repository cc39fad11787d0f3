import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/** A form with files as one object: texts as they are, files as buffers, several fields of one name as a list. */
export function readMultipart(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readParts(request)
  })
}

/** @throws AppError body_too_large, invalid_body; the limits of the plugin go through as they are */
async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown[]>()
  try {
    for await (const part of request.parts()) {
      const value = part.type === 'file' ? await part.toBuffer() : part.value
      if (part.type === 'field' && part.valueTruncated) throw new AppError('body_too_large')
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

function hasCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
