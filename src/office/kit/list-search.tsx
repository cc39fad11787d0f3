import type { ComponentChildren } from 'preact'
import { deskTexts } from '../../messages/office/desk.ts'
import { Field } from '../../pages/form/field.tsx'
import { useTexts } from '../../pages/reader.ts'
import { DeskSearchField, longestSearch } from './desk-search-field.tsx'
import { Submit } from '../../pages/parts.tsx'

/** Texts of the field that finds the person at the desk by a name, an address or a number. */
export type DeskWords = {
  readonly search: string
  readonly searchHelp: string
  readonly button: string
  /** The answer to a text that is too short to find anybody by. */
  readonly tooShort: string
}

type ListSearchProps = {
  /** The page of the list. */
  readonly action: string
  readonly label: string | DeskWords
  /** What was searched for, as it was typed. */
  readonly text: string
  /** Set at the desk if the text is too short to find anybody by. */
  readonly isTooShort?: boolean
  /** Set at the desk if nothing else on the page comes before the search. */
  readonly isMain?: boolean
  /** What else the list may be narrowed by. */
  readonly children?: ComponentChildren
}

/** The form above a list: a text to search for (`q`), and the choices that narrow the list. */
export function ListSearch({ action, label, text, isTooShort, isMain, children }: ListSearchProps) {
  const { search } = useTexts(deskTexts)
  return (
    <search>
      <form class="search" method="get" action={action}>
        {typeof label === 'string' ? (
          <Field id="q" label={label} type="search" autocomplete="off" maxLength={longestSearch} value={text} />
        ) : (
          <div class="more">
            <DeskSearchField words={label} text={text} problem={isTooShort ? label.tooShort : null} />
          </div>
        )}
        {children}
        <Submit look={isMain ? 'main' : 'quiet'}>{typeof label === 'string' ? search : label.button}</Submit>
      </form>
    </search>
  )
}
