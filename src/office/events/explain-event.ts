import type { ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import type { Language } from '../../lib/language.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { eventCategoryTexts } from '../../messages/site/event-category.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { explainByField } from '../kit/explain.ts'
import { placesOf } from './event-form.tsx'
import { explainForm } from '../kit/form-values.ts'
import { askedFields, type FilledEvent } from './filled-event.ts'

/** Names of the form's fields, by the names that use cases have for them. */
export const explainRefusal = explainByField({
  end_datetime: 'ends',
  datetime: 'starts',
  location: 'place',
  stage: 'place',
})

/** Tells the person who comes second what is there now, beside each field where they typed something else. */
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
  const words = { ...fields, eventCategoryChoices: eventCategoryTexts[language].names }
  return explainForm(askedFields, words, [withoutPrices(now), withoutPrices(typed)], { changed, language, names })
}

/** Prices are added, whatever is there. */
const withoutPrices = ({ prices, ...filled }: FilledEvent) => filled
