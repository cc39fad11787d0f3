import { visitorPaths } from '../../lib/paths.ts'
import { docsTexts } from '../../messages/site/docs.ts'
import { Back } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { useMark } from '../../pages/written.tsx'
import { DocsSearch } from './contents-page.tsx'
import type { SearchResults } from './search-index.ts'

type ResultsPageProps = SearchResults & { readonly asked: string }

/** What a search found, each with the way to where it stands. */
export function ResultsPage({ asked, count, results }: ResultsPageProps) {
  const words = useTexts(docsTexts)
  const english = useMark('en')
  return (
    <div class="stack">
      <h1>{words.searchTitle}</h1>
      <DocsSearch asked={asked} />
      <p class={count === 0 ? 'empty' : 'muted'}>
        {words.found({ count })} {count > results.length ? words.firstShown({ count: results.length }) : null}
      </p>
      <ul class="rows">
        {results.map(({ kind, name, where, excerpt, address }) => (
          <li key={address}>
            <a class="name" href={address} {...(kind === 'code' ? {} : english)}>
              {kind === 'field' || kind === 'code' ? <code>{name}</code> : name}
            </a>
            <span class="small muted">
              {words.kinds[kind]}
              {where === undefined || where === name ? null : (
                <>
                  {' · '}
                  <span {...english}>{where}</span>
                </>
              )}
            </span>
            <span class="state" {...(kind === 'code' ? {} : english)}>
              {excerpt}
            </span>
          </li>
        ))}
      </ul>
      <Back to={visitorPaths.docs}>{words.toContents}</Back>
    </div>
  )
}
