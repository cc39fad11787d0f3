import type { CalendarChoices } from '../../../features/tenant/shared-calendar.queries.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'

/** As they stand in the address; '' is not asked for. */
export type SearchFields = {
  readonly q: string
  readonly from: string
  readonly to: string
  readonly town: string
  readonly kind: string
  readonly by: string
}

type CalendarSearchProps = {
  readonly fields: SearchFields
  readonly choices: CalendarChoices
  readonly language: Language
}

/** One field first; what narrows it down is folded away until it is used. A choice of one is none, and not offered. */
export function CalendarSearch({ fields, choices, language }: CalendarSearchProps) {
  const words = pageTexts[language].meta
  const { categories } = pageTexts[language]
  const narrowed = Object.entries(fields).some(([name, value]) => name !== 'q' && value !== '')
  return (
    <search>
      <form class="search" method="get" action="/">
        <div class="field grow">
          <label for="q">{words.search}</label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={100}
            value={fields.q}
            placeholder={words.searchHint}
          />
        </div>
        <button class="button" type="submit">
          {words.searchButton}
        </button>
        <details class="more" open={narrowed}>
          <summary>{words.filters}</summary>
          <div class="filters">
            <DateField name="from" label={words.from} value={fields.from} />
            <DateField name="to" label={words.to} value={fields.to} />
            <Choice
              name="town"
              label={words.town}
              value={fields.town}
              any={words.anyTown}
              options={choices.towns.map((town) => [town, town])}
            />
            <Choice
              name="kind"
              label={words.kind}
              value={fields.kind}
              any={words.anyKind}
              options={choices.categories.map((category) => [category, categories[category]])}
            />
            <Choice
              name="by"
              label={words.by}
              value={fields.by}
              any={words.anybody}
              options={choices.organisations.map(({ slug, organisation }) => [slug, organisation])}
            />
          </div>
        </details>
      </form>
    </search>
  )
}

function DateField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} name={name} type="date" value={value} />
    </div>
  )
}

type ChoiceProps = {
  readonly name: string
  readonly label: string
  readonly value: string
  /** What leaving it out is called. */
  readonly any: string
  readonly options: readonly (readonly [value: string, label: string])[]
}

function Choice({ name, label, value, any, options }: ChoiceProps) {
  if (options.length < 2 && value === '') return null
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{any}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
