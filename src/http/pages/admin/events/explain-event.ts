import type { AppError } from '../../../../errors.ts'
import type { ProgrammeChoices } from '../../../../features/event/programme-choices.queries.ts'
import type { Language } from '../../../../lib/language.ts'
import { eventTexts } from '../../../texts/admin/event-texts.ts'
import { describeFields } from '../../../texts/describe-fields.ts'
import { texts } from '../../../texts/texts.ts'
import type { FormProblem } from '../../form/problems.tsx'
import { placesOf } from './event-form.tsx'
import type { FilledEvent } from './filled-event.ts'

/** Fields of the form, by what use cases call them. */
const fieldOf: Readonly<Record<string, string>> = {
  end_datetime: 'ends',
  datetime: 'starts',
  location: 'place',
  stage: 'place',
}

/** Beside the field it is about. Null: nothing the form could put right. */
export function explainRefusal(error: AppError, language: Language): readonly FormProblem[] | null {
  const { fields } = error.details
  if (fields === undefined) return null
  return Object.entries(describeFields(fields, texts[language])).map(([field, [detail = '']]) => ({
    field: fieldOf[field] ?? field,
    detail,
  }))
}

/** For whoever comes second: what is there now, beside each field where they typed something else. */
export function explainDifferences(
  now: FilledEvent,
  typed: FilledEvent,
  choices: ProgrammeChoices,
  language: Language,
): readonly FormProblem[] {
  const words = eventTexts[language]
  const names = new Map<string, string>([
    ...placesOf(choices),
    ...[...choices.projects, ...choices.products, ...choices.options, ...choices.artists].map(
      ({ id, name }) => [id, name] as const,
    ),
  ])
  const named = (id: string) => names.get(id) ?? id
  const shown = (value: FilledEvent[keyof FilledEvent]) =>
    typeof value === 'string'
      ? named(value).replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')
      : value.map((one) => (typeof one === 'string' ? named(one) : `${named(one.id)} ${one.at}`)).join(', ')
  const differing = (Object.keys(now) as (keyof FilledEvent)[]).filter(
    (field) => JSON.stringify(sorted(now[field])) !== JSON.stringify(sorted(typed[field])),
  )
  return [
    { field: null, detail: words.changed },
    ...differing.map((field) => {
      const value = shown(now[field])
      return { field, detail: value === '' ? words.emptyNow : words.changedTo(value) }
    }),
  ]
}

/** Ticks have no order that anybody chose. */
function sorted(value: FilledEvent[keyof FilledEvent]): unknown {
  return typeof value === 'string'
    ? value.replaceAll('\r\n', '\n')
    : value.map((one) => JSON.stringify(one)).toSorted()
}
