import { documentedErrors } from '../../http/openapi.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { type DocsTexts, docsTexts } from '../../messages/site/docs.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { useTexts } from '../../pages/reader.ts'
import { useMark } from '../../pages/written.tsx'
import {
  answersOf,
  bodyOf,
  type Documentation,
  type DocumentedAnswer,
  type DocumentedBody,
  type DocumentedOperation,
  fieldsOf,
  parametersAnchor,
  parametersOf,
  schemaName,
} from './documentation.ts'
import { Fields, Said, typeText } from './fields.tsx'

type OperationProps = {
  readonly documented: DocumentedOperation
  readonly documentation: Documentation
  /** Where the organisation answers. */
  readonly base: string
}

/** Shows one operation: who may call it, what it takes and answers, why it refuses, and a line for the terminal. */
export function Operation({ documented, documentation, base }: OperationProps) {
  const words = useTexts(docsTexts)
  const english = useMark('en')
  const { operation, method, path, name } = documented
  const body = bodyOf(documented)
  return (
    <section class="stack operation" id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`} {...english}>
        {operation.summary}
      </h2>
      <p>
        <code>
          <b>{method}</b> {path}
        </code>
      </p>
      {operation.description ? (
        <p class="prose">
          <Said {...documentation}>{operation.description}</Said>
        </p>
      ) : null}
      <p>
        <span class="muted">{words.needs}</span> <Needs operation={operation} />
      </p>
      <Fields
        title={words.parameters}
        anchor={parametersAnchor(name)}
        fields={parametersOf(documented)}
        documentation={documentation}
        isAsked
      />
      {body === undefined ? null : (
        <Fields
          title={`${words.request} (${body.types.join(', ')})${body.isRequired ? '' : `: ${words.mayBeLeftOut}`}`}
          anchor={name}
          fields={fieldsOf(body.schema, documentation.schemas)}
          documentation={documentation}
          isAsked
        />
      )}
      {answersOf(documented).map((answer) => (
        <Answer key={answer.status} {...answer} />
      ))}
      <Refusals codes={operation['x-refuses'] ?? []} />
      <details>
        <summary>{words.try}</summary>
        <pre tabindex={0}>{curl(documented, base, body)}</pre>
      </details>
    </section>
  )
}

function Needs({ operation }: Pick<DocumentedOperation, 'operation'>) {
  const { access } = useTexts(docsTexts)
  const permission = operation['x-permission']
  return (
    <>
      {access[needs(operation)]}
      {permission === undefined ? null : (
        <>
          {' '}
          (<code>{permission}</code>)
        </>
      )}
    </>
  )
}

function Answer({ status, type, schema, example }: DocumentedAnswer) {
  const words = useTexts(docsTexts)
  const name = schemaName(schema.items ?? schema)
  return (
    <details>
      <summary>
        {words.answer} {status}
      </summary>
      <div class="stack">
        {name === undefined ? (
          <p>{type === '' ? words.noContent : <code>{type}</code>}</p>
        ) : (
          <p>
            <a href={`#${name}`}>
              <code>{typeText(schema)}</code>
            </a>
          </p>
        )}
        {example === undefined ? null : <pre tabindex={0}>{JSON.stringify(example, null, 2)}</pre>}
      </div>
    </details>
  )
}

function Refusals({ codes }: { readonly codes: readonly string[] }) {
  const words = useTexts(docsTexts)
  const { errors } = useTexts(refusalTexts)
  const listed = documentedErrors.filter(({ code }) => codes.includes(code))
  if (listed.length === 0) return null
  return (
    <details>
      <summary>{words.refuses({ count: listed.length })}</summary>
      <ul class="rows">
        {listed.map(({ code, status }) => (
          <li key={code}>
            <span>{status}</span>
            <a class="name" href={`${visitorPaths.docsErrors}#${code}`}>
              <code>{code}</code>
            </a>
            <span class="state">{errors[code].title}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Operations = DocumentedOperation['operation']

function needs({ security = [], 'x-permission': permission }: Operations): keyof DocsTexts['access'] {
  const schemes = security.map((scheme) => Object.keys(scheme)[0])
  if (schemes.includes('deviceKey')) return 'device'
  if (schemes.includes(undefined) || schemes.length === 0) return permission === undefined ? 'public' : 'body'
  return schemes.includes('apiKey') ? 'key' : 'session'
}

function curl(documented: DocumentedOperation, base: string, body: DocumentedBody | undefined): string {
  const { method, path, operation } = documented
  const lines = [
    `curl -X ${method} '${base}${path.replaceAll(/\{(\w+)\}/g, '<$1>')}'`,
    ...(needs(operation) === 'public' ? [] : [`-H 'Authorization: Api-Key <key>'`]),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example)}'`] : []),
  ]
  return lines.join(' \\\n  ')
}
