import type { ComponentChildren } from 'preact'
import { bookingTexts } from '../../messages/site/booking.ts'
import { useTexts } from '../reader.ts'
import { Field } from './field.tsx'
import type { FormProblem } from './problems.tsx'

/** A refused code as it was typed, and what was wrong with it. */
export type RefusedCode = { readonly typed: string; readonly problems: readonly FormProblem[] }

type CodeFieldProps = {
  /** The code as it was typed. */
  readonly value: string
  readonly problems: readonly FormProblem[]
  /** The words of the field; those for visitors when absent. */
  readonly words?: { readonly haveOne: string; readonly label: string; readonly help: string }
  /** What is folded up together with the field. */
  readonly children?: ComponentChildren
}

/** A promotional code. Folded up: most people have none, and nobody should look for one. */
export function CodeField({ value, problems, children, ...given }: CodeFieldProps) {
  const usual = useTexts(bookingTexts).promotionalCode
  const words = given.words ?? usual
  return (
    <details open={value !== ''}>
      <summary>{words.haveOne}</summary>
      <Field
        id="promotional_code"
        label={words.label}
        help={words.help}
        autocomplete="off"
        autocapitalize="characters"
        maxLength={100}
        problems={problems}
        value={value}
      />
      {children}
    </details>
  )
}
