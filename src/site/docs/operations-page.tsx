import { ofAnyRequest } from '../../http/openapi-refusals.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { docsTexts } from '../../messages/site/docs.ts'
import { Back, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { useMark } from '../../pages/written.tsx'
import { chapters } from './chapter.ts'
import { type Documentation, fieldsOf, objectsOf, type OperationGroup } from './documentation.ts'
import { Fields } from './fields.tsx'
import { Operation } from './operation.tsx'

/** The chapters that say more of the operations of a tag, where they are not called as it is. */
const chaptersOfTags: Readonly<Record<string, readonly string[]>> = {
  documentation: ['readme'],
  programme: ['events'],
  memberships: ['catalogue'],
  devices: ['keys-and-devices'],
  exports: ['accounting'],
  audit: ['accounting'],
  settings: ['tenants'],
  places: ['tenants'],
  keys: ['keys-and-devices'],
}

type OperationsPageProps = {
  readonly group: OperationGroup
  readonly documentation: Documentation
  readonly base: string
}

/** Every operation of a tag, and what their answers consist of. */
export function OperationsPage({ group, documentation, base }: OperationsPageProps) {
  const words = useTexts(docsTexts)
  const english = useMark('en')
  const { tag, slug, operations } = group
  const names = chaptersOfTags[slug] ?? [slug]
  const objects = objectsOf(operations, documentation.schemas)
  return (
    <div class="stack">
      <Back to={visitorPaths.docs}>{words.toContents}</Back>
      <h1 {...english}>{tag}</h1>
      <ul class="tight">
        {chapters
          .filter(({ folder, name }) => folder === 'interface' && names.includes(name))
          .map(({ folder, name, title }) => (
            <li key={name}>
              {words.more}{' '}
              <a href={at(visitorPaths.docsChapter, { folder, chapter: name })} {...english}>
                {title}
              </a>
            </li>
          ))}
      </ul>
      <Calls operations={operations} />
      <p class="small">
        {words.anyRequest}{' '}
        {ofAnyRequest.map((code, index) => (
          <>
            {index === 0 ? '' : ', '}
            <a href={`${visitorPaths.docsErrors}#${code}`}>
              <code>{code}</code>
            </a>
          </>
        ))}
      </p>
      {operations.map((documented) => (
        <Operation key={documented.name} {...{ documented, documentation, base }} />
      ))}
      <Objects {...{ objects, documentation }} />
    </div>
  )
}

/** Leads to each operation of the page. */
function Calls({ operations }: Pick<OperationGroup, 'operations'>) {
  const words = useTexts(docsTexts)
  const english = useMark('en')
  return (
    <nav aria-label={words.onThisPage}>
      <ul class="tight calls">
        {operations.map(({ name, method, path, operation }) => (
          <li key={name}>
            <a href={`#${name}`} {...english}>
              {operation.summary}
            </a>{' '}
            <code class="muted">
              {method} {path}
            </code>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ObjectsProps = Pick<OperationsPageProps, 'documentation'> & { readonly objects: readonly string[] }

function Objects({ objects, documentation }: ObjectsProps) {
  const words = useTexts(docsTexts)
  if (objects.length === 0) return null
  return (
    <Section id="objects" title={words.objects} lead={words.objectsLead}>
      {objects.map((name) => (
        <section key={name} id={name} class="stack" aria-labelledby={`${name}-title`}>
          <h3 id={`${name}-title`}>
            <code>{name}</code>
          </h3>
          <Fields anchor={name} fields={fieldsOf(documentation.schemas[name] ?? {})} documentation={documentation} />
        </section>
      ))}
    </Section>
  )
}
