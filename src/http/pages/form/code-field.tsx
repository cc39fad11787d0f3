import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { Field } from './field.tsx'
import type { FormProblem } from './problems.tsx'

type CodeFieldProps = {
  /** As it was typed. */
  readonly value: string
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

/** A promotional code. Folded up: most people have none, and nobody should look for one. */
export function CodeField({ value, problems, language }: CodeFieldProps) {
  const words = pageTexts[language].promotionalCode
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
    </details>
  )
}
