import type { JsonSchema } from '../../http/openapi-schema.ts'
import { type DocsTexts, docsTexts } from '../../messages/site/docs.ts'
import { useTexts } from '../../pages/reader.ts'
import { useMark } from '../../pages/written.tsx'
import { type Documentation, type DocumentedField, partsOf, schemaName } from './documentation.ts'

type FieldsProps = {
  /** Absent: the heading above them says what they are. */
  readonly title?: string
  /** The beginning of their anchors, which go on with their paths. */
  readonly anchor: string
  readonly fields: readonly DocumentedField[]
  readonly documentation: Documentation
  /** Whether they are sent: some are required, and all have limits. */
  readonly isAsked?: boolean
}

/** Shows fields with what they mean. What is an object of its own is led to. */
export function Fields({ title, anchor, fields, documentation, isAsked = false }: FieldsProps) {
  const words = useTexts(docsTexts)
  if (fields.length === 0) return null
  return (
    <div class="tight">
      {title === undefined ? null : <h3 class="small muted">{title}</h3>}
      <ul class="rows fields">
        {fields.map(({ path, isRequired, schema }) => (
          <li key={path} id={`${anchor}.${path}`}>
            <code>{path}</code>
            <span class="small muted">
              <Type schema={schema} isLinked={!isAsked} />
              {isAsked ? limits(schema, words).map((limit) => ` · ${limit}`) : null}
              {isAsked && isRequired ? <b> · {words.required}</b> : null}
              {isAsked || isRequired ? null : ` · ${words.mayLack}`}
            </span>
            {schema['description'] ? (
              <span class="meaning">
                <Said {...documentation}>{String(schema['description'])}</Said>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Type({ schema, isLinked }: { readonly schema: JsonSchema; readonly isLinked: boolean }) {
  const { orNull } = useTexts(docsTexts)
  const name = partsOf(schema).map(schemaName).find(Boolean)
  const text = typeText(schema)
  return (
    <>
      {name !== undefined && isLinked ? <a href={`#${name}`}>{text}</a> : text}
      {mayBeNull(schema) ? ` ${orNull}` : ''}
    </>
  )
}

/** The type as programs call it: `uuid`, `B | F`, `Price[]`. */
export function typeText(schema: JsonSchema): string {
  const { items, anyOf, format } = schema
  const name = schemaName(schema)
  if (name !== undefined) return name
  if (items !== undefined) return `${typeText(items)}[]`
  if (anyOf !== undefined) return anyOf.map(typeText).filter(Boolean).join(' | ')
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (values !== undefined) return values.filter((value) => value !== null).join(' | ')
  return (
    format ??
    [schema.type ?? []]
      .flat()
      .filter((type) => type !== 'null')
      .join(' | ')
  )
}

function mayBeNull({ type, anyOf = [] }: JsonSchema): boolean {
  return [type].flat().includes('null') || anyOf.some(mayBeNull)
}

function limits(schema: JsonSchema, words: DocsTexts): readonly string[] {
  const { minimum, maximum, maxLength, maxItems, format } = schema as Readonly<Record<string, number | undefined>>
  return [
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
    ...(maxLength === undefined || format !== undefined ? [] : [words.characters({ count: maxLength })]),
    ...(maxItems === undefined ? [] : [words.items({ count: maxItems })]),
  ]
}

type SaidProps = Pick<Documentation, 'addressOf'> & { readonly children: string }

/** A sentence of the description, which is in English: what stands between backticks is code, and leads to where it is described. */
export function Said({ addressOf, children }: SaidProps) {
  return (
    <span {...useMark('en')}>
      {children.split('`').map((part, index) => {
        if (index % 2 === 0) return part
        const address = addressOf(part)
        return address === undefined ? (
          <code key={index}>{part}</code>
        ) : (
          <a key={index} href={address}>
            <code>{part}</code>
          </a>
        )
      })}
    </span>
  )
}
