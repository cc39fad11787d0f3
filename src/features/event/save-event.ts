import type { Selectable } from 'kysely'
import { type TenantTx, violatedForeignKey } from '../../db/database.ts'
import type { Event as EventRow } from '../../db/tables.ts'
import { AppError, type FieldProblem, fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { alwaysHasOne, requireSelling } from '../tenant/category-rules.ts'
import { findEntry, findFirstEntry, findFirstStageAt } from '../tenant/programme.queries.ts'
import { categoryRules, type Tenant } from '../tenant/tenant.ts'
import {
  type Event,
  type EventArtist,
  findEvent,
  insertEventRow,
  lockEvent,
  lockEventCounter,
  replaceEventArtists,
  replaceEventOptions,
  replaceEventProducts,
} from './event.queries.ts'
import { slugCandidates, timeProblems } from './event.ts'
import { publishInCalendar } from './publish-in-calendar.ts'

/** What is said of it when it is cancelled or put off; features/event-notice does that. */
type EventChange = 'cancelledAt' | 'postponedAt' | 'postponedFrom' | 'changeReason'

export type EventValues = Omit<
  Selectable<EventRow>,
  'tenantId' | 'id' | 'slug' | 'createdAt' | 'updatedAt' | EventChange
>

export type EventLinks = {
  readonly productIds: readonly string[]
  readonly optionIds: readonly string[]
  readonly artists: readonly EventArtist[]
}

export type NewEvent = Pick<EventValues, 'name' | 'startsAt'> & Partial<EventValues & EventLinks>

type EventDeps = Pick<Deps, 'database' | 'now'>

/**
 * Makes an event with the counter under which its bookings are decided. A location, stage or project that is not given
 * is the tenant's first, if there is one (decisions, section 5); the stage is the first of the event's location.
 *
 * @throws AppError category_rule, validation_failed (times; products, options, artists or places that are not here)
 */
export async function createEvent(deps: EventDeps, tenant: Tenant, input: NewEvent): Promise<Event> {
  requireSelling(tenant)
  const { productIds, optionIds, artists, ...given } = input
  return refusingUnknownParts(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      const values = { ...emptyEvent, ...given, ...(await choosePlace(tx, given)) }
      requireSound(tenant, values)
      const id = await insertWithFreeSlug(tx, tenant, values, deps.now())
      await tx.insertInto('eventCounter').values({ tenantId: tx.tenantId, eventId: id }).execute()
      await replaceLinks(tx, id, { productIds, optionIds, artists })
      return publish(tx, id)
    }),
  )
}

/**
 * Changes what `changes` names and leaves the rest; the slug stays, since addresses were printed. What was booked before
 * stays booked, whatever the new capacity.
 *
 * @param within what else belongs in the transaction; `before` is the event as it was
 * @throws AppError not_found, category_rule, validation_failed
 */
export async function updateEvent(
  deps: EventDeps,
  tenant: Tenant,
  id: string,
  changes: Partial<EventValues & EventLinks>,
  within?: (tx: TenantTx, before: Selectable<EventRow>) => Promise<void>,
): Promise<Event> {
  const { productIds, optionIds, artists, ...values } = changes
  return refusingUnknownParts(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      // Those who book meanwhile have read when it ends, and hold their places until then.
      await lockEventCounter(tx, id)
      const present = await lockEvent(tx, id)
      if (!present) throw new AppError('not_found')
      requireSound(tenant, { ...present, ...values })
      await tx
        .updateTable('event')
        .set({ ...values, updatedAt: deps.now() })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', id)
        .execute()
      await replaceLinks(tx, id, { productIds, optionIds, artists })
      await within?.(tx, present)
      return publish(tx, id)
    }),
  )
}

const emptyEvent = {
  shortDescription: null,
  longDescription: null,
  endsAt: null,
  doorsOpenAt: null,
  doorsCloseAt: null,
  published: true,
  capacity: null,
  imageKey: null,
}

type Place = Pick<EventValues, 'locationId' | 'stageId' | 'projectId'>

async function choosePlace(tx: TenantTx, given: Partial<Place>): Promise<Place> {
  const first = async (noun: 'location' | 'stage' | 'project') => (await findFirstEntry(tx, noun))?.id ?? null
  const { stageId: givenStageId = null } = given
  const stage = givenStageId === null ? null : await findEntry(tx, 'stage', givenStageId)
  const {
    // A stage that travels is at no location.
    locationId = stage ? stage.locationId : await first('location'),
    projectId = await first('project'),
    // Without any location every stage travels.
    stageId = locationId === null
      ? await first('stage')
      : ((await findFirstStageAt(tx, locationId))?.id ?? null),
  } = given
  return { locationId, stageId, projectId }
}

function requireSound(tenant: Tenant, event: EventValues): void {
  const fields = timeProblems(event)
  if (fields) throw new AppError('validation_failed', { fields })
  if (event.projectId === null && alwaysHasOne(categoryRules[tenant.category].projects))
    throw new AppError('category_rule', { fields: { project: ['project_needed'] } })
}

async function insertWithFreeSlug(
  tx: TenantTx,
  tenant: Tenant,
  values: EventValues,
  now: Date,
): Promise<string> {
  const unchanged = { cancelledAt: null, postponedAt: null, postponedFrom: null, changeReason: null }
  const row = { ...values, ...unchanged, tenantId: tx.tenantId, id: newId(), createdAt: now, updatedAt: now }
  for (const slug of slugCandidates(values.name, values.startsAt, tenant.timeZone)) {
    if (await insertEventRow(tx, { ...row, slug })) return row.id
  }
  throw new Error('slug candidates have no end')
}

async function replaceLinks(
  tx: TenantTx,
  eventId: string,
  links: { readonly [Name in keyof EventLinks]: EventLinks[Name] | undefined },
): Promise<void> {
  if (links.productIds) await replaceEventProducts(tx, eventId, once(links.productIds))
  if (links.optionIds) await replaceEventOptions(tx, eventId, once(links.optionIds))
  if (links.artists) {
    if (once(links.artists.map((artist) => artist.artistId)).length < links.artists.length)
      throw fieldError('artists', 'artist_twice')
    await replaceEventArtists(tx, eventId, links.artists)
  }
}

function once(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

async function publish(tx: TenantTx, id: string): Promise<Event> {
  const event = await findEvent(tx, id)
  if (!event) throw new Error('the event just written is missing')
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
async function refusingUnknownParts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const part = unknownParts[violatedForeignKey(error) ?? '']
    if (part) throw fieldError(...part)
    throw error
  }
}
