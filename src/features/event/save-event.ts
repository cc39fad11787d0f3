import type { Selectable } from 'kysely'
import { type TenantTx, violatedForeignKey, violates } from '../../db/database.ts'
import { insertRows, updateRow } from '../../db/rows.ts'
import type { Event as EventRow } from '../../db/tables.ts'
import { AppError, type FieldProblem, fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { unsaid } from '../../lib/field.ts'
import { slugify } from '../../lib/text.ts'
import { versionOf } from '../../lib/version.ts'
import { eventColumns } from './event-fields.ts'
import type { Actor } from '../account/actor.ts'
import type { AuditAction } from '../audit/action.ts'
import { recordChange } from '../audit/record-change.ts'
import { settled } from '../catalog/product.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { alwaysHasOne, requireSelling } from '../tenant/category-rules.ts'
import { refocused } from '../../lib/picture-focus.ts'
import { findEntry, findFirstEntry, findFirstStageAt } from '../tenant/programme.queries.ts'
import { holdCategory } from '../tenant/tenant.queries.ts'
import { categoryRules, type Tenant, type TenantCategory } from '../tenant/tenant.ts'
import { announce } from '../webhook/announce.ts'
import { addPrices, type EventPrice } from './add-prices.ts'
import { isAwaited } from './awaited.queries.ts'
import { type Event, findEvent, getEvent, getEventLocked, insertEventRow, lockEventCounter } from './event.queries.ts'
import { nextSequence, slugCandidates, timeProblems } from './event.ts'
import {
  type EventArtist,
  listNamesOfArtists,
  replaceEventArtists,
  replaceEventOptions,
  replaceEventProducts,
} from './event-parts.queries.ts'
import {
  type EventLinks,
  type EventSettings,
  type EventValues,
  loggedSettings,
  settingsNamed,
  settingsOf,
} from './event-settings.ts'
import { takeInArtists } from './take-in-artists.ts'
import { publishInCalendar } from './publish-in-calendar.ts'

export type NewEvent = Pick<EventValues, 'startsAt'> &
  Partial<Omit<EventSettings, 'name'>> & {
    /** Null: that of its artists. */
    readonly name: string | null
    /** The id made from the form's key (lib/ids.ts, `repeatableId`): a form that is sent twice gives the event there is. */
    readonly id?: string
    /** Prices for it alone, so that it is on sale as it is made. */
    readonly prices?: readonly EventPrice[]
    /** The last part of the address that it had elsewhere, which it keeps where that is free. */
    readonly slug?: string | null
    /** When it was cancelled elsewhere: it is made as cancelled. */
    readonly cancelledAt?: Date | null
    /** It is no news: webhooks are not told. */
    readonly isQuiet?: true
  }

type EventDeps = BasicDeps<'notifyChange'>

export type EventChanging = {
  /** What the person saw of what they change (`versionOf` its `settingsNamed`); absent: whatever it was. */
  readonly seen?: string | undefined
  /** The action that the log names. */
  readonly action?: AuditAction
  /** What else belongs in the transaction; `before` is the event as it was. */
  readonly within?: (tx: TenantTx, before: Selectable<EventRow>) => Promise<void>
}

/**
 * Makes an event with the counter under which its bookings are decided. A location, stage or project that is not given
 * is the tenant's first, if there is one (ADR 0065); the stage is the first of the event's location.
 *
 * @throws AppError category_rule, validation_failed (times; products, options, artists or places that are not here; neither a name nor
 *   artists)
 */
export async function createEvent(deps: EventDeps, tenant: Tenant, actor: Actor, input: NewEvent): Promise<Event> {
  requireSelling(tenant)
  return makingEvents(deps, tenant, (tx) => makeEvent(deps, tx, tenant, actor, input))
}

/**
 * Runs one transaction that makes events by `makeEvent`. The same form may be sent by two presses at once: the slower one
 * finds what the other has made, each time that it meets one.
 */
export async function makingEvents<T>(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  try {
    return await refusingUnknownParts(() => deps.database.asTenant(tenant.id, work))
  } catch (error) {
    if (violates(error, 'event_pkey')) return makingEvents(deps, tenant, work)
    throw error
  }
}

/** Makes one event in a transaction that may make several. */
export async function makeEvent(
  deps: EventDeps,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  input: NewEvent,
): Promise<Event> {
  const {
    productIds = [],
    optionIds,
    exclusiveOptionIds,
    artists,
    id = newId(),
    prices = [],
    isQuiet,
    slug = null,
    cancelledAt = null,
    ...given
  } = input
  // Before the place is chosen: a change of category makes the first project, and looks for events without one.
  const category = await holdCategory(tx)
  const made = await findEvent(tx, id)
  if (made) return made
  await takeInArtists(deps, tx, actor, idsOfArtists(artists))
  const name = given.name ?? (await nameOfArtists(tx, artists ?? []))
  const values = { ...unsaid(eventColumns), imageKey: null, ...given, name, ...(await choosePlace(tx, given)) }
  requireSound(category, values)
  await insertWithFreeSlug(tx, tenant, { id, slug, values, cancelledAt, now: deps.now() })
  await insertRows(tx, 'eventCounter', { eventId: id }).execute()
  await replaceLinks(tx, id, { productIds, optionIds, exclusiveOptionIds, artists })
  await addPrices(deps, tx, tenant, actor, { ...values, id }, prices)
  const event = await publish(tx, id)
  const after = loggedSettings(settingsOf(event))
  await recordChange(tx, actor, deps.now(), 'event.created', id, { after })
  if (event.published && !isQuiet) await announce(tx, deps.now(), [{ kind: 'event.published', data: { event: id } }])
  return event
}

const idsOfArtists = (artists: readonly EventArtist[] = []) => artists.map(({ artistId }) => artistId)

/** `Nina Simone, Ella Fitzgerald`: as many as the name of an event has room for. */
async function nameOfArtists(tx: TenantTx, artists: readonly EventArtist[]): Promise<string> {
  if (artists.length === 0) throw fieldError('name', 'required')
  const names = await listNamesOfArtists(tx, idsOfArtists(artists))
  return artists.reduce((said, { artistId }) => {
    const name = names.get(artistId)
    if (name === undefined) throw fieldError('artists', 'unknown_artists')
    const longer = said === '' ? name : `${said}, ${name}`
    return longer.length <= eventColumns.name.most ? longer : said
  }, '')
}

/**
 * Changes what `changes` names and leaves the rest; the slug stays, since addresses were printed. What was booked before
 * stays booked, at any new capacity. What is archived is no longer published, and the other way round.
 *
 * @throws AppError not_found, changed_meanwhile, category_rule, validation_failed, in_use (it cannot be archived: people come)
 */
export async function updateEvent(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  changes: Partial<EventSettings>,
  { seen, action = 'event.changed', within }: EventChanging = {},
): Promise<Event> {
  const { productIds, optionIds, exclusiveOptionIds, artists, ...given } = changes
  return refusingUnknownParts(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      const category = await holdCategory(tx)
      await takeInArtists(deps, tx, actor, idsOfArtists(artists))
      // Those who book meanwhile have read when it ends, and hold their places until then.
      await lockEventCounter(tx, id)
      const present = await getEventLocked(tx, id)
      const former = settingsOf(await getEvent(tx, id))
      const values = refocused(settled(given), former)
      if (seen !== undefined && seen !== versionOf(settingsNamed(former, Object.keys(changes))))
        throw new AppError('changed_meanwhile')
      requireSound(category, { ...present, ...former, ...values })
      if (
        values.archived &&
        !present.archived &&
        (await isAwaited(tx, id, { now: deps.now(), timeZone: tenant.timeZone }))
      )
        throw new AppError('in_use', { usedBy: 'reservation' })
      await updateRow(tx, 'event', id, {
        ...values,
        calendarSequence: nextSequence(present, { ...present, ...values }),
      }).execute()
      await replaceLinks(tx, id, { productIds, optionIds, exclusiveOptionIds, artists })
      await within?.(tx, present)
      const event = await publish(tx, id)
      const change = { before: loggedSettings(former), after: loggedSettings(settingsOf(event)) }
      await recordChange(tx, actor, deps.now(), action, id, change)
      const kind = kindOfChange(action, former, settingsOf(event))
      if (kind) await announce(tx, deps.now(), [{ kind, data: { event: id } }])
      return event
    }),
  )
}

/** What webhooks are told of a change; null: nothing changed, or nobody has heard of the event yet. */
function kindOfChange(action: AuditAction, before: EventSettings, after: EventSettings): EventNews | null {
  if (versionOf(before) === versionOf(after)) return null
  if (action === 'event.postponed') return action
  if (!before.published) return after.published ? 'event.published' : null
  return 'event.changed'
}
type EventNews = 'event.published' | 'event.changed' | 'event.postponed'

type Place = Pick<EventValues, 'locationId' | 'stageId' | 'projectId'>

/** Chooses location, stage and project of an event where they were not given. */
export async function choosePlace(tx: TenantTx, given: Partial<Place>): Promise<Place> {
  const first = async (noun: 'location' | 'stage' | 'project') => (await findFirstEntry(tx, noun))?.id ?? null
  const { stageId: givenStageId = null } = given
  const stage = givenStageId === null ? null : await findEntry(tx, 'stage', givenStageId)
  const {
    // A stage that travels is at no location.
    locationId = stage ? stage.locationId : await first('location'),
    projectId = await first('project'),
    // Without any location every stage travels.
    stageId = locationId === null ? await first('stage') : ((await findFirstStageAt(tx, locationId))?.id ?? null),
  } = given
  return { locationId, stageId, projectId }
}

function requireSound(category: TenantCategory, event: EventValues): void {
  const fields = timeProblems(event)
  if (fields) throw new AppError('validation_failed', { fields })
  if (event.projectId === null && alwaysHasOne(categoryRules[category].projects))
    throw new AppError('category_rule', { rule: 'project_one_or_more', fields: { project: ['project_needed'] } })
}

async function insertWithFreeSlug(
  tx: TenantTx,
  tenant: Tenant,
  {
    id,
    slug: former,
    values,
    cancelledAt,
    now,
  }: {
    readonly id: string
    readonly slug: string | null
    readonly values: EventValues
    readonly cancelledAt: Date | null
    readonly now: Date
  },
): Promise<void> {
  const asPlanned = { cancelledAt, postponedAt: null, postponedFrom: null, changeReason: null }
  const untouched = { ...asPlanned, scansCountSince: null, calendarSequence: 0 }
  const row = { ...values, ...untouched, tenantId: tx.tenantId, id, createdAt: now, updatedAt: now }
  if (former !== null && slugify(former) !== '' && (await insertEventRow(tx, { ...row, slug: slugify(former) }))) return
  for (const slug of slugCandidates(values.name, values.startsAt, tenant.timeZone)) {
    if (await insertEventRow(tx, { ...row, slug })) return
  }
  throw new Error('slug candidates have no end')
}

async function replaceLinks(
  tx: TenantTx,
  eventId: string,
  links: { readonly [Name in keyof EventLinks]: EventLinks[Name] | undefined },
): Promise<void> {
  if (links.productIds) await replaceEventProducts(tx, eventId, [...new Set(links.productIds)])
  if (links.optionIds) await replaceEventOptions(tx, eventId, [...new Set(links.optionIds)], false)
  // Last: an option that both lists name is one of these.
  if (links.exclusiveOptionIds) await replaceExclusiveOptions(tx, eventId, [...new Set(links.exclusiveOptionIds)])
  if (links.artists) {
    if (new Set(links.artists.map((artist) => artist.artistId)).size < links.artists.length)
      throw fieldError('artists', 'artist_twice')
    await replaceEventArtists(tx, eventId, links.artists)
  }
}

async function replaceExclusiveOptions(tx: TenantTx, eventId: string, optionIds: readonly string[]): Promise<void> {
  try {
    await replaceEventOptions(tx, eventId, optionIds, true)
  } catch (error) {
    // The foreign key does not know which of the two lists it was.
    if (violatedForeignKey(error) === 'event_option_option') throw fieldError('options_radio', 'unknown_options')
    throw error
  }
}

async function publish(tx: TenantTx, id: string): Promise<Event> {
  const event = await getEvent(tx, id)
  await publishInCalendar(tx, event)
  return event
}

const unknownParts: Readonly<Record<string, readonly [field: string, problem: FieldProblem]>> = {
  event_location: ['location', 'unknown_location'],
  event_stage: ['stage', 'unknown_stage'],
  event_stage_at_location: ['stage', 'stage_elsewhere'],
  event_project: ['project', 'unknown_project'],
  event_product_product: ['products', 'unknown_products'],
  event_option_option: ['options', 'unknown_options'],
  event_artist_artist: ['artists', 'unknown_artists'],
}

/** The foreign keys decide what is here: they see what is deleted meanwhile, and never another tenant's. */
export async function refusingUnknownParts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const part = unknownParts[violatedForeignKey(error) ?? '']
    if (part) throw fieldError(...part)
    throw error
  }
}
