import type { ComponentChildren } from 'preact'
import type { Language } from '../../lib/language.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { Field } from './field.tsx'
import type { FormProblem } from './problems.tsx'

/** As it was typed, and what was wrong with it. */
export type RefusedCode = { readonly typed: string; readonly problems: readonly FormProblem[] }

type CodeFieldProps = {
  /** As it was typed. */
  readonly value: string
  readonly problems: readonly FormProblem[]
  readonly language: Language
  /** Folded up with it. */
  readonly children?: ComponentChildren
}

/** A promotional code. Folded up: most people have none, and nobody should look for one. */
export function CodeField({ value, problems, language, children }: CodeFieldProps) {
  const words = bookingTexts[language].promotionalCode
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
