import { pointWithin } from '../../lib/coordinates.ts'
import { isUuid } from '../../lib/text.ts'
import { isTimeZone } from '../../lib/time.ts'
import { lineOf, linesOf, webPageOf } from '../calendars/calendar-text.ts'
import type { ReadCalendar, ReadEvent } from '../calendars/read-calendar.ts'
import {
  type ActivityDocument,
  type DocumentRefusal,
  type fetchDocument,
  idOf,
  isSameServer,
  objectOf,
} from './documents.ts'

export type OutboxReading = {
  /** Of whoever reads it: the zone of an event that names none. */
  readonly timeZone: string
  /** Only what is not over then, and starts before. */
  readonly from: Date
  readonly until: Date
  /** Fetches a document, or says why there is none. */
  fetch(url: string): ReturnType<typeof fetchDocument>
}

const mostPages = 20
const mostItems = 1_000
/** Of things that the outbox names by their address alone, and of those of one other server. */
const [mostFetched, mostOfServer] = [100, 20]
const fetchedAtOnce = 4
/** For all of it. */
const mostMs = 30_000

/** What is to be read of what an outbox names. */
type Found = {
  /** By the address of each; null: what is there is no event, or was not read. */
  readonly events: Map<string, ReadEvent | null>
  /** Addresses of what is to be read elsewhere. */
  readonly unread: string[]
  /** What says that it is an event, and has no name or no time. */
  broken: number
  /** There is more than was read. */
  isCut: boolean
}

/**
 * Reads the events that an account has published or announced (ActivityPub, "Outbox"; FEP-8a8e), the latest ones first, as far as the
 * bounds go. What is said of an event on another server than the outbox is not believed, but read there.
 *
 * @returns why it cannot be read; `unreadable`: it is no outbox
 */
export async function readOutbox(outbox: string, reading: OutboxReading): Promise<ReadCalendar | DocumentRefusal> {
  const until = performance.now() + mostMs
  const collection = await reading.fetch(outbox)
  if (typeof collection === 'string') return collection
  if (!Array.isArray(itemsOf(collection)) && collection['first'] === undefined) return 'unreadable'
  const found: Found = { events: new Map(), unread: [], broken: 0, isCut: false }
  let page: ActivityDocument | null = collection
  for (let pages = 0; page !== null; pages++) {
    const items: unknown = itemsOf(page)
    takeItems(found, items, outbox, reading)
    // Some lead from an empty page to the next one, for ever.
    if (Array.isArray(items) && items.length === 0) break
    const next: unknown = page === collection && items === undefined ? page['first'] : page['next']
    if (next === undefined || next === null) break
    page = pages < mostPages && performance.now() < until ? await pageOf(next, outbox, reading) : null
    if (page === null) found.isCut = true
  }
  await readElsewhere(found, reading, until)
  const wanted = [...found.events.values()]
    .filter((event) => event !== null)
    .filter(({ startsAt, endsAt }) => (endsAt ?? startsAt) > reading.from && startsAt < reading.until)
  wanted.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const once = [...new Map(wanted.map((event) => [event.uid, event])).values()]
  // What is behind the cut may begin at any time.
  return { events: once, unread: found.broken, completeUntil: found.isCut ? reading.from : null, unfollowed: [] }
}

function takeItems(found: Found, items: unknown, outbox: string, { timeZone }: OutboxReading): void {
  for (const item of Array.isArray(items) ? (items as readonly unknown[]) : []) {
    const object = objectNamed(item)
    const id = idOf(object)
    if (id === null || found.events.has(id)) continue
    if (found.events.size >= mostItems) found.isCut = true
    else if (typeof object === 'object' && isSameServer(id, outbox)) takeObject(found, id, objectOf(object), timeZone)
    else {
      found.events.set(id, null)
      found.unread.push(id)
    }
  }
}

/** Nothing is kept of what it says beyond the event: it may be long. */
function takeObject(found: Found, id: string, object: ActivityDocument, timeZone: string): void {
  const event = isEvent(object) ? eventOf(object, timeZone) : null
  if (event === null && isEvent(object)) found.broken++
  found.events.set(id, event)
}

async function readElsewhere(found: Found, { fetch, timeZone }: OutboxReading, until: number): Promise<void> {
  const counts = new Map<string, number>()
  const waiting = found.unread
    .filter((id) => {
      const { origin } = new URL(id)
      counts.set(origin, (counts.get(origin) ?? 0) + 1)
      return (counts.get(origin) ?? 0) <= mostOfServer
    })
    .slice(0, mostFetched)
  found.isCut ||= waiting.length < found.unread.length
  const readNext = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const object = performance.now() < until ? await fetch(id) : 'too_slow'
      if (typeof object !== 'string') takeObject(found, id, idOf(object) === id ? object : {}, timeZone)
      // What could not be read this time is not gone.
      else if (object !== 'gone' && object !== 'unreadable') found.isCut = true
    }
  }
  await Promise.all(Array.from({ length: fetchedAtOnce }, readNext))
}

const itemsOf = (page: ActivityDocument): unknown => page['orderedItems'] ?? page['items']

async function pageOf(next: unknown, outbox: string, { fetch }: OutboxReading): Promise<ActivityDocument | null> {
  if (typeof next === 'object') return objectOf(next)
  const address = idOf(next)
  if (address === null || !isSameServer(address, outbox)) return null
  const page = await fetch(address)
  return typeof page === 'string' ? null : page
}

/** What an activity is about; of a group that announces what somebody did, what that was about. */
function objectNamed(item: unknown): unknown {
  const activity = objectOf(item)
  if (!['Create', 'Update', 'Announce'].includes(textOf(activity['type']))) return null
  const { object } = activity
  const inner = objectOf(object)
  return ['Create', 'Update'].includes(textOf(inner['type'])) ? inner['object'] : object
}

/** A stranger's JSON has anything in any place. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function isEvent({ type }: ActivityDocument): boolean {
  return type === 'Event' || (Array.isArray(type) && type.includes('Event'))
}

function eventOf(object: ActivityDocument, usualZone: string): ReadEvent | null {
  const name = lineOf(object['name'], 200)
  const startsAt = momentOf(object['startTime'])
  const id = idOf(object)
  if (name === null || startsAt === null || id === null) return null
  const endsAt = object['displayEndTime'] === false ? null : momentOf(object['endTime'])
  const zone = object['timezone']
  // What takes place somewhere and online has both.
  const places = [object['location']].flat().map(objectOf)
  const place = places.find(({ type }) => type !== 'VirtualLocation') ?? {}
  const categories = [object['category'], ...[object['tag']].flat().map((tag) => objectOf(tag)['name'])].flat()
  const status = `${textOf(object['status'])} ${textOf(object['eventStatus'])}`.toUpperCase()
  const uuid = textOf(object['uuid'])
  return {
    // As in calendars, where it is the server's own: whoever reads both has it once.
    uid: isUuid(uuid) && id.includes(uuid) ? uuid : id,
    recurrence: '',
    name,
    description: linesOf(object['content'] ?? object['summary'], 2_000),
    startsAt,
    endsAt: endsAt !== null && endsAt >= startsAt ? endsAt : null,
    allDay: false,
    timeZone: typeof zone === 'string' && isTimeZone(zone) ? zone : usualZone,
    place: placeOf(place),
    ...pointWithin(place['latitude'], place['longitude']),
    url: webPageOf(object['url']) ?? webPageOf(id),
    categories: categories.flatMap((category) => lineOf(category, 100)?.replace(/^#/, '') ?? []).slice(0, 20),
    isCancelled: status.includes('CANCELLED'),
  }
}

function momentOf(value: unknown): Date | null {
  const at = typeof value === 'string' && value.length < 100 ? new Date(value) : null
  return at !== null && at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999 ? at : null
}

function placeOf(place: ActivityDocument): string | null {
  const { address } = place
  const of = objectOf(address)
  const written =
    typeof address === 'string' ? [address] : [of['streetAddress'], of['postalCode'], of['addressLocality']]
  const parts = [place['name'], ...written].flatMap((part) => lineOf(part, 250) ?? [])
  return lineOf([...new Set(parts)].join(', '), 250)
}
