import type { IDBPObjectStore, StoreNames } from 'idb'
import type { ScannerDatabase, ScannerSchema } from '../database.ts'
import type { Admission, KeptScan, KeptTicket, QueuedScan, SnapshotHead } from './kept.ts'
import { endBeginning, keepEvents, listTickets, putPage } from './ticket-shelf.ts'

/** An admission: the scan as the service is told it, and the hash by which the ticket is recognised. */
export type Entry = { readonly scan: QueuedScan; readonly ticketHash: string | null }

/** How many of the last scans are kept. */
const mostKept = 200

/** The durability of scans: what was said to somebody at the door outlives a battery that ends right after. */
const onDisk = { durability: 'strict' } as const

export type ScanStore = ReturnType<typeof createScanStore>

/** Keeps the scans of this device. Each function is one transaction: two tabs of one phone never let the same ticket in. */
export function createScanStore(database: ScannerDatabase) {
  const here =
    <Args extends readonly unknown[], T>(work: (database: ScannerDatabase, ...args: Args) => T) =>
    (...args: Args) =>
      work(database, ...args)

  return {
    findSnapshot: (eventId: string): Promise<SnapshotHead | undefined> => database.get('snapshot', eventId),
    listSnapshots: (): Promise<SnapshotHead[]> => database.getAll('snapshot'),

    async findTicket(eventId: string, lookup: string): Promise<KeptTicket | undefined> {
      const [ticket] = await listTickets(database, eventId, lookup)
      return ticket
    },

    listTickets: here(listTickets),
    putPage: here(putPage),
    endBeginning: here(endBeginning),
    keepEvents: here(keepEvents),

    async findAdmission(lookup: string, ticketHash: string | null): Promise<Admission | undefined> {
      return formerAdmission(database.transaction('admission').store, lookup, ticketHash)
    },

    admit: here(admit),

    /** Notes what the service let in by itself, so that this device knows it without network. */
    async noteAdmitted({ scan, ticketHash }: Entry): Promise<void> {
      const transaction = database.transaction('admission', 'readwrite', onDisk)
      await transaction.store.put({ ...admissionOf(scan, ticketHash), settledAt: Date.now() })
      await transaction.done
    },

    /** Notes a refusal by this device: the service is told of it too. */
    async noteRefused(scan: QueuedScan): Promise<void> {
      const transaction = database.transaction('queue', 'readwrite', onDisk)
      if ((await transaction.store.index('nonce').getKey(scan.nonce)) === undefined) await transaction.store.add(scan)
      await transaction.done
    },

    listQueue: here(listQueue),

    countQueue: (): Promise<number> => database.count('queue'),
    settle: here(settle),

    async keepScan(scan: KeptScan): Promise<void> {
      const transaction = database.transaction('scan', 'readwrite')
      const last = await transaction.store.add(scan)
      await transaction.store.delete(IDBKeyRange.upperBound(last - mostKept))
      await transaction.done
    },

    /** Lists the scans, the newest first. */
    async listScans(eventId: string): Promise<readonly KeptScan[]> {
      const all = await database.getAll('scan')
      return all.filter((one) => one.eventId === eventId).toReversed()
    },
  }
}

/**
 * Lets a person in and keeps that the service has to be told, both or neither, on the disk before it is said.
 *
 * @returns the former admission, if this device let the ticket in before: then nothing is written
 */
async function admit(database: ScannerDatabase, { scan, ticketHash }: Entry): Promise<Admission | null> {
  const transaction = database.transaction(['admission', 'queue'], 'readwrite', onDisk)
  const admissions = transaction.objectStore('admission')
  const former = await formerAdmission(admissions, scan.lookup, ticketHash)
  if (former !== undefined && former.nonce !== scan.nonce) {
    await transaction.done
    return former
  }
  await admissions.put({ ...admissionOf(scan, ticketHash), settledAt: null })
  const queue = transaction.objectStore('queue')
  if ((await queue.index('nonce').getKey(scan.nonce)) === undefined) await queue.add(scan)
  await transaction.done
  return null
}

/** Finds whether this device let a ticket in: by this code, or by another one of the same ticket. */
async function formerAdmission<Stores extends ArrayLike<StoreNames<ScannerSchema>>, Mode extends IDBTransactionMode>(
  admissions: IDBPObjectStore<ScannerSchema, Stores, 'admission', Mode>,
  lookup: string,
  ticketHash: string | null,
): Promise<Admission | undefined> {
  const found = await admissions.get(lookup)
  if (found !== undefined || ticketHash === null) return found
  return admissions.index('ticketHash').get(ticketHash)
}

/** Removes scans from the queue: the service has them, or never will. */
async function settle(database: ScannerDatabase, nonces: readonly string[]): Promise<void> {
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
}

/**
 * Lists the queue in the order it happened.
 *
 * @param after the place of the last scan that was read; null: from the beginning
 */
async function listQueue(
  database: ScannerDatabase,
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
}

function admissionOf(scan: QueuedScan, ticketHash: string | null) {
  return { lookup: scan.lookup, ticketHash, eventId: scan.event_uuid, nonce: scan.nonce, at: scan.scanned_at }
}
