import type { ComponentChildren } from 'preact'
import { usualOfflinePolicy } from '../../features/event/event.ts'
import type { ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { eventCategories } from '../../features/tenant/event-category.ts'
import { alwaysHasOne } from '../../features/tenant/category-rules.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import { cityOf } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { Choice, Field, Ticks } from '../../pages/form/field.tsx'
import { BesideField } from '../../pages/form/problems.tsx'
import { Written } from '../../pages/written.tsx'
import { EventSale } from './event-sale.tsx'
import { PriceRows } from './price-rows.tsx'
import { withFile } from '../kit/image-form.tsx'
import { formFields } from '../kit/form-fields.tsx'
import { artistField, artistTimeField, askedFields, type EventPart, type FilledEvent, isAsked } from './filled-event.ts'
import { categoryOptions } from '../../pages/event-category.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'

export type EventFormProps = ThingFormProps & {
  readonly filled: FilledEvent
  readonly choices: ProgrammeChoices
  readonly tenant: Tenant
}

type PartFormProps = EventFormProps & {
  readonly part: EventPart
  /** What is asked before it is saved, with its answers; null: nothing. */
  readonly question: ComponentChildren
}
type NewEventFormProps = EventFormProps & { readonly picture: ComponentChildren }

/** The form of a new event, with its picture. What is enough to sell comes first, the rest is folded up. */
export function NewEventForm(given: NewEventFormProps) {
  const props = { ...given, choices: offeredChoices(given.choices, given.filled) }
  const { action, filled, problems, hidden, picture, buttons } = props
  const { fields } = useTexts(eventTexts)
  const field = fieldsOf(props)
  const isOpen = (...of: readonly string[]) => problems.some((problem) => of.includes(problem.field ?? ''))
  return (
    <ThingForm {...{ action, problems, hidden, buttons }} {...withFile}>
      {field('name')}
      <Begins {...props} />
      <Place {...props} />
      {field('capacity')}
      {field('maxPerUser')}
      <PriceRows filled={filled.prices} problems={problems} />
      <EventSale {...props} />
      <Description {...props} />
      {picture}
      <details
        open={
          filled.doors_open + filled.doors_close + filled.ends !== '' ||
          filled.offline !== usualOfflinePolicy ||
          isOpen('doors_open', 'doors_close', 'ends')
        }
      >
        <summary>{fields.times}</summary>
        <div class="stack">
          {field('doorsOpenAt')}
          {field('doorsCloseAt')}
          {field('endsAt')}
          {field('offlinePolicy')}
        </div>
      </details>
      <Artists {...props} />
      <Options {...props} />
    </ThingForm>
  )
}

/** One of the forms by which an event is changed. */
export function EventForm({ part, question, ...given }: PartFormProps) {
  const props = { ...given, choices: offeredChoices(given.choices, given.filled) }
  const { action, problems, hidden, buttons } = props
  const Fields = fieldsOfPart[part]
  return (
    <ThingForm {...{ action, problems, hidden, buttons }}>
      <Fields {...props} />
      {question}
    </ThingForm>
  )
}

const fieldsOfPart: Readonly<Record<EventPart, (props: EventFormProps) => ComponentChildren>> = {
  description: (props) => (
    <>
      {fieldsOf(props)('name')}
      <Description {...props} />
      <Project {...props} />
      <Artists {...props} />
    </>
  ),
  schedule: (props) => {
    const field = fieldsOf(props)
    return (
      <>
        <Begins {...props} />
        {field('endsAt')}
        {field('doorsOpenAt')}
        {field('doorsCloseAt')}
        <Location {...props} />
      </>
    )
  },
  prices: (props) => (
    <>
      {fieldsOf(props)('capacity')}
      {fieldsOf(props)('maxPerUser')}
      <PriceRows filled={props.filled.prices} problems={props.problems} />
      <EventSale {...props} />
      <Options {...props} />
    </>
  ),
  doors: (props) => fieldsOf(props)('offlinePolicy'),
}

function fieldsOf({ filled, problems }: Pick<EventFormProps, 'filled' | 'problems'>) {
  return formFields(askedFields, { words: useTexts(eventTexts).fields, filled, problems })
}

function Begins(props: EventFormProps) {
  const { fields } = useTexts(eventTexts)
  return fieldsOf(props)('startsAt', { help: fields.startsAtHelp({ city: cityOf(props.tenant.timeZone) }) })
}

/** What the event is, in words. */
function Description(props: EventFormProps) {
  const { language } = useReader()
  const { fields } = useTexts(eventTexts)
  const field = fieldsOf(props)
  return (
    <>
      {field('shortDescription')}
      {field('longDescription')}
      {field('eventCategory', {
        options: [['', fields.eventCategoryNone], ...categoryOptions(eventCategories, language)],
      })}
      {field('accessNotes', { rows: 3 })}
      {field('keptOut')}
    </>
  )
}

/** Tells the form that it was asked about once: the beginning is meant as it was typed. */
export function Meant({ starts }: { readonly starts: string }) {
  return <input type="hidden" name="anyhow" value={starts} />
}

/** Leaves out what is archived or was made for another event alone, unless this event names it already. */
function offeredChoices(choices: ProgrammeChoices, filled: FilledEvent): ProgrammeChoices {
  const named = new Set([
    ...filled.place.split('/'),
    filled.project,
    ...filled.products,
    ...filled.options,
    ...filled.exclusiveOptions,
    ...filled.artists.map(({ id }) => id),
  ])
  const offered = <Choice extends { readonly id: string; readonly archived: boolean }>(all: readonly Choice[]) =>
    all.filter(({ id, archived }) => !archived || named.has(id))
  return {
    locations: offered(choices.locations),
    stages: offered(choices.stages),
    projects: offered(choices.projects),
    artists: offered(choices.artists),
    options: offered(choices.options),
    products: offered(choices.products).filter(({ id, madeFor }) => madeFor === null || named.has(id)),
  }
}

function Place(props: EventFormProps) {
  return (
    <>
      <Location {...props} />
      <Project {...props} />
    </>
  )
}

/** Shows the one location and stage of a venue: there is nothing to choose, and the text says why. */
function Location({ filled, choices, problems, tenant }: EventFormProps) {
  const { fields } = useTexts(eventTexts)
  const { areas } = useTexts(frameTexts)
  if (!isAsked('place', tenant))
    return (
      <p class="muted small">
        {fields.onlyPlace} <a href={paths.locations}>{areas.locations}</a> · <a href={paths.stages}>{areas.stages}</a>
      </p>
    )
  const options = [['', fields.nowhere] as const, ...placesOf(choices)]
  return <Choice id="place" label={fields.place} value={filled.place} {...{ problems, options }} />
}

function Project({ filled, choices, problems, tenant }: EventFormProps) {
  const { fields } = useTexts(eventTexts)
  if (!isAsked('project', tenant)) return null
  return (
    <Choice
      id="project"
      label={fields.project}
      {...(alwaysHasOne(categoryRules[tenant.category].projects) ? { help: fields.projectHelp } : {})}
      problems={problems}
      value={filled.project}
      options={[['', fields.noProjects], ...choices.projects.map(({ id, name }) => [id, name] as const)]}
    />
  )
}

/** Asks for location and stage in one choice: a stage is at its location, so nobody can choose two that do not belong together. */
export function placesOf({ locations, stages }: ProgrammeChoices): readonly (readonly [value: string, text: string])[] {
  return [
    ...locations.flatMap(({ id, name }) => [
      [`${id}/`, name] as const,
      ...stages
        .filter(({ locationId }) => locationId === id)
        .map((stage) => [`${id}/${stage.id}`, `${name} · ${stage.name}`] as const),
    ]),
    ...stages.filter(({ locationId }) => locationId === null).map((stage) => [`/${stage.id}`, stage.name] as const),
  ]
}

/** Empty lines below the artists: without script none can be added. */
const spareLines = 2

function Artists({ filled, choices, problems }: EventFormProps) {
  const { fields } = useTexts(eventTexts)
  if (choices.artists.length === 0) return null
  const lines = [...filled.artists, ...Array.from({ length: spareLines }, () => ({ id: '', at: '' }))]
  const isWrong = problems.some(({ field }) => field?.startsWith('artist'))
  return (
    <details open={filled.artists.length > 0 || isWrong}>
      <summary>{fields.artists}</summary>
      <fieldset class="stack" id="artists">
        <legend class="muted small">{fields.artistsHelp}</legend>
        <BesideField problems={problems} id="artists" />
        {lines.map(({ id, at }, index) => (
          <div key={artistField(index)} class="pair">
            <Choice
              id={artistField(index)}
              name="artist"
              label={fields.artist({ number: index + 1 })}
              problems={problems}
              value={id}
              options={[['', fields.nobody], ...choices.artists.map((artist) => [artist.id, artist.name] as const)]}
            />
            <Field
              id={artistTimeField(index)}
              name="artist_at"
              label={fields.artistAt}
              type="datetime-local"
              problems={problems}
              value={at}
            />
          </div>
        ))}
      </fieldset>
    </details>
  )
}

function Options({ filled, choices, problems }: EventFormProps) {
  const { fields } = useTexts(eventTexts)
  if (choices.options.length === 0) return null
  const options = choices.options.map(({ id, name }) => [id, <Written key={id}>{name}</Written>] as const)
  return (
    <>
      <Ticks
        id="options"
        name="option"
        label={fields.options}
        help={fields.optionsHelp}
        chosen={filled.options}
        {...{ problems, options }}
      />
      {options.length === 1 && filled.exclusiveOptions.length === 0 ? null : (
        <Ticks
          id="one-option"
          name="one_option"
          label={fields.exclusiveOptions}
          help={fields.exclusiveOptionsHelp}
          chosen={filled.exclusiveOptions}
          {...{ problems, options }}
        />
      )}
    </>
  )
}
