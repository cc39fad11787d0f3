import { serverSide, type TenantTx } from '../../db/database.ts'
import type { TenantUrls } from '../deps.ts'
import { type FeedEvent, findFeedEvent, listFeedEvents } from '../tenant/shared-calendar.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type EventDetails, type EventObject, eventObject, objectIdOf } from './event-object.ts'
import { accountAt } from './fediverse.ts'
import { listEventDetails } from './fediverse.queries.ts'
import type { Shown } from './told-changes.ts'

/** How many events others are told of at most, the next ones, as in feeds. */
export const mostShown = 500

const everything = {
  words: [],
  from: null,
  before: null,
  town: null,
  category: null,
  eventCategory: null,
  organisation: null,
}

/**
 * Lists what an organisation shows to other servers, in the order it starts: what its feeds tell, without what is kept out, what is of agendas
 * elsewhere, and events of others that have no account. Nothing, while it has none itself.
 */
export async function listShownEvents(
  tx: TenantTx,
  urls: TenantUrls,
  tenant: Tenant,
  page: { readonly now: Date; readonly limit: number },
): Promise<Shown> {
  if (!isTelling(tenant)) return { events: [], completeUntil: null }
  const rows = await listFeedEvents(serverSide(tx), tenant, everything, page)
  const wanted = rows.filter(
    ({ keptOut, link, fediverseLabel }) => !keptOut && link === null && fediverseLabel !== null,
  )
  const own = wanted.filter(({ tenantId }) => tenantId === tenant.id)
  const details = await listEventDetails(
    tx,
    own.map(({ eventId }) => eventId),
  )
  const events = wanted.map((event) => {
    const base = urls.base(event.fediverseLabel)
    const object = objectIdOf(base, event)
    const { eventId, startsAt, overAt } = event
    const said = event.tenantId === tenant.id ? details.get(eventId) : undefined
    return { eventId, object, startsAt, overAt, own: said ? objectOfOwn(urls, event, said) : null }
  })
  return { events, completeUntil: rows.length < page.limit ? null : (rows.at(-1)?.startsAt ?? null) }
}

/** Finds an own event as other servers show it, also when it is over; null: it is not shown, or kept out. */
export async function findOwnObject(
  tx: TenantTx,
  urls: TenantUrls,
  tenant: Tenant,
  eventId: string,
): Promise<EventObject | null> {
  const event = await findFeedEvent(serverSide(tx), tenant, eventId)
  const details = (await listEventDetails(tx, [eventId])).get(eventId)
  return event && details && !event.keptOut ? objectOfOwn(urls, event, details) : null
}

/** Whether an organisation has an account that others may follow. */
export function isTelling({ fediverseLabel, approval, archivedAt, sandbox }: Tenant): boolean {
  return fediverseLabel !== null && approval === 'approved' && archivedAt === null && !sandbox
}

function objectOfOwn(urls: TenantUrls, event: FeedEvent, details: EventDetails) {
  return eventObject(accountAt(urls.base(event.fediverseLabel)), event, details, urls.base(event.host))
}
