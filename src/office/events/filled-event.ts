import { type Static, type TObject, Type } from 'typebox'
import type { EventPrice } from '../../features/event/add-prices.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { eventFields } from '../../features/event/event-fields.ts'
import { type EventSettings, settingsOf } from '../../features/event/event-settings.ts'
import { alwaysHasOne } from '../../features/tenant/category-rules.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import { type Field, only } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { isUuid } from '../../lib/text.ts'
import { localMinute } from '../../lib/time.ts'
import { ArrayIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { eventTexts } from '../../messages/office/event.ts'
import type { Checked } from '../kit/edit-page.ts'
import { type Filled, filledFrom, filledIn, formName, readForm, typedFields } from '../kit/form-values.ts'
import { type FormReader, readTyped } from '../kit/typed.ts'
import { type FilledPrices, filledPricesIn, isOfPrices, pricesBody, readPrices } from './filled-prices.ts'

const time = Maybe(TypedText({ max: 40 }))

const [mostArtists, mostThings] = [200, 100]

/** Fields of the event's own; its place, its artists and what it sells are chosen among what there is. */
export const askedFields = only(
  eventFields,
  ...(['name', 'startsAt', 'doorsOpenAt', 'doorsCloseAt', 'endsAt', 'shortDescription'] as const),
  ...(['longDescription', 'eventCategory', 'accessNotes', 'capacity', 'maxPerUser', 'offlinePolicy'] as const),
  'keptOut',
)

/** The body of the form, which lets wrong values pass: the page says what is wrong. */
export const eventBody = {
  ...typedFields(askedFields),
  place: Maybe(TypedText({ max: 100 })),
  project: Maybe(UuidIn),
  artist: Type.Optional(ArrayIn(Maybe(UuidIn), { max: mostArtists })),
  artist_at: Type.Optional(ArrayIn(time, { max: mostArtists })),
  product: Type.Optional(ArrayIn(UuidIn, { max: mostThings })),
  option: Type.Optional(ArrayIn(UuidIn, { max: mostThings })),
  one_option: Type.Optional(ArrayIn(UuidIn, { max: mostThings })),
  ...pricesBody,
  /** The beginning that was already asked about once, as it was typed: it is meant. */
  anyhow: time,
}

export const newEventBody = {
  ...eventBody,
  /** Which of the two buttons was pressed. */
  publish: Maybe(TypedText({ max: 10 })),
}

/** The form as it was typed. */
export type FilledEvent = Filled<typeof askedFields> & {
  /** `<location>/<stage>`, either of which may be missing. */
  readonly place: string
  readonly project: string
  readonly artists: readonly { readonly id: string; readonly at: string }[]
  readonly products: readonly string[]
  readonly options: readonly string[]
  /** Those of which one at most is chosen. */
  readonly exclusiveOptions: readonly string[]
  /** Prices that it is to have, beside those that are there. */
  readonly prices: FilledPrices
}

/** Whether the form has the field: an organisation may have one place only, or no projects. */
export function isAsked(field: 'place' | 'project', { category }: Tenant): boolean {
  const { locations, projects } = categoryRules[category]
  return field === 'place' ? locations !== 'exactly_one' : projects !== 'none'
}

/** The forms of an event, each on a page of its own, with the settings that it asks. Doors stand beside the beginning: they move along. */
export const eventParts = {
  description: [
    'name',
    'shortDescription',
    'longDescription',
    'eventCategory',
    'accessNotes',
    'artists',
    'projectId',
    'keptOut',
  ],
  schedule: ['startsAt', 'endsAt', 'doorsOpenAt', 'doorsCloseAt', 'locationId', 'stageId'],
  prices: ['capacity', 'maxPerUser', 'productIds', 'optionIds', 'exclusiveOptionIds'],
  doors: ['offlinePolicy'],
} as const satisfies Readonly<Record<string, readonly (keyof EventSettings)[]>>
export type EventPart = keyof typeof eventParts

/** Names that the form has for settings which are no fields of the event's own. */
const namesOfLinks: Partial<Record<keyof EventSettings, keyof FilledEvent>> = {
  artists: 'artists',
  projectId: 'project',
  locationId: 'place',
  stageId: 'place',
  productIds: 'products',
  optionIds: 'options',
  exclusiveOptionIds: 'exclusiveOptions',
}

/** The settings that a form asks of this organisation. */
export function settingsAsked(part: EventPart, tenant: Tenant): readonly (keyof EventSettings)[] {
  const keys: readonly (keyof EventSettings)[] = eventParts[part]
  return isAsked('place', tenant) ? keys : keys.filter((key) => namesOfLinks[key] !== 'place')
}

/** Names of the fields of a form. */
function namesOf(part: EventPart): readonly (keyof FilledEvent)[] {
  const fields: Readonly<Partial<Record<keyof EventSettings, Field>>> = askedFields
  const names = eventParts[part].flatMap((key: keyof EventSettings) => {
    const field = fields[key]
    return (field === undefined ? namesOfLinks[key] : (formName(field) as keyof FilledEvent)) ?? []
  })
  return part === 'prices' ? [...names, 'prices'] : names
}

/** The event as it is, but for what was typed on one of its forms. */
export function withPart(part: EventPart, there: FilledEvent, typed: FilledEvent): FilledEvent {
  return { ...there, ...Object.fromEntries(namesOf(part).map((name) => [name, typed[name]])) }
}

/** Whether a problem is about something that a form asks: what another form asks is not mended here. */
export function isOfPart(part: EventPart, field: string | null): boolean {
  const names: readonly string[] = namesOf(part)
  if (field === null || names.includes(field)) return true
  return (names.includes('artists') && field.startsWith('artist-')) || (names.includes('prices') && isOfPrices(field))
}

type EventBody = Static<TObject<typeof eventBody>>

/** Reads the form as it was typed. @param former the event as it is, for what the form does not ask; null: a new one */
export function filledEventIn(body: EventBody, tenant: Tenant, former: Event | null): FilledEvent {
  const artists = (body.artist ?? []).map((id, index) => ({ id: id ?? '', at: body.artist_at?.[index] ?? '' }))
  return {
    ...filledIn(askedFields, body),
    place: isAsked('place', tenant) ? (body.place ?? '') : placeText(former),
    project: isAsked('project', tenant) ? (body.project ?? '') : (former?.projectId ?? ''),
    artists: artists.filter(({ id, at }) => id !== '' || at !== ''),
    products: body.product ?? [],
    options: body.option ?? [],
    exclusiveOptions: body.one_option ?? [],
    prices: filledPricesIn(body),
  }
}

export function filledEventFrom(event: Event, reader: FormReader): FilledEvent {
  const at = (instant: Date | null) => (instant === null ? '' : localMinute(instant, reader.tenant.timeZone))
  return {
    ...filledFrom(askedFields, settingsOf(event), reader),
    place: placeText(event),
    project: event.projectId ?? '',
    artists: event.artists.map(({ artistId, startsAt }) => ({ id: artistId, at: at(startsAt) })),
    products: event.productIds,
    options: event.optionIds,
    exclusiveOptions: event.exclusiveOptionIds,
    prices: filledPricesIn({}),
  }
}

function placeText(event: Pick<Event, 'locationId' | 'stageId'> | null): string {
  const { locationId = null, stageId = null } = event ?? {}
  return locationId === null && stageId === null ? '' : `${locationId ?? ''}/${stageId ?? ''}`
}

type Place = Pick<EventSettings, 'locationId' | 'stageId'>

export type ReadEvent = Checked<
  Omit<EventSettings, 'published' | 'archived' | 'imageKey' | 'imageFocus' | keyof Place> & Partial<Place>
> & { readonly prices: readonly EventPrice[] }

/**
 * Reads what the form says, or what is wrong with it, beside each field.
 *
 * @param offered the name that the first of its prices begins with
 */
export function readEvent(filled: FilledEvent, tenant: Tenant, language: Language, offered = ''): ReadEvent {
  const { fields: words, problems } = eventTexts[language]
  const typed = readTyped({ tenant, language })
  const said = readForm(askedFields, filled, { typed, words })
  const needsProject = alwaysHasOne(categoryRules[tenant.category].projects)
  if (needsProject && filled.project === '') typed.wrong('project', problems.project)
  const artists = filled.artists.map(({ id, at }, index) => {
    if (id === '') typed.wrong(artistField(index), problems.artistTimeAlone)
    return { artistId: id, startsAt: typed.time(artistTimeField(index), at) }
  })
  const prices = readPrices(filled.prices, { tenant, language, offered })
  return {
    prices: prices.values,
    values: {
      ...said,
      ...readPlace(filled.place, tenant),
      artists,
      projectId: filled.project === '' ? null : filled.project,
      productIds: filled.products,
      optionIds: filled.options,
      exclusiveOptionIds: filled.exclusiveOptions,
    },
    problems: [...typed.problems, ...prices.problems],
  }
}

export const artistField = (index: number) => `artist-${index + 1}`
export const artistTimeField = (index: number) => `artist-time-${index + 1}`

/** Reads where an event takes place; where there is only one place, nobody is asked and nothing is read. */
function readPlace(place: string, tenant: Tenant): Partial<Place> {
  if (!isAsked('place', tenant)) return {}
  const [locationId = '', stageId = ''] = place.split('/')
  const known = (id: string) => (isUuid(id) ? id : null)
  return { locationId: known(locationId), stageId: known(stageId) }
}
