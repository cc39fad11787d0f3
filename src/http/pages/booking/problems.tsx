import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'

/** One thing that is wrong with a form, in words, with what can be done next. */
export type BookingProblem = {
  /** The id of the field it is about; null: of the form as a whole. */
  readonly field: string | null
  readonly detail: string
  readonly next: readonly { readonly href: string; readonly label: string }[]
}

type ProblemsProps = {
  readonly problems: readonly BookingProblem[]
  /** Of the refusal; by default that of a booking. */
  readonly title?: string
  readonly language: Language
}

/** Where the visitor goes on when the page is shown: without script, the browser's own way. */
export const goOnHere = { autofocus: true }

export function quantityId(priceId: string): string {
  return `quantity-${priceId}`
}

/** Says at the top of a form what is wrong in it, with the way to each field. */
export function Problems({ problems, title, language }: ProblemsProps) {
  const [first] = problems
  if (first === undefined) return null
  return (
    <div class="notice refused" role="alert" tabIndex={-1} {...(first.field === null ? goOnHere : {})}>
      <strong>{title ?? pageTexts[language].booking.refused}</strong>
      <ul class="tight">
        {problems.map(({ field, detail, next }) => (
          <li key={detail}>
            {field === null ? detail : <a href={`#${field}`}>{detail}</a>}
            {next.length === 0 ? null : (
              <p class="actions">
                {next.map(({ href, label }) => (
                  <a key={href} href={href}>
                    {label}
                  </a>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is wrong with one field, under it. */
export function BesideField({ problems, id }: Pick<ProblemsProps, 'problems'> & { readonly id: string }) {
  const problem = problems.find(({ field }) => field === id)
  if (problem === undefined) return null
  return (
    <p class="problem" id={`${id}-problem`}>
      {problem.detail}
    </p>
  )
}

/** The attributes of a field that is wrong: the first of them is where the visitor goes on. */
export function markWrong(problems: readonly BookingProblem[], id: string) {
  if (!problems.some(({ field }) => field === id)) return {}
  return {
    'aria-invalid': true,
    'aria-describedby': `${id}-problem`,
    ...(problems[0]?.field === id ? goOnHere : {}),
  }
}
