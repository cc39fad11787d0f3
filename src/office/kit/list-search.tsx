import type { ComponentChildren } from 'preact'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Field } from '../../pages/form/field.tsx'
import { longestSearch } from './desk-search-field.tsx'

type ListSearchProps = {
  /** The page of the list. */
  readonly action: string
  readonly label: string
  /** As it was typed. */
  readonly text: string
  readonly language: Language
  /** What else the list may be narrowed by. */
  readonly children?: ComponentChildren
}

/** Above a list: what its lines are found by (`q`), and which of them are listed. */
export function ListSearch({ action, label, text, language, children }: ListSearchProps) {
  return (
    <search>
      <form class="search" method="get" action={action}>
        <Field id="q" label={label} type="search" autocomplete="off" maxLength={longestSearch} value={text} />
        {children}
        <button class="button quiet" type="submit">
          {deskTexts[language].search}
        </button>
      </form>
    </search>
  )
}
