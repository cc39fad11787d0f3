import { visitorPaths } from '../../lib/paths.ts'
import { docsTexts } from '../../messages/site/docs.ts'
import { Back } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { useMark } from '../../pages/written.tsx'
import { type Chapter, linkedHtml } from './chapter.ts'
import type { Documentation } from './documentation.ts'

type ChapterPageProps = { readonly chapter: Chapter; readonly documentation: Documentation }

/** A chapter, in English whatever the language of the page. */
export function ChapterPage({ chapter, documentation }: ChapterPageProps) {
  const words = useTexts(docsTexts)
  const { language } = useReader()
  const english = useMark('en')
  const { title, headings } = chapter
  return (
    <div class="stack">
      <Back to={visitorPaths.docs}>{words.toContents}</Back>
      {language === 'en' ? null : <p class="muted">{words.inEnglish}</p>}
      <h1 {...english}>{title}</h1>
      {headings.length === 0 ? null : (
        <nav aria-label={words.onThisPage}>
          <ul class="tight" {...english}>
            {headings.map(({ anchor, title: heading }) => (
              <li key={anchor}>
                <a href={`#${anchor}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {/* Made of our own pages, in which HTML is shown as text (scripts/chapters.ts). */}
      <article class="chapter" {...english} dangerouslySetInnerHTML={{ __html: linkedHtml(chapter, documentation) }} />
    </div>
  )
}
