import { AppError } from '../../errors.ts'
import { errorStatus } from '../../http/error-status.ts'
import type { Asked } from '../../http/route.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'

/** What a page says of a refusal; null: nothing that its form could put right. */
export type Explain = (refusal: AppError, asked: Asked) => readonly FormProblem[] | null

/**
 * What a page says of a refusal, with the status that goes with it.
 *
 * @throws what was thrown, where it is no refusal, or none that the page explains
 */
export function explained(error: unknown, asked: Asked, explain: Explain): readonly FormProblem[] {
  const problems = error instanceof AppError ? explain(error, asked) : null
  if (!(error instanceof AppError) || problems === null) throw error
  asked.reply.code(errorStatus[error.code])
  return problems
}
