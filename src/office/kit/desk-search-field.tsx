import { Field } from '../../pages/form/field.tsx'

/** The most characters of a search: no name, address or number is longer. */
export const longestSearch = 100

type DeskSearchFieldProps = {
  readonly words: { readonly search: string; readonly searchHelp: string }
  readonly text: string
  readonly problem: string | null
  readonly required?: boolean
  readonly autofocus?: boolean
}

/** A field where staff types a name, an address or a number; the browser corrects and keeps nothing. */
export function DeskSearchField({ words, text, problem, ...given }: DeskSearchFieldProps) {
  return (
    <Field
      id="q"
      label={words.search}
      help={words.searchHelp}
      type="search"
      autocomplete="off"
      autocapitalize="none"
      maxLength={longestSearch}
      value={text}
      problems={problem === null ? [] : [{ field: 'q', detail: problem }]}
      {...given}
    />
  )
}
