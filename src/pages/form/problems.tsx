/** One thing that is wrong with a form, in words, with what can be done next. */
export type FormProblem = {
  /** The id of the field it is about; null: it is about the form as a whole. */
  readonly field: string | null
  readonly detail: string
  /** The name of the field, where the problem does not say it. */
  readonly about?: string
  readonly next?: readonly { readonly href: string; readonly label: string }[]
}

/** Makes a problem of the form as a whole. */
export const asWhole = (detail: string): readonly FormProblem[] => [{ field: null, detail }]

type ProblemsProps = {
  readonly problems: readonly FormProblem[]
  /** What did not happen, as the title. */
  readonly title: string
}

/** The attribute of the element that has the focus when the page is shown: without script, by the browser's own means. */
export const goOnHere = { autofocus: true }

/** Says at the top of a form what is wrong in it, with links to each field. */
export function Problems({ problems, title }: ProblemsProps) {
  const [first] = problems
  if (first === undefined) return null
  return (
    <div class="notice refused" role="alert" tabIndex={-1} {...(first.field === null ? goOnHere : {})}>
      <strong>{title}</strong>
      <ul class="tight">
        {problems.map(({ field, detail, about, next = [] }) => (
          <li key={`${field} ${detail}`}>
            {field === null ? (
              detail
            ) : (
              <a href={`#${field}`}>{about === undefined ? detail : `${about} · ${detail}`}</a>
            )}
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

type OfField = { readonly problems: readonly FormProblem[]; readonly id: string }

/** Says beside a field what is wrong with it. */
export function BesideField({ problems, id }: OfField) {
  const problem = problems.find(({ field }) => field === id)
  if (problem === undefined) return null
  return (
    <p class="problem" id={`${id}-problem`}>
      {problem.detail}
    </p>
  )
}

/**
 * The attributes of a field that has a problem: the first of these fields gets the focus.
 *
 * @param helpId the id of the field's help, read out before what is wrong with it
 */
export function markWrong({ problems, id, helpId }: OfField & { readonly helpId?: string | undefined }) {
  const isWrong = problems.some(({ field }) => field === id)
  const described = [...(helpId === undefined ? [] : [helpId]), ...(isWrong ? [`${id}-problem`] : [])]
  return {
    ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
    ...(isWrong ? { 'aria-invalid': true } : {}),
    ...(problems[0]?.field === id ? goOnHere : {}),
  }
}
