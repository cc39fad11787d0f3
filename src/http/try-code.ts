import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { addressOf, countRequest } from './plugins/rate-limit.ts'
import type { Asked } from './route.ts'

/** A promotional code that is being tried. */
export type TriedCode = {
  /** @param error what it was refused with; only of a code that there is none of the try stays counted */
  end(error?: unknown): Promise<void>
}

/**
 * Counts a promotional code that somebody typed, before it is looked at: trying them until one fits would otherwise take no
 * longer than asking. One that there is counts for nothing, whatever else it is refused for.
 *
 * @param code null: none was typed
 * @throws AppError too_many_requests
 */
export async function tryCode(context: Context, { request, reply }: Asked, code: string | null): Promise<TriedCode> {
  if (code === null) return { end: async () => undefined }
  const subject = `${request.tenant.id} ${addressOf(request)}`
  const counted = await countRequest(context, reply, 'wrong_code', subject)
  return {
    async end(error) {
      if (!isUnknownCode(error)) await counted.undo()
    },
  }
}

function isUnknownCode(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return (error.details.fields?.['promotional_code'] ?? []).includes('unknown_promotional_code')
}
