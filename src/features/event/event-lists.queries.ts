import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { folded } from '../../db/folded.ts'
import { inOrder, inOrderOfMaking, type Order, type Sorted } from '../../db/in-order.ts'
import { selectRows } from '../../db/rows.ts'
import { foldText } from '../../lib/text.ts'
import { type Event, selectEvents, withParts } from './event.queries.ts'
import type { MomentThere } from './event.ts'
import { notOver } from './event-page.queries.ts'

export const eventLists = ['upcoming', 'past', 'unpublished', 'cancelled', 'archived'] as const
/** What staff looks for: `upcoming` and `past` are those that take place; what is archived is in its own list alone. */
export type EventList = (typeof eventLists)[number]

/** What narrows a list down. */
type Narrowed = MomentThere & {
  readonly text: string
  /** The location of the events; null: any. */
  readonly locationId: string | null
}

/** What events are listed by. */
export const eventOrders = {
  when: [{ column: 'event.startsAt', type: 'timestamptz' }, ...inOrderOfMaking('event.id')],
  name: [{ column: folded(sql.ref('event.name')), type: 'text' }, ...inOrderOfMaking('event.id')],
} as const satisfies Readonly<Record<string, Order>>
export type EventOrder = keyof typeof eventOrders

/** Upcoming events are listed soonest first, others latest first. */
export function usualOrder(list: EventList): Sorted<'when'> {
  return { sort: 'when', isDescending: list !== 'upcoming' }
}

type EventSearch = Narrowed &
  Sorted<EventOrder> & { readonly list: EventList; readonly limit: number; readonly offset: number }

/** Finds events of one list by name: all of `text`, in any accents and case. */
export async function searchEvents(tx: TenantTx, search: EventSearch): Promise<readonly Event[]> {
  const { list, text, locationId, sort, isDescending, limit, offset } = search
  const order = eventOrders[sort]
  const found = inOrder(selectEvents(tx).where(isOn(list, search)).where(isAt(locationId)), order, {
    isDescending,
    limit,
  })
  if (text === '') return withParts(tx, await found.offset(offset).execute())
  // Names alone are looked through here: no index of the database knows that an É is an E.
  const named = selectRows(tx, 'event')
    .where(isOn(list, search))
    .where(isAt(locationId))
    .select(['event.id', 'event.name'])
  const names = await inOrder(named, order, { isDescending }).execute()
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
  { text, locationId, ...moment }: Narrowed,
): Promise<Readonly<Record<EventList, number>>> {
  const rows = await selectRows(tx, 'event')
    .where(isAt(locationId))
    .select('event.name')
    .select(eventLists.map((list) => isOn(list, moment).as(list)))
    .execute()
  const folded = foldText(text)
  const found = rows.filter(({ name }) => foldText(name).includes(folded))
  const counts = eventLists.map((list) => [list, found.filter((row) => row[list]).length] as const)
  return Object.fromEntries(counts) as Record<EventList, number>
}

/** Narrows a query that selects from `event`. */
function isOn(list: EventList, moment: MomentThere): RawBuilder<boolean> {
  switch (list) {
    case 'upcoming':
      return sql`not event.archived and event.cancelled_at is null and ${notOver(moment)}`
    case 'past':
      return sql`not event.archived and event.cancelled_at is null and not ${notOver(moment)}`
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
