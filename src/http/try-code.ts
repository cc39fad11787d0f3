import type { Context } from '../context.ts'
import { AppError, type FieldProblem } from '../errors.ts'
import { addressOf, type CountedRequest, countRequest } from './plugins/rate-limit.ts'
import type { Asked } from './route.ts'

/** A promotional code, or the number of a card, that is being tried. */
export type TriedCode = {
  /** @param error what it was refused with; only of a code or card that there is none of the try stays counted */
  end(error?: unknown): Promise<void>
}

const nothingTried: TriedCode = { end: async () => undefined }

/**
 * Counts a promotional code that somebody typed, before it is looked at: trying them until one fits would otherwise take no
 * longer than asking. One that there is counts for nothing, whatever else it is refused for.
 *
 * @param code null: none was typed
 * @throws AppError too_many_requests
 */
export async function tryCode(context: Context, { request, reply }: Asked, code: string | null): Promise<TriedCode> {
  if (code === null) return nothingTried
  const subject = `${request.tenant.id} ${addressOf(request)}`
  const counted = await countRequest(context, reply, 'wrong_code', subject)
  return tried([counted], { field: 'promotional_code', problem: 'unknown_promotional_code' })
}

/**
 * Counts the number of a card that is not in the hand, as tryCode does: by address, and for the whole organisation; that of its staff by
 * itself. Apart from the count of its tills, or visitors, or a shop that asks for them, could keep these from opening any card.
 *
 * @param number null: none was typed
 * @throws AppError too_many_requests
 */
export async function tryCard(
  context: Context,
  { request, reply }: Asked,
  number: string | null,
  isStaff: boolean,
): Promise<TriedCode> {
  if (number === null) return nothingTried
  const { id } = request.tenant
  const counted = isStaff
    ? [await countRequest(context, reply, 'wrong_card', `${id} staff`)]
    : [
        await countRequest(context, reply, 'wrong_code', `${id} ${addressOf(request)} card`),
        await countRequest(context, reply, 'wrong_card', `${id} visitors`),
      ]
  return tried(counted, { field: 'card', problem: 'unknown_card' })
}

/** Does what needs the card of a number, which staff typed, and counts the number where there is none of it. @throws AppError as `work` */
export async function withCardTried<T>(
  context: Context,
  asked: Asked,
  number: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const tried = await tryCard(context, asked, number, true)
  try {
    const result = await work()
    await tried.end()
    return result
  } catch (error) {
    await tried.end(error)
    throw error
  }
}

type Wrong = { readonly field: string; readonly problem: FieldProblem }

function tried(counted: readonly CountedRequest[], { field, problem }: Wrong): TriedCode {
  let isEnded = false
  return {
    async end(error) {
      // Whoever ends it and fails comes again with that error.
      if (isEnded) return
      isEnded = true
      const found = error instanceof AppError ? (error.details.fields?.[field] ?? []) : []
      if (!found.includes(problem)) for (const one of counted) await one.undo()
    },
  }
}
