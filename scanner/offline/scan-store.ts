import type { IDBPObjectStore } from 'idb'
import type { ScannerDatabase, ScannerSchema } from '../database.ts'
import type { Admission, KeptScan, KeptTicket, QueuedScan, TicketBucket, SnapshotHead } from './kept.ts'

/** Whoever is let in: the scan as it is told to the service, and by what the ticket is known again. */
export type Entry = { readonly scan: QueuedScan; readonly ticketHash: string | null }

/** How many of the last scans are kept. */
const mostKept = 200

/** What was said to somebody at the door outlives a battery that ends right after. */
const onDisk = { durability: 'strict' } as const

export type ScanStore = ReturnType<typeof createScanStore>

/** Scans on this device. Each function is one transaction: two tabs of one phone never let the same ticket in. */
export function createScanStore(database: ScannerDatabase) {
  return {
    findSnapshot: (eventId: string): Promise<SnapshotHead | undefined> => database.get('snapshot', eventId),

    listSnapshots: (): Promise<SnapshotHead[]> => database.getAll('snapshot'),

    async findTicket(eventId: string, lookup: string): Promise<KeptTicket | undefined> {
      const [ticket] = await listTickets(database, eventId, lookup)
      return ticket
    },

    /** @param prefix the beginning of their lookups: the name of one of a group has one, unless an odd chance gives it two */
    listTickets: (eventId: string, prefix: string): Promise<readonly KeptTicket[]> =>
      listTickets(database, eventId, prefix),

    async findAdmission(lookup: string, ticketHash: string | null): Promise<Admission | undefined> {
      const found = await database.get('admission', lookup)
      return found ?? (ticketHash === null ? undefined : database.getFromIndex('admission', 'ticketHash', ticketHash))
    },

    /**
     * Lets somebody in and keeps that the service has to be told, both or neither, on the disk before it is said.
     *
     * @returns the former admission, where this device let the ticket in before: then nothing is written
     */
    async admit({ scan, ticketHash }: Entry): Promise<Admission | null> {
      const transaction = database.transaction(['admission', 'queue'], 'readwrite', onDisk)
      const admissions = transaction.objectStore('admission')
      const former =
        (await admissions.get(scan.lookup)) ??
        (ticketHash === null ? undefined : await admissions.index('ticketHash').get(ticketHash))
      if (former !== undefined && former.nonce !== scan.nonce) {
        await transaction.done
        return former
      }
      await admissions.put({ ...admissionOf(scan, ticketHash), settledAt: null })
      const queue = transaction.objectStore('queue')
      if ((await queue.index('nonce').getKey(scan.nonce)) === undefined) await queue.add(scan)
      await transaction.done
      return null
    },

    /** What the service let in by itself, so that this device knows it without network. */
    async noteAdmitted({ scan, ticketHash }: Entry): Promise<void> {
      const transaction = database.transaction('admission', 'readwrite', onDisk)
      await transaction.store.put({ ...admissionOf(scan, ticketHash), settledAt: Date.now() })
      await transaction.done
    },

    /** A refusal of this device: it is told too. */
    async noteRefused(scan: QueuedScan): Promise<void> {
      const transaction = database.transaction('queue', 'readwrite', onDisk)
      if ((await transaction.store.index('nonce').getKey(scan.nonce)) === undefined) await transaction.store.add(scan)
      await transaction.done
    },

    /**
     * In the order it happened.
     *
     * @param after the place of the last one that was read; null: from the beginning
     */
    async listQueue(
      after: number | null,
      most: number,
    ): Promise<{ readonly scans: readonly QueuedScan[]; readonly last: number | null }> {
      const range = after === null ? null : IDBKeyRange.lowerBound(after, true)
      const transaction = database.transaction('queue')
      const [scans, places] = await Promise.all([
        transaction.store.getAll(range, most),
        transaction.store.getAllKeys(range, most),
      ])
      return { scans, last: places.at(-1) ?? null }
    },

    countQueue: (): Promise<number> => database.count('queue'),

    /** The service has them, or never will: they leave the queue. */
    async settle(nonces: readonly string[]): Promise<void> {
      const transaction = database.transaction(['admission', 'queue'], 'readwrite')
      const queue = transaction.objectStore('queue')
      const admissions = transaction.objectStore('admission')
      for (const nonce of nonces) {
        const key = await queue.index('nonce').getKey(nonce)
        if (key === undefined) continue
        const scan = await queue.get(key)
        await queue.delete(key)
        const admission = scan === undefined ? undefined : await admissions.get(scan.lookup)
        if (admission?.nonce === nonce) await admissions.put({ ...admission, settledAt: Date.now() })
      }
      await transaction.done
    },

    /**
     * A page of a snapshot. A ticket that the service says is not in, though it knew of its admission here when it was asked,
     * was undone: this device deletes the admission.
     *
     * @param askedAt when the page was asked for, in milliseconds since 1970
     * @returns the head as it is kept now
     */
    async putPage(head: SnapshotHead, tickets: readonly KeptTicket[], askedAt: number): Promise<SnapshotHead> {
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
    },

    /**
     * The reading from the beginning is at its end: tickets that it did not find any more go, and what there is is counted.
     *
     * @returns the head as it is kept now
     */
    async endBeginning(head: SnapshotHead): Promise<SnapshotHead> {
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
    },

    /** Deletes the events that this device has nothing to do with any more; who was let in there and is not told yet stays. */
    async keepEvents(eventIds: ReadonlySet<string>): Promise<void> {
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
    },

    async keepScan(scan: KeptScan): Promise<void> {
      const transaction = database.transaction('scan', 'readwrite')
      const last = await transaction.store.add(scan)
      await transaction.store.delete(IDBKeyRange.upperBound(last - mostKept))
      await transaction.done
    },

    /** The newest first. */
    async listScans(eventId: string): Promise<readonly KeptScan[]> {
      const all = await database.getAll('scan')
      return all.filter((one) => one.eventId === eventId).toReversed()
    },
  }
}

/** The tickets of an event: an array sorts after every text and number. */
const allOf = (eventId: string) => IDBKeyRange.bound([eventId], [eventId, []])

const bucketRange = (eventId: string, letter: string) => IDBKeyRange.bound([eventId, letter], [eventId, letter, []])

const letterOf = (lookup: string) => lookup.slice(0, 1)

async function listTickets(database: ScannerDatabase, eventId: string, prefix: string): Promise<readonly KeptTicket[]> {
  // In the order of readings and pages: what is newer takes the place of what is older.
  const buckets = await database.getAll('shelf', bucketRange(eventId, letterOf(prefix)))
  const found = new Map<string, KeptTicket>()
  for (const { tickets } of buckets)
    for (const ticket of tickets) if (ticket.lookup.startsWith(prefix)) found.set(ticket.lookup, ticket)
  return [...found.values()]
}

/** The tickets of a page, in buckets by the first letter of their lookups (ADR 0196). */
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
 * What changed in a list that is whole: each ticket where it stood, so that none stands twice; new ones beside the newest.
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

function admissionOf(scan: QueuedScan, ticketHash: string | null) {
  return { lookup: scan.lookup, ticketHash, eventId: scan.event_uuid, nonce: scan.nonce, at: scan.scanned_at }
}
