import { at, visitorPaths } from '../../lib/paths.ts'
import { docsTexts } from '../../messages/site/docs.ts'
import { Field } from '../../pages/form/field.tsx'
import { Section, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { useMark } from '../../pages/written.tsx'
import { type Chapter, chapters } from './chapter.ts'
import { type Documentation, formerAnchor, type OperationGroup } from './documentation.ts'

/** The way to everything: a search, the guides and chapters, and the operations by tag. */
export function ContentsPage({ groups, base }: Pick<Documentation, 'groups'> & { readonly base: string }) {
  const words = useTexts(docsTexts)
  return (
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <DocsSearch asked="" />
      <p>
        {words.host} <code>{base}</code>
      </p>
      <ChapterList title={words.guides} folder="guides" />
      <ChapterList title={words.chapters} folder="interface" />
      <Section id="operations" title={words.operations}>
        <ul class="tight">
          <li>
            <a href={visitorPaths.docsErrors}>{words.errorsLink}</a>
          </li>
          <li>
            <a href={visitorPaths.openApi}>{words.machine}</a>
          </li>
        </ul>
        {groups.map((group) => (
          <Operations key={group.slug} {...group} />
        ))}
      </Section>
    </div>
  )
}

/** The field of the search, without script. */
export function DocsSearch({ asked }: { readonly asked: string }) {
  const words = useTexts(docsTexts)
  return (
    <search>
      <form class="search" method="get" action={visitorPaths.docs}>
        <Field id="q" label={words.search} type="search" maxLength={100} value={asked} />
        <Submit>{words.searchButton}</Submit>
      </form>
    </search>
  )
}

function ChapterList({ title, folder }: { readonly title: string; readonly folder: Chapter['folder'] }) {
  const english = useMark('en')
  const own = chapters.filter((chapter) => chapter.folder === folder)
  if (own.length === 0) return null
  return (
    <Section id={folder} title={title}>
      <ul class="tight" {...english}>
        {own.map(({ name, title: called, about }) => (
          <li key={name}>
            <a href={at(visitorPaths.docsChapter, { folder, chapter: name })}>{called}</a>
            {about === '' ? null : <span class="muted"> · {about}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Operations({ tag, slug, address, operations }: OperationGroup) {
  const english = useMark('en')
  return (
    <section class="tight" aria-labelledby={slug} {...english}>
      <h3 id={slug}>
        <a href={address}>{tag}</a>
      </h3>
      <ul class="tight calls">
        {operations.map((documented) => (
          <li key={documented.name} id={formerAnchor(documented)}>
            <a href={`${address}#${documented.name}`}>{documented.operation.summary}</a>{' '}
            <code class="muted">
              {documented.method} {documented.path}
            </code>
          </li>
        ))}
      </ul>
    </section>
  )
}
