import type { CalendarChoices } from '../../features/tenant/shared-calendar.queries.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { calendarTexts } from '../../messages/site/calendar.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { Choice, type ChoiceProps, Field } from '../../pages/form/field.tsx'
import { Submit } from '../../pages/parts.tsx'
import { categoryOptions } from '../../pages/event-category.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

/** The fields of a search as the address has them; '' is not asked for. */
export type SearchFields = {
  readonly q: string
  readonly from: string
  readonly to: string
  readonly town: string
  /** Of the event. */
  readonly category: string
  readonly kind: string
  readonly by: string
}

type CalendarSearchProps = { readonly fields: SearchFields; readonly choices: CalendarChoices }

/** The form of a search: one field first; what narrows it down is folded away: what is asked for is said above the events. A choice of only one is not offered. */
export function CalendarSearch({ fields, choices }: CalendarSearchProps) {
  const { language } = useReader()
  const words = useTexts(calendarTexts)
  const { categories } = useTexts(commonTexts)
  return (
    <search>
      <form class="search" method="get" action={visitorPaths.home}>
        <Field
          id="q"
          label={words.search}
          type="search"
          maxLength={100}
          value={fields.q}
          placeholder={words.searchHint}
        />
        <Submit>{words.searchButton}</Submit>
        <details class="more">
          <summary>{words.filters}</summary>
          <div class="filters">
            <Field id="from" label={words.from} type="date" value={fields.from} />
            <Field id="to" label={words.to} type="date" value={fields.to} />
            <Narrowing
              id="town"
              label={words.town}
              value={fields.town}
              any={words.anyTown}
              options={choices.towns.map((town) => [town, town])}
            />
            <Narrowing
              id="category"
              label={words.category}
              value={fields.category}
              any={words.anyCategory}
              options={categoryOptions(choices.eventCategories, language)}
            />
            <Narrowing
              id="kind"
              label={words.kind}
              value={fields.kind}
              any={words.anyKind}
              options={choices.categories.map((category) => [category, categories[category]])}
            />
            <Narrowing
              id="by"
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

type NarrowingProps = ChoiceProps & {
  /** The name of the option that leaves the field out. */
  readonly any: string
}

function Narrowing({ any, options, ...choice }: NarrowingProps) {
  if (options.length < 2 && choice.value === '') return null
  return <Choice {...choice} options={[['', any], ...options]} />
}
