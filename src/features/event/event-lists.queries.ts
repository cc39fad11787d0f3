import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { foldText } from '../../lib/text.ts'
import { type Event, selectEvents, withParts } from './event.queries.ts'
import { notOver } from './event-page.queries.ts'

export const eventLists = ['upcoming', 'past', 'unpublished', 'cancelled', 'archived'] as const
/** What staff looks for: `upcoming` and `past` are those that take place; what is archived is in its own list alone. */
export type EventList = (typeof eventLists)[number]

/** What narrows a list down. */
type Narrowed = {
  readonly text: string
  /** The location of the events; null: any. */
  readonly locationId: string | null
  readonly now: Date
}

/** Finds events of one list by name: all of `text`, in any accents and case; upcoming ones soonest first, others latest first. */
export async function searchEvents(
  tx: TenantTx,
  search: Narrowed & { readonly list: EventList; readonly limit: number; readonly offset: number },
): Promise<readonly Event[]> {
  const { list, text, locationId, now, limit, offset } = search
  const order = list === 'upcoming' ? 'asc' : 'desc'
  const found = selectEvents(tx)
    .where(isOn(list, now))
    .where(isAt(locationId))
    .orderBy('event.startsAt', order)
    .orderBy('event.id', order)
    .limit(limit)
  if (text === '') return withParts(tx, await found.offset(offset).execute())
  // Names alone are looked through here: no index of the database knows that an É is an E.
  const names = await selectRows(tx, 'event')
    .where(isOn(list, now))
    .where(isAt(locationId))
    .select(['event.id', 'event.name'])
    .orderBy('event.startsAt', order)
    .orderBy('event.id', order)
    .execute()
  const folded = foldText(text)
  const ids = names
    .filter(({ name }) => foldText(name).includes(folded))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
  return ids.length === 0 ? [] : withParts(tx, await found.where('event.id', 'in', ids).execute())
}

/** How many of each list `searchEvents` finds. */
export async function countFound(
  tx: TenantTx,
  { text, locationId, now }: Narrowed,
): Promise<Readonly<Record<EventList, number>>> {
  const rows = await selectRows(tx, 'event')
    .where(isAt(locationId))
    .select('event.name')
    .select(eventLists.map((list) => isOn(list, now).as(list)))
    .execute()
  const folded = foldText(text)
  const found = rows.filter(({ name }) => foldText(name).includes(folded))
  const counts = eventLists.map((list) => [list, found.filter((row) => row[list]).length] as const)
  return Object.fromEntries(counts) as Record<EventList, number>
}

/** Narrows a query that selects from `event`. */
function isOn(list: EventList, now: Date): RawBuilder<boolean> {
  switch (list) {
    case 'upcoming':
      return sql`not event.archived and event.cancelled_at is null and ${notOver(now)}`
    case 'past':
      return sql`not event.archived and event.cancelled_at is null and not ${notOver(now)}`
    case 'unpublished':
      return sql`not event.archived and event.cancelled_at is null and not event.published`
    case 'cancelled':
      return sql`not event.archived and event.cancelled_at is not null`
    case 'archived':
      return sql<boolean>`event.archived`
  }
}

/** Narrows a query that selects from `event`. */
function isAt(locationId: string | null): RawBuilder<boolean> {
  return locationId === null ? sql`true` : sql`event.location_id = ${locationId}`
}
