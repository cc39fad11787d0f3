import { paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { searchTexts } from '../../messages/office/search.ts'
import { Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { longestSearch } from './desk-search-field.tsx'
import { ariaKeys, ownKeys } from './keys.ts'
import { searchParts, searchScript } from './search-script.ts'

type SearchFieldProps = {
  readonly id: string
  /** Whether it is for somebody with a keyboard: it names the keys, and Enter is its button. */
  readonly hasKeys?: boolean
}

/** The field of the search of the whole administration, in the head of the navigation (ADR 0287). */
export function SearchField({ id, hasKeys = false }: SearchFieldProps) {
  const words = useTexts(searchTexts)
  return (
    <search class="find" aria-label={words.title} {...{ [searchParts.field]: '' }}>
      {hasKeys ? <script type="module" src={searchScript.path} /> : null}
      <form class="search" method="get" action={paths.search}>
        <div class="field">
          <label for={id}>{words.everything}</label>
          <input
            id={id}
            name="q"
            type="search"
            autocomplete="off"
            autocapitalize="none"
            enterkeyhint="search"
            maxLength={longestSearch}
            aria-keyshortcuts={ariaKeys(ownKeys.search)}
          />
        </div>
        {hasKeys ? (
          <span class="keys" hidden aria-hidden="true" {...{ [searchParts.keys]: '' }}>
            <kbd>/</kbd> <kbd>Ctrl K</kbd>
          </span>
        ) : (
          <Submit look="quiet">{useTexts(deskTexts).search}</Submit>
        )}
      </form>
    </search>
  )
}
