import type { InputHTMLAttributes, Ref } from 'preact'

type Props = {
  readonly id: string
  readonly label: string
  /** The help that is always below the label. */
  readonly hint?: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** What is wrong with the value; null: nothing. */
  readonly problem?: string | null
  readonly type?: 'text' | 'search' | 'password'
  readonly inputMode?: 'numeric'
  /** Whether it is an address or a key, in which nothing is corrected. */
  readonly isMachineText?: boolean
  readonly field?: Ref<HTMLInputElement>
}

/** A field of one line, with its label, help, and what is wrong with it. */
export function TextField({ id, label, hint, value, onInput, problem = null, isMachineText, field, ...given }: Props) {
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`]
  // Preact's types tie a role to each kind of input; none is given here.
  const input = { type: 'text', ...given } as InputHTMLAttributes
  const described = [...(hint === undefined ? [] : [hintId]), ...(problem === null ? [] : [problemId])]
  return (
    <>
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <p id={hintId} class="hint">
          {hint}
        </p>
      )}
      <input
        {...{ id, value, required: true, autocomplete: 'off', ...input }}
        {...(isMachineText ? { autocapitalize: 'off', spellcheck: false } : {})}
        ref={field ?? null}
        aria-describedby={described.join(' ') || undefined}
        aria-invalid={problem === null ? undefined : true}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {problem === null ? null : (
        <p id={problemId} class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
