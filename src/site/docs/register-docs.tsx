import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { describeOperations, documentedErrors, type OpenApiDocument } from '../../http/openapi.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { docsTexts } from '../../messages/site/docs.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { page, showPage } from '../../pages/page.ts'
import { Back } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { type DocumentedOperation, Operation } from './operation.tsx'

/** `/api/docs/`: the OpenAPI document for people, and `/api/docs/errors/`: every code with what it means. */
export function registerDocs(app: FastifyInstance, context: Pick<Context, 'urls'>): void {
  let document: OpenApiDocument | undefined
  page(app, {
    method: 'GET',
    url: visitorPaths.docs,
    isShared: true,
    handler: (input) => {
      document ??= describeOperations(app)
      const words = docsTexts[input.language]
      const base = context.urls.base(input.tenant.host)
      const groups = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags?.[0] ?? '')
      return showPage(
        input,
        { title: words.title, description: words.lead },
        <>
          <Lead base={base} />
          <Contents groups={groups} />
          {[...groups].map(([tag, operations]) => (
            <section key={tag} class="stack" aria-label={tag}>
              <h2>{tag}</h2>
              {operations.map((documented) => (
                <Operation key={documented.id} documented={documented} base={base} />
              ))}
            </section>
          ))}
        </>,
      )
    },
  })

  page(app, {
    method: 'GET',
    url: visitorPaths.docsErrors,
    isShared: true,
    handler: (input) => {
      const words = docsTexts[input.language]
      return showPage(input, { title: words.errorsTitle, description: words.errorsLead }, <Errors />)
    },
  })
}

type Groups = ReadonlyMap<string, readonly DocumentedOperation[]>

function Lead({ base }: { readonly base: string }) {
  const words = useTexts(docsTexts)
  return (
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <p>
        {words.host} <code>{base}</code>
      </p>
      <ul class="tight">
        <li>
          <a href={visitorPaths.openApi}>{words.machine}</a>
        </li>
        <li>
          <a href={visitorPaths.docsErrors}>{words.errorsLink}</a>
        </li>
      </ul>
    </div>
  )
}

function Contents({ groups }: { readonly groups: Groups }) {
  const words = useTexts(docsTexts)
  return (
    <nav class="stack" aria-label={words.contents}>
      <h2>{words.contents}</h2>
      {[...groups].map(([tag, operations]) => (
        <div key={tag} class="tight">
          <p>
            <b>{tag}</b>
          </p>
          <ul class="tight">
            {operations.map(({ id, method, path, operation }) => (
              <li key={id}>
                <a href={`#${id}`}>{operation.summary}</a>{' '}
                <code class="muted">
                  {method} {path}
                </code>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Errors() {
  const words = useTexts(docsTexts)
  const { errors } = useTexts(refusalTexts)
  return (
    <div class="stack">
      <h1>{words.errorsTitle}</h1>
      <p class="lead">{words.errorsLead}</p>
      <ul class="rows">
        {documentedErrors.map(({ code, status }) => {
          const { title, detail } = errors[code]
          return (
            <li key={code} id={code}>
              <span class="name">
                <code>{code}</code> {title}
              </span>
              <span class="figure">{status}</span>
              <span class="state">{detail}</span>
            </li>
          )
        })}
      </ul>
      <Back to={visitorPaths.docs}>{words.back}</Back>
    </div>
  )
}

const methods = ['get', 'post', 'patch', 'delete'] as const

function operationsOf(document: OpenApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method]
      const id = `${method}${path.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`.replace(/-$/, '')
      return operation ? [{ id, method: method.toUpperCase(), path, operation }] : []
    }),
  )
}
