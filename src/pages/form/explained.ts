import { AppError, errorStatus } from '../../errors.ts'
import type { Asked } from '../../http/route.ts'
import type { FormProblem } from './problems.tsx'

type Explained = readonly FormProblem[] | null

/** What a page refuses by itself, with the status of its answer; what a use case refuses is an `AppError`. */
export class PageRefusal extends Error {
  readonly status: number
  readonly problems: readonly FormProblem[]

  constructor(status: number, problems: readonly FormProblem[]) {
    super('refused by the page')
    this.status = status
    this.problems = problems
  }
}

/** Says on a page why something was refused; null: nothing that its form could put right. */
export type Explain = (refusal: AppError, asked: Asked) => Explained | Promise<Explained>

/**
 * Explains a refusal on a page, and sets the status that goes with it.
 *
 * @throws the error itself, where it is no refusal, or none that the page explains
 */
export async function explained(error: unknown, asked: Asked, explain: Explain): Promise<readonly FormProblem[]> {
  if (error instanceof PageRefusal) {
    asked.reply.code(error.status)
    return error.problems
  }
  const problems = error instanceof AppError ? await explain(error, asked) : null
  if (!(error instanceof AppError) || problems === null) throw error
  asked.reply.code(errorStatus[error.code])
  return problems
}
