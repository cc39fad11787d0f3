import { languageName } from '../lib/format.ts'
import type { Language } from '../lib/language.ts'
import { visitorPaths } from '../lib/paths.ts'
import { layoutTexts } from '../messages/site/layout.ts'

/**
 * Offers the languages that a page can be read in, each under its own name. It is a form, since browsers and mail programs follow links
 * ahead of people; it holds nothing of the page, which the browser names when the form is sent (ADR 0253).
 */
export function LanguageSwitch({ choice, language }: { choice: readonly Language[]; language: Language }) {
  if (choice.length < 2) return null
  return (
    <form action={visitorPaths.language} method="post" aria-label={layoutTexts[language].languages}>
      {choice.toSorted().map((one) =>
        one === language ? (
          <span key={one} aria-current="true">
            {languageName(one, one)}
          </span>
        ) : (
          <button key={one} type="submit" name="language" value={one} lang={one}>
            {languageName(one, one)}
          </button>
        ),
      )}
    </form>
  )
}
