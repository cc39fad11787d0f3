import type { OpenAPIV3_1 } from 'openapi-types'
import type { JsonSchema } from '../../http/openapi-schema.ts'
import { type DocsTexts, docsTexts } from '../../messages/site/docs.ts'
import { useTexts } from '../../pages/reader.ts'

export type DocumentedOperation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: OpenAPIV3_1.OperationObject
}

type Content = OpenAPIV3_1.MediaTypeObject | undefined

/** Shows one operation: who may call it, its parameters, body with its fields, answers with an example, and a line for the terminal. */
export function Operation({ documented, base }: { readonly documented: DocumentedOperation; readonly base: string }) {
  const words = useTexts(docsTexts)
  const { operation, method, path, id } = documented
  const body = jsonContent((operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content)
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]
  return (
    <section class="stack operation" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{operation.summary}</h3>
      <p>
        <code>
          <b>{method}</b> {path}
        </code>
      </p>
      {operation.description ? <p class="prose">{operation.description}</p> : null}
      <p class="small muted">
        {words.needs} {needs(operation, words)}
      </p>
      {parameters.length > 0 ? (
        <Fields
          title={words.parameters}
          fields={parameters.map((parameter) => ({
            name: parameter.name,
            required: parameter.required ?? false,
            schema: schemaOf(parameter.schema),
          }))}
        />
      ) : null}
      {body ? <Fields title={words.request} fields={fieldsOf(schemaOf(body.schema))} /> : null}
      <details>
        <summary>{words.try}</summary>
        <pre tabindex={0}>{curl(documented, base, body)}</pre>
      </details>
      {Object.entries(operation.responses ?? {})
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => {
          const content = Object.values((response as OpenAPIV3_1.ResponseObject).content ?? {})[0]
          return (
            <details key={status}>
              <summary>
                {words.answer} {status}
              </summary>
              {content ? <pre tabindex={0}>{JSON.stringify(content.example, null, 2)}</pre> : null}
            </details>
          )
        })}
    </section>
  )
}

type Field = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema }

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) {
  const words = useTexts(docsTexts)
  if (fields.length === 0) return null
  return (
    <div class="tight">
      <p class="small muted">{title}</p>
      <ul class="rows">
        {fields.map((field) => (
          <li key={field.name}>
            <code class="name">{field.name}</code>
            <span class="small muted">
              {typeText(field.schema, words)}
              {field.required ? ` · ${words.required}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  const required = (schema['required'] as string[] | undefined) ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => [
    { name: prefix + key, required: required.includes(key), schema: value },
    ...fieldsOf(value.items ?? {}, `${prefix}${key}[].`),
  ])
}

function typeText(schema: JsonSchema, words: DocsTexts): string {
  const types = [schema.type ?? []].flat()
  const values = schema.enum?.filter((value) => value !== null).join(' | ')
  const kind = values ?? schema.format ?? types.filter((type) => type !== 'null').join(' | ')
  return types.includes('null') ? `${kind} ${words.orNull}` : kind
}

function needs(operation: OpenAPIV3_1.OperationObject, words: DocsTexts): string {
  const permission = (operation as { 'x-permission'?: string })['x-permission']
  const schemes = (operation.security ?? []).map((scheme) => Object.keys(scheme)[0])
  if (schemes.includes('deviceKey')) return words.access.device
  if (schemes.includes(undefined) || schemes.length === 0) return words.access.public
  if (schemes.includes('apiKey')) return permission ? `${words.access.key} (${permission})` : words.access.key
  return words.access.session
}

function curl({ method, path, operation }: DocumentedOperation, base: string, body: Content): string {
  const open = (operation.security ?? [{}]).some((scheme) => Object.keys(scheme).length === 0)
  const lines = [
    `curl -X ${method} '${base}${path.replaceAll(/\{(\w+)\}/g, '<$1>')}'`,
    ...(open ? [] : [`-H 'Authorization: Api-Key <key>'`]),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example)}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

/** The schemas are those of openapi-schema.ts, without references (`describeOperations`). */
function schemaOf(schema: unknown): JsonSchema {
  return (schema ?? {}) as JsonSchema
}

function jsonContent(content: Record<string, OpenAPIV3_1.MediaTypeObject> | undefined): Content {
  return content?.['application/json']
}
