import type { ComponentChildren } from 'preact'
import { type EventCategory, eventCategoryOf } from '../../features/tenant/event-category.ts'
import { dayText, listText, withinSentence } from '../../lib/format.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { endOfDay, localDate } from '../../lib/time.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { categoryOptions } from '../../pages/event-category.ts'
import { type Reader, useReader } from '../../pages/reader.ts'
import type { SearchFields } from './calendar-search.tsx'
import { comingDays } from './coming-days.ts'
import { addressOfView, listView, mapView, monthAddress, type View } from './view.ts'

type ChipsProps = {
  readonly view: View
  /** Whether a map is offered. */
  readonly hasMap: boolean
  readonly fields: SearchFields
  /** Those of all that is coming; fewer than two are no choice. */
  readonly categories: readonly EventCategory[]
}

/** Leads to what people ask for first: tonight, this weekend, and each category; the rest of a search stays as it is. */
export function Chips({ view, hasMap, fields, categories }: ChipsProps) {
  const { language, now, timeZone } = useReader()
  const words = homeTexts[language]
  const { tonight, weekend } = comingDays(now, timeZone)
  const anyDay = { from: '', to: '' }
  // A month has days of its own.
  const ofDays = view.kind === 'map' ? view : listView
  const isOn = (days: typeof anyDay) => view.kind !== 'month' && fields.from === days.from && fields.to === days.to
  const chosen = eventCategoryOf(fields.category)
  const offered = categoryOptions([...new Set([...categories, ...(chosen === null ? [] : [chosen])])], language)
  return (
    <div class="tight">
      <nav class="chips" aria-label={words.days}>
        <Chip view={ofDays} fields={{ ...fields, ...anyDay }} isOn={isOn(anyDay)}>
          {words.allDays}
        </Chip>
        <Chip view={ofDays} fields={{ ...fields, ...tonight }} isOn={isOn(tonight)}>
          {words.tonight}
        </Chip>
        <Chip view={ofDays} fields={{ ...fields, ...weekend }} isOn={isOn(weekend)}>
          {words.weekend}
        </Chip>
        <a
          href={monthAddress(fields, localDate(now, timeZone).slice(0, 7))}
          aria-current={view.kind === 'month' ? 'true' : undefined}
        >
          {words.byMonth}
        </a>
        {view.kind === 'map' ? (
          <a href={addressOfView(listView, fields)}>{words.asList}</a>
        ) : hasMap ? (
          <a href={addressOfView(mapView, fields)}>{words.map}</a>
        ) : null}
      </nav>
      {chosen === null && categories.length < 2 ? null : (
        <nav class="chips" aria-label={words.categories}>
          <Chip {...{ view }} fields={{ ...fields, category: '' }} isOn={chosen === null}>
            {words.everything}
          </Chip>
          {offered.map(([category, name]) => (
            <Chip key={category} {...{ view }} fields={{ ...fields, category }} isOn={category === chosen}>
              {name}
            </Chip>
          ))}
        </nav>
      )}
    </div>
  )
}

type ChipProps = Pick<ChipsProps, 'view' | 'fields'> & { readonly isOn: boolean; readonly children: ComponentChildren }

function Chip({ view, fields, isOn, children }: ChipProps) {
  return (
    <a href={addressOfView(view, fields)} aria-current={isOn ? 'true' : undefined}>
      {children}
    </a>
  )
}

/** Says in words what is asked for, and leads to everything; nothing where everything is shown. `names`: of a place or an organisation. */
export function SearchInWords({
  fields,
  names = [],
}: Pick<ChipsProps, 'fields'> & { readonly names?: readonly string[] }) {
  const reader = useReader()
  const { language } = reader
  const words = homeTexts[language]
  const category = eventCategoryOf(fields.category)
  const said = [
    ...(fields.q === '' ? [] : [words.quoted({ words: fields.q })]),
    ...daysText(fields, reader),
    ...(category === null ? [] : categoryOptions([category], language).map(([, name]) => name)),
    ...names,
  ]
  if (said.length === 0) return null
  return (
    <p class="actions">
      <span>{words.shown({ search: listText(said, language) })}</span>
      <LinkTo to={visitorPaths.home}>{words.showAll}</LinkTo>
    </p>
  )
}

/** Words the days of a search; what is no day is not asked for. */
function daysText({ from, to }: SearchFields, reader: Reader): readonly string[] {
  const { language, timeZone } = reader
  const words = homeTexts[language]
  const told = (day: string) => {
    const end = endOfDay(day, timeZone)
    return end === null
      ? null
      : withinSentence(dayText({ ...reader, at: new Date(end.getTime() - 12 * 3_600_000) }), language)
  }
  const [first, last] = [told(from), told(to)]
  if (first !== null && last !== null) return [first === last ? first : words.fromTo({ first, last })]
  if (first !== null) return [words.since({ day: first })]
  return last === null ? [] : [words.until({ day: last })]
}
