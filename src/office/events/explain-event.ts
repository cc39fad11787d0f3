import type { AppError } from '../../errors.ts'
import type { ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import type { Asked } from '../../http/route.ts'
import type { Language } from '../../lib/language.ts'
import { eventTexts } from '../../messages/office/event.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { explainDifferences, explainFields } from '../kit/explain.ts'
import { placesOf } from './event-form.tsx'
import { namedChoice } from '../kit/form-fields.tsx'
import { askedFields, type FilledEvent } from './filled-event.ts'

/** Fields of the form, by what use cases call them. */
const fieldOf = { end_datetime: 'ends', datetime: 'starts', location: 'place', stage: 'place' }

/** Beside the field it is about. Null: nothing the form could put right. */
export function explainRefusal(error: AppError, { request }: Asked): readonly FormProblem[] | null {
  return explainFields(error, request.language, fieldOf)
}

/** For whoever comes second: what is there now, beside each field where they typed something else. */
export function explainChanges(
  now: FilledEvent,
  typed: FilledEvent,
  choices: ProgrammeChoices,
  language: Language,
): readonly FormProblem[] {
  const names = new Map<string, string>([
    ...placesOf(choices),
    ...[...choices.projects, ...choices.products, ...choices.options, ...choices.artists].map(
      ({ id, name }) => [id, name] as const,
    ),
  ])
  const { changed, fields } = eventTexts[language]
  return explainDifferences(
    now,
    typed,
    { changed, language },
    (value, field) => namedChoice(askedFields, fields, value, field) ?? names.get(value) ?? value,
  )
}
