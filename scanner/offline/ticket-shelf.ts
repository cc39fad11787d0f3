import type { IDBPObjectStore } from 'idb'
import type { ScannerDatabase, ScannerSchema } from '../database.ts'
import type { KeptTicket, SnapshotHead, TicketBucket } from './kept.ts'

/**
 * Keeps a page of a snapshot. If the service says that a ticket is not in, and knew of its admission here when it was asked, the admission
 * was undone: this device deletes it.
 *
 * @param askedAt when the page was asked for, in milliseconds since 1970
 * @returns the head as it is kept now
 */
export async function putPage(
  database: ScannerDatabase,
  head: SnapshotHead,
  tickets: readonly KeptTicket[],
  askedAt: number,
): Promise<SnapshotHead> {
  if (tickets.length === 0) {
    await database.put('snapshot', head)
    return head
  }
  const transaction = database.transaction(['snapshot', 'shelf', 'admission'], 'readwrite')
  const admissions = transaction.objectStore('admission')
  const known = new Map((await admissions.getAll()).map((one) => [one.lookup, one]))
  const writes: Promise<unknown>[] = []
  for (const { lookup, state } of tickets) {
    const settledAt = known.get(lookup)?.settledAt ?? null
    if (state === 'not_scanned' && settledAt !== null && settledAt < askedAt) writes.push(admissions.delete(lookup))
  }
  const buckets = transaction.objectStore('shelf')
  let added = 0
  for (const bucket of bucketsOfPage(head, tickets)) {
    if (head.isBeginning) writes.push(buckets.put(bucket))
    else added += await mergeIntoBuckets(buckets, bucket)
  }
  const counted = head.tickets === null ? head : { ...head, tickets: head.tickets + added }
  writes.push(transaction.objectStore('snapshot').put(counted))
  await Promise.all([...writes, transaction.done])
  return counted
}

/**
 * Ends a reading from the beginning: deletes the tickets that it did not find any more, and counts the rest.
 *
 * @returns the head as it is kept now
 */
export async function endBeginning(database: ScannerDatabase, head: SnapshotHead): Promise<SnapshotHead> {
  const transaction = database.transaction(['snapshot', 'shelf'], 'readwrite')
  const buckets = transaction.objectStore('shelf')
  const lookups = new Set<string>()
  for (const { letter, reading, page, tickets } of await buckets.getAll(allOf(head.event.uuid))) {
    if (reading !== head.reading) await buckets.delete([head.event.uuid, letter, reading, page])
    else for (const { lookup } of tickets) lookups.add(lookup)
  }
  const whole = { ...head, isBeginning: false, tickets: lookups.size }
  await transaction.objectStore('snapshot').put(whole)
  await transaction.done
  return whole
}

/** Deletes the events that this device no longer has to do with; admissions there that are not told yet stay. */
export async function keepEvents(database: ScannerDatabase, eventIds: ReadonlySet<string>): Promise<void> {
  const names = ['snapshot', 'shelf', 'admission', 'scan'] as const
  const transaction = database.transaction(names, 'readwrite')
  const isOver = ({ eventId }: { readonly eventId: string }) => !eventIds.has(eventId)
  for (const eventId of await transaction.objectStore('snapshot').getAllKeys()) {
    if (!isOver({ eventId })) continue
    await transaction.objectStore('snapshot').delete(eventId)
    await transaction.objectStore('shelf').delete(allOf(eventId))
  }
  const admissions = transaction.objectStore('admission')
  for (const one of await admissions.getAll())
    if (isOver(one) && one.settledAt !== null) await admissions.delete(one.lookup)
  for (let row = await transaction.objectStore('scan').openCursor(); row !== null; row = await row.continue())
    if (isOver(row.value)) await row.delete()
  await transaction.done
}

/** The key range of an event's tickets: an array sorts after every text and number. */
const allOf = (eventId: string) => IDBKeyRange.bound([eventId], [eventId, []])

const bucketRange = (eventId: string, letter: string) => IDBKeyRange.bound([eventId, letter], [eventId, letter, []])

const letterOf = (lookup: string) => lookup.slice(0, 1)

/**
 * Lists the tickets of an event whose lookups begin with a prefix.
 *
 * @param prefix a companion's name in a group; one ticket has it, unless an odd chance gives it to two
 */
export async function listTickets(
  database: ScannerDatabase,
  eventId: string,
  prefix: string,
): Promise<readonly KeptTicket[]> {
  // Buckets come in the order of readings and pages, so that newer rows replace older ones.
  const buckets = await database.getAll('shelf', bucketRange(eventId, letterOf(prefix)))
  const found = new Map<string, KeptTicket>()
  for (const { tickets } of buckets)
    for (const ticket of tickets) if (ticket.lookup.startsWith(prefix)) found.set(ticket.lookup, ticket)
  return [...found.values()]
}

/** Sorts the tickets of a page into buckets by the first letter of their lookups (ADR 0196). */
function bucketsOfPage(
  { event, reading, pages }: SnapshotHead,
  tickets: readonly KeptTicket[],
): readonly TicketBucket[] {
  const byLetter = new Map<string, KeptTicket[]>()
  for (const ticket of tickets) {
    const letter = letterOf(ticket.lookup)
    const beside = byLetter.get(letter)
    if (beside === undefined) byLetter.set(letter, [ticket])
    else beside.push(ticket)
  }
  return [...byLetter].map(([letter, some]) => ({ eventId: event.uuid, letter, reading, page: pages, tickets: some }))
}

/**
 * Merges what changed into a complete list: each known ticket in its former place, so that none is there twice; new ones beside the newest.
 *
 * @returns how many are new
 */
async function mergeIntoBuckets(
  buckets: IDBPObjectStore<ScannerSchema, ('snapshot' | 'shelf' | 'admission')[], 'shelf', 'readwrite'>,
  changed: TicketBucket,
): Promise<number> {
  const former = await buckets.getAll(bucketRange(changed.eventId, changed.letter))
  const newest = former.at(-1) ?? { ...changed, tickets: [] }
  const rows = new Map<TicketBucket, Map<string, KeptTicket>>()
  let added = 0
  for (const ticket of changed.tickets) {
    const place = former.findLast(({ tickets }) => tickets.some(({ lookup }) => lookup === ticket.lookup))
    if (place === undefined) added++
    const bucket = place ?? newest
    const there = rows.get(bucket) ?? new Map(bucket.tickets.map((one) => [one.lookup, one]))
    rows.set(bucket, there.set(ticket.lookup, ticket))
  }
  for (const [bucket, there] of rows) await buckets.put({ ...bucket, tickets: [...there.values()] })
  return added
}
