import { AppError } from '../../errors.ts'
import type { Asked } from '../../http/route.ts'
import { errorTexts } from '../../messages/site/error.ts'
import { asWhole, type FormProblem } from './problems.tsx'

/** A field that people never see (`homepage`); a program that fills in every field does. */
export function Trap({ label }: { readonly label: string }) {
  return (
    <div class="trap">
      <label for="homepage">{label}</label>
      <input id="homepage" name="homepage" autocomplete="off" tabIndex={-1} />
    </div>
  )
}

/**
 * Says that there are too many forms for now, and when to send it again: on the form, where nothing of it is lost.
 *
 * @returns null: the error is not one that passes by itself
 */
export function tooManyNow(error: unknown, { request, reply }: Asked): readonly FormProblem[] | null {
  const seconds = error instanceof AppError ? error.details.retryAfterSeconds : undefined
  if (seconds === undefined) return null
  reply.header('retry-after', seconds)
  const { tooMany, retryAfter } = errorTexts[request.language]
  return asWhole(`${tooMany.detail} ${retryAfter({ seconds })}`)
}
