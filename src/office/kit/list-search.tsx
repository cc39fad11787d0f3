import type { ComponentChildren } from 'preact'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Field } from '../../pages/form/field.tsx'
import { useReader } from '../../pages/reader.ts'
import { DeskSearchField, longestSearch } from './desk-search-field.tsx'

type ListSearchProps = {
  /** The page of the list. */
  readonly action: string
  readonly label: string
  /** As it was typed. */
  readonly text: string
  /** That of whoever reads the page when absent. */
  readonly language?: Language
  /** What else the list may be narrowed by. */
  readonly children?: ComponentChildren
}

/** Above a list: what its lines are found by (`q`), and which of them are listed. */
export function ListSearch({ action, label, text, language, children }: ListSearchProps) {
  const reader = useReader()
  return (
    <search>
      <form class="search" method="get" action={action}>
        <Field id="q" label={label} type="search" autocomplete="off" maxLength={longestSearch} value={text} />
        {children}
        <button class="button quiet" type="submit">
          {deskTexts[language ?? reader.language].search}
        </button>
      </form>
    </search>
  )
}

/** Where a name, an address or a number finds whoever stands at the desk. */
export type DeskWords = {
  readonly search: string
  readonly searchHelp: string
  readonly button: string
  /** Of what is too little to find anybody by. */
  readonly tooShort: string
}

type DeskSearchProps = Omit<ListSearchProps, 'label' | 'language'> & {
  readonly words: DeskWords
  readonly isTooShort: boolean
  /** Nothing else on the page comes before it. */
  readonly isMain: boolean
}

/** The same at the desk. */
export function DeskSearch({ action, words, text, isTooShort, isMain, children }: DeskSearchProps) {
  return (
    <search>
      <form class="search" method="get" action={action}>
        <div class="more">
          <DeskSearchField words={words} text={text} problem={isTooShort ? words.tooShort : null} />
        </div>
        {children}
        <button class={isMain ? 'button' : 'button quiet'} type="submit">
          {words.button}
        </button>
      </form>
    </search>
  )
}
