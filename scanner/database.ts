import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb'
import type { Admission, KeptScan, QueuedScan, TicketBucket, SnapshotHead } from './offline/kept.ts'

/** A sealed value. The wrapping key is a handle: the browser uses it and shows it to nobody, this page included. */
export type Sealed = {
  readonly wrapping: CryptoKey
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly text: ArrayBuffer
}

/**
 * What stays in the browser. It holds no codes and no readable names: a ticket is named by its lookup, and its holder is sealed until
 * somebody shows it (ADR 0182).
 */
export interface ScannerSchema extends DBSchema {
  /** The key of the device, sealed. */
  kept: { key: string; value: Sealed }
  /** The heads of the lists, by event. */
  snapshot: { key: string; value: SnapshotHead }
  /** Buckets of tickets, by event, first letter of the lookup, reading and page: one event, and one letter in it, are ranges. */
  shelf: { key: [string, string, number, number]; value: TicketBucket }
  /** The people let in on this device, by lookup. */
  admission: { key: string; value: Admission; indexes: { ticketHash: string } }
  /** The scans that the service was not told, or did not acknowledge, in the order they happened. */
  queue: { key: number; value: QueuedScan; indexes: { nonce: string } }
  /** The last scans, in the order they happened. */
  scan: { key: number; value: KeptScan }
}

export type ScannerDatabase = IDBPDatabase<ScannerSchema>

const name = 'guichet-scanner'
const version = 4

/** @throws when the browser stores nothing, as some do in private windows */
export function openDatabase(): Promise<ScannerDatabase> {
  return openDB<ScannerSchema>(name, version, {
    upgrade(database, former) {
      if (former >= 2) {
        // The form of lists has changed since then, so they are read again; admissions and the queue stay.
        unwrap(database).deleteObjectStore(former === 2 ? 'ticket' : 'shelf')
        database.deleteObjectStore('snapshot')
      }
      database.createObjectStore('snapshot', { keyPath: 'event.uuid' })
      database.createObjectStore('shelf', { keyPath: ['eventId', 'letter', 'reading', 'page'] })
      if (former >= 2) return
      if (former < 1) database.createObjectStore('kept')
      database.createObjectStore('admission', { keyPath: 'lookup' }).createIndex('ticketHash', 'ticketHash')
      database.createObjectStore('queue', { autoIncrement: true }).createIndex('nonce', 'nonce', { unique: true })
      database.createObjectStore('scan', { autoIncrement: true })
    },
    // Another tab has a newer version of the scanner: it may go on, and this one begins again with that.
    blocking(_from, _to, event) {
      ;(event.target as IDBDatabase).close()
      location.reload()
    },
    // The phone closed it while the page was out of sight.
    terminated: () => location.reload(),
  })
}

/**
 * Deletes what the device knew before it was paired as this one; what the service was not told stays, with the admissions that belong to
 * it.
 */
export async function clearDevice(database: ScannerDatabase): Promise<void> {
  const transaction = database.transaction(['snapshot', 'shelf', 'admission', 'scan'], 'readwrite')
  const admissions = transaction.objectStore('admission')
  for (const { lookup, settledAt } of await admissions.getAll()) if (settledAt !== null) await admissions.delete(lookup)
  const whole = ['snapshot', 'shelf', 'scan'] as const
  await Promise.all([...whole.map((one) => transaction.objectStore(one).clear()), transaction.done])
}

/** Deletes everything that was kept, the key included; with `keepsUntold` not the queue, and the admissions that belong to it. */
export async function wipe(database: ScannerDatabase, keepsUntold: boolean): Promise<void> {
  const names = storesOf(database, keepsUntold)
  const transaction = database.transaction(names, 'readwrite')
  await Promise.all([...names.map((one) => transaction.objectStore(one).clear()), transaction.done])
}

/** Deletes what was written after that, unless the phone was paired again meanwhile: then it belongs to that device. */
export async function wipeAgain(database: ScannerDatabase, keepsUntold: boolean): Promise<void> {
  const names = storesOf(database, keepsUntold)
  const transaction = database.transaction(names, 'readwrite')
  const isPaired = (await transaction.objectStore('kept').count()) > 0
  if (!isPaired) await Promise.all(names.map((one) => transaction.objectStore(one).clear()))
  await transaction.done
}

const storesOf = ({ objectStoreNames }: ScannerDatabase, keepsUntold: boolean) =>
  [...objectStoreNames].filter((name) => !keepsUntold || (name !== 'queue' && name !== 'admission'))
