import { AppError } from '../../errors.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { describeFields } from '../../http/describe-fields.ts'
import type { Asked } from '../../http/route.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'

/**
 * Says beside each field that a refusal names what is wrong. Null: nothing that the form could put right.
 *
 * @param fieldOf names of the form's fields, by the names that use cases have for them, where the two differ
 */
export function explainFields(
  { details: { fields } }: AppError,
  language: Language,
  fieldOf: Readonly<Record<string, string>> = {},
): readonly FormProblem[] | null {
  if (fields === undefined) return null
  return Object.entries(describeFields(fields, language)).map(([field, [detail = '']]) => ({
    field: fieldOf[field] ?? field,
    detail,
  }))
}

/** Explains a refusal of a page beside the fields that it names (`explainFields`). */
export function explainByField(fieldOf?: Readonly<Record<string, string>>) {
  return (refusal: AppError, { request }: Asked) => explainFields(refusal, request.language, fieldOf)
}

type Tried<Read> = { readonly read: Read | null; readonly problems: readonly FormProblem[] }

/** Reads days that were typed, or says beside them what is wrong; `read` is null then. */
export function tryDays<Read>(read: () => Read, language: Language): Tried<Read> {
  try {
    return { read: read(), problems: [] }
  } catch (error) {
    const problems = error instanceof AppError ? explainFields(error, language) : null
    if (problems === null) throw error
    return { read: null, problems }
  }
}

/** What a field of a form holds: a text, or several things that were chosen, some with a text of their own. */
export type FieldValue = string | readonly (string | { readonly id: string; readonly at: string })[]

/**
 * Tells the person who comes second what is there now, beside each field where they typed something else.
 *
 * @param changed the sentence that says what happened, as a whole
 * @param named names the value of a field as people call it
 */
export function explainDifferences<Filled extends { readonly [Field in keyof Filled]: FieldValue }>(
  now: Filled,
  typed: Filled,
  { changed, language }: { readonly changed: string; readonly language: Language },
  named: (value: string, field: string) => string = (value) => value,
): readonly FormProblem[] {
  const words = deskTexts[language]
  const shown = (value: FieldValue, field: string) =>
    typeof value === 'string'
      ? named(value, field).replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')
      : value
          .map((one) => (typeof one === 'string' ? named(one, field) : `${named(one.id, field)} ${one.at}`))
          .join(', ')
  const differing = (Object.keys(now) as (keyof Filled & string)[]).filter(
    (field) => JSON.stringify(sorted(now[field])) !== JSON.stringify(sorted(typed[field])),
  )
  return [
    { field: null, detail: changed },
    ...differing.map((field) => {
      const value = shown(now[field], field)
      return { field, detail: value === '' ? words.emptyNow : words.changedTo({ value }) }
    }),
  ]
}

/** Sorts ticks: they have no order that anybody chose. */
function sorted(value: FieldValue): unknown {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value.map((one) => JSON.stringify(one)).toSorted()
}
