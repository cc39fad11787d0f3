import type { Asked } from '../../http/route.ts'
import { type Explain, explained } from './explained.ts'
import type { FormProblem } from './problems.tsx'

type SentForm = {
  /** What is wrong with what was typed; if anything is, nothing is done. */
  readonly wrong: readonly FormProblem[]
  /** What the person is asked once before it is done; nothing: it is done. */
  ask?(): Promise<readonly FormProblem[]> | undefined
  /** Does what the form is for, and answers: most lead on. @throws AppError what `explain` explains */
  act(): Promise<unknown>
  readonly explain: Explain
  /** Shows the form again, as it was typed. @param isAsked the problems are a question: the same form sent again is taken as meant */
  again(problems: readonly FormProblem[], isAsked: boolean): string | Promise<string>
}

/**
 * Answers a form that was sent: does what it is for, or shows it again with what is wrong in it (400), what is asked first (409), or why it
 * was refused.
 */
export async function answerForm(asked: Asked, { wrong, ask, act, explain, again }: SentForm): Promise<unknown> {
  if (wrong.length > 0) {
    asked.reply.code(400)
    return again(wrong, false)
  }
  const questions = (await ask?.()) ?? []
  if (questions.length > 0) {
    asked.reply.code(409)
    return again(questions, true)
  }
  try {
    return await act()
  } catch (error) {
    return again(await explained(error, asked, explain), false)
  }
}
