import type { ComponentChildren } from 'preact'
import { Field } from './field.tsx'

type CodeFormProps = {
  /** Where the digits are sent. */
  readonly action: string
  readonly email: string
  /** Makes the code good in this browser only. */
  readonly handle: string
  /** What was wrong with the code that was typed. */
  readonly problem: string | null
  /** What asks for another code. */
  readonly again: ComponentChildren
  readonly words: {
    readonly sentTitle: string
    readonly sent: (given: { readonly email: string }) => string
    readonly code: string
    readonly codeButton: string
    readonly enough: string
  }
  /** What else the form sends. */
  readonly children?: ComponentChildren
}

/** What to do once a mail with a link and a code is sent: the mail may well be on another device. */
export function CodeForm({ action, email, handle, problem, again, words, children }: CodeFormProps) {
  return (
    <div class="stack narrow">
      <h1>{words.sentTitle}</h1>
      <p class="lead">{words.sent({ email })}</p>
      <form method="post" action={action} noValidate>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="handle" value={handle} />
        {children}
        <Field
          id="code"
          class="code"
          label={words.code}
          problems={problem === null ? [] : [{ field: 'code', detail: problem }]}
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={20}
          required
        />
        <button class="button" type="submit">
          {words.codeButton}
        </button>
      </form>
      {again}
      <p class="muted small">{words.enough}</p>
    </div>
  )
}
