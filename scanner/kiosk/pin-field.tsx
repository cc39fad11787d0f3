import { useLayoutEffect, useRef } from 'preact/hooks'

type Props = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** What is wrong with it; null: nothing. */
  readonly problem: string | null
  readonly isFirst?: boolean
}

/** Digits by the phone's own keys, and dots for whoever looks over the shoulder. */
export function PinField({ id, label, value, onInput, problem, isFirst = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  return (
    <>
      <label for={id}>{label}</label>
      <input
        {...{ id, ref: field, type: 'password', inputMode: 'numeric', autocomplete: 'off', required: true }}
        {...{ value, onInput: ({ currentTarget }) => onInput(currentTarget.value) }}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
      />
      {problem === null ? null : (
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
