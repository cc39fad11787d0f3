import { type Static, Type } from 'typebox'
import type { Event } from '../../features/event/event.queries.ts'
import type { EventSettings } from '../../features/event/event-settings.ts'
import { isOfflinePolicy, usualOfflinePolicy } from '../../features/event/event.ts'
import type { FirstPrice } from '../../features/event/save-event.ts'
import { alwaysHasOne } from '../../features/tenant/category-rules.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { isUuid } from '../../lib/text.ts'
import { localMinute } from '../../lib/time.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { ArrayIn, Maybe, TypedLongText, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { readVat } from '../products/filled-price.ts'
import { readTyped } from '../kit/typed.ts'

const time = Maybe(TypedText({ max: 40 }))
const number = Maybe(TypedText({ max: 20 }))
/** More than the interface takes: the form says what is too long, beside it. */
const longText = Maybe(TypedLongText({ max: 60_000 }))

const [mostArtists, mostThings] = [200, 100]

/** Mild: what is wrong in it is said by the page. */
export const EventBody = Type.Object({
  name: Maybe(TypedText({ max: 200 })),
  starts: time,
  doors_open: time,
  doors_close: time,
  ends: time,
  short_description: Maybe(TypedText({ max: 1000 })),
  long_description: longText,
  capacity: number,
  place: Maybe(TypedText({ max: 100 })),
  project: Maybe(UuidIn),
  offline: Maybe(TypedText({ max: 10 })),
  artist: Type.Optional(ArrayIn(Maybe(UuidIn), { max: mostArtists })),
  artist_at: Type.Optional(ArrayIn(time, { max: mostArtists })),
  product: Type.Optional(ArrayIn(UuidIn, { max: mostThings })),
  option: Type.Optional(ArrayIn(UuidIn, { max: mostThings })),
  /** The beginning that was asked about once, as it was typed: it is meant. */
  anyhow: time,
})

export const NewEventBody = Type.Object({
  ...EventBody.properties,
  key: UuidIn,
  /** The event that it is made like. */
  like: Maybe(TypedText({ max: 50 })),
  price_name: Maybe(TypedText({ max: 200 })),
  price_amount: number,
  price_stock: number,
  price_vat: number,
  /** Which of the two buttons was pressed. */
  publish: Maybe(TypedText({ max: 10 })),
})

/** The form as it was typed. */
export type FilledEvent = {
  readonly name: string
  readonly starts: string
  readonly doors_open: string
  readonly doors_close: string
  readonly ends: string
  readonly short_description: string
  readonly long_description: string
  readonly capacity: string
  /** `<location>/<stage>`, either of which may be missing. */
  readonly place: string
  readonly project: string
  /** One of `offlinePolicies`. */
  readonly offline: string
  readonly artists: readonly { readonly id: string; readonly at: string }[]
  readonly products: readonly string[]
  readonly options: readonly string[]
}

export type FilledPrice = Readonly<Record<'name' | 'amount' | 'vat' | 'stock', string>>

export const emptyEvent: FilledEvent = {
  ...{ name: '', starts: '', doors_open: '', doors_close: '', ends: '' },
  ...{ short_description: '', long_description: '', capacity: '', place: '', project: '' },
  offline: usualOfflinePolicy,
  ...{ artists: [], products: [], options: [] },
}

/** Whether the form has the field: an organisation may have one place only, or no projects. */
export function isAsked(field: 'place' | 'project', { category }: Tenant): boolean {
  const { locations, projects } = categoryRules[category]
  return field === 'place' ? locations !== 'exactly_one' : projects !== 'none'
}

/** @param former what is there of what is not asked */
export function filledIn(
  body: Static<typeof EventBody>,
  tenant: Tenant,
  former: FilledEvent = emptyEvent,
): FilledEvent {
  const texts = Object.keys(emptyEvent).filter((field) => field in EventBody.properties)
  const given = body as Readonly<Record<string, unknown>>
  const artists = (body.artist ?? []).map((id, index) => ({
    id: id?.toLowerCase() ?? '',
    at: body.artist_at?.[index] ?? '',
  }))
  return {
    ...emptyEvent,
    ...Object.fromEntries(texts.map((field) => [field, given[field] ?? ''])),
    ...(isAsked('place', tenant) ? {} : { place: former.place }),
    ...(isAsked('project', tenant) ? {} : { project: former.project }),
    artists: artists.filter(({ id, at }) => id !== '' || at !== ''),
    offline: body.offline ?? usualOfflinePolicy,
    products: (body.product ?? []).map((id) => id.toLowerCase()),
    options: (body.option ?? []).map((id) => id.toLowerCase()),
  }
}

export function filledFrom(event: Event, timeZone: string): FilledEvent {
  const at = (instant: Date | null) => (instant === null ? '' : localMinute(instant, timeZone))
  const { locationId, stageId } = event
  return {
    name: event.name,
    starts: at(event.startsAt),
    doors_open: at(event.doorsOpenAt),
    doors_close: at(event.doorsCloseAt),
    ends: at(event.endsAt),
    short_description: event.shortDescription ?? '',
    long_description: event.longDescription ?? '',
    capacity: event.capacity === null ? '' : String(event.capacity),
    place: locationId === null && stageId === null ? '' : `${locationId ?? ''}/${stageId ?? ''}`,
    project: event.projectId ?? '',
    offline: event.offlinePolicy,
    artists: event.artists.map(({ artistId, startsAt }) => ({ id: artistId, at: at(startsAt) })),
    products: event.productIds,
    options: event.optionIds,
  }
}

type Place = Pick<EventSettings, 'locationId' | 'stageId'>

export type ReadEvent = {
  readonly values: Omit<EventSettings, 'published' | 'archived' | 'imageKey' | keyof Place> & Partial<Place>
  readonly problems: readonly FormProblem[]
}

/** What the form says, or what is wrong with it, beside each field. */
export function readEvent(filled: FilledEvent, tenant: Tenant, language: Language): ReadEvent {
  const { problems: words } = eventTexts[language]
  const { problems: usual } = deskTexts[language]
  const typed = readTyped(tenant)
  const time = (field: 'doors_open' | 'doors_close' | 'ends') => typed.time(field, filled[field], usual.time)
  const name = typed.name('name', filled.name, words.name)
  if (filled.starts === '') typed.wrong('starts', words.startsMissing)
  const startsAt = typed.time('starts', filled.starts, usual.time) ?? new Date(0)
  const times = { doorsOpenAt: time('doors_open'), doorsCloseAt: time('doors_close'), endsAt: time('ends') }
  const texts = {
    shortDescription: typed.text('short_description', filled.short_description, 250, usual.tooLong),
    longDescription: typed.text('long_description', filled.long_description, 20_000, usual.tooLong),
  }
  const capacity = typed.wholeNumber('capacity', filled.capacity, usual.wholeNumber)
  const needsProject = alwaysHasOne(categoryRules[tenant.category].projects)
  if (needsProject && filled.project === '') typed.wrong('project', words.project)
  const artists = filled.artists.map(({ id, at }, index) => {
    if (id === '') typed.wrong(artistField(index), words.artistTimeAlone)
    return { artistId: id, startsAt: typed.time(artistTimeField(index), at, usual.time) }
  })
  return {
    values: {
      ...{ name, startsAt, ...times, ...texts, capacity, ...readPlace(filled.place, tenant) },
      projectId: filled.project === '' ? null : filled.project,
      ...{ artists, productIds: filled.products, optionIds: filled.options },
      offlinePolicy: isOfflinePolicy(filled.offline) ? filled.offline : usualOfflinePolicy,
    },
    problems: typed.problems,
  }
}

export const artistField = (index: number) => `artist-${index + 1}`
export const artistTimeField = (index: number) => `artist-time-${index + 1}`

/** Where there is one place only, nothing is said of it: the event is there. */
function readPlace(place: string, tenant: Tenant): Partial<Place> {
  if (!isAsked('place', tenant)) return {}
  const [locationId = '', stageId = ''] = place.split('/')
  const known = (id: string) => (isUuid(id) ? id : null)
  return { locationId: known(locationId), stageId: known(stageId) }
}

/** Null: none was typed. */
export function readFirstPrice(
  filled: FilledPrice,
  tenant: Tenant,
  language: Language,
): { readonly price: FirstPrice | null; readonly problems: readonly FormProblem[] } {
  const { problems: words } = eventTexts[language]
  const { problems: usual } = deskTexts[language]
  const typed = readTyped(tenant)
  const stock = typed.wholeNumber('price_stock', filled.stock, usual.wholeNumber)
  const amountMinor = typed.amount('price_amount', filled.amount, usual.amount)
  if (filled.amount === '' && filled.stock !== '')
    typed.wrong('price_amount', usual.amount[minorDigits(tenant.currency)])
  if (filled.amount !== '' && filled.name === '') typed.wrong('price_name', words.priceName)
  const vat = filled.amount === '' ? '' : filled.vat
  const vatRateHundredths = readVat(typed, 'price_vat', vat, priceTexts[language].problems.vat)
  const price = amountMinor === null ? null : { name: filled.name, amountMinor, vatRateHundredths, stock }
  return { price, problems: typed.problems }
}
