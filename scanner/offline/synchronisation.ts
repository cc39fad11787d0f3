import { type ScannerDatabase, wipe, wipeAgain } from '../database.ts'
import { deliverQueue } from './deliver-queue.ts'
import type { Network } from './network.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { ScanStore } from './scan-store.ts'

/** How old the list may grow while the service answers, and the first wait while it does not, in milliseconds. */
const everyMs = 15_000
const firstRetryMs = 1000

const lock = 'guichet-scanner'

/** Deletes what a device has of events other than these, once the reading of lists under way is over: it would bring them back. */
export async function keepEvents(store: ScanStore, eventIds: ReadonlySet<string>): Promise<void> {
  await navigator.locks.request(lock, () => store.keepEvents(eventIds))
}

/**
 * Deletes everything at once, and again what a reading of lists under way brings back.
 *
 * @param keepsUntold whether what the service was not told stays
 */
export async function clearAll(database: ScannerDatabase, keepsUntold: boolean): Promise<void> {
  await wipe(database, keepsUntold)
  void navigator.locks.request(lock, () => wipeAgain(database, keepsUntold)).catch(() => undefined)
}

export type Synchronisation = {
  /** Synchronises now rather than later: something waits, or the network may be back. */
  hurry(): void
  stop(): void
}

/**
 * Tells the service what waits, then reads what changed, over and over, in one tab of a phone at a time. Without network it tries again
 * after one, two, four seconds and so on, until it waits as long as between two readings of the list.
 *
 * @param eventId the event whose list is read; null: no door is open, and what waits is told all the same
 * @param onDone called after each round, whatever came of it
 */
export function keepInStep(
  network: Network,
  store: ScanStore,
  eventId: string | null,
  onDone: () => void,
): Synchronisation {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnderWay = false
  let isWanted = false
  let isOver = false
  let retryMs = firstRetryMs

  async function round(): Promise<void> {
    if ((await deliverQueue(network, store)) === 'silence') return
    // The queue is told first: what the list then says of it is newer than what this device knows.
    if (eventId !== null) await readSnapshot(network, store, eventId)
  }

  async function go(): Promise<void> {
    clearTimeout(timer)
    if (isOver) return
    if (isUnderWay) {
      isWanted = true
      return
    }
    isUnderWay = true
    isWanted = false
    try {
      await navigator.locks.request(lock, round)
    } catch {
      // The browser keeps nothing just now; the next round tries again.
    }
    isUnderWay = false
    if (isOver) return
    onDone()
    if (isWanted) return void go()
    retryMs = network.isUp() ? firstRetryMs : Math.min(retryMs * 2, everyMs)
    timer = setTimeout(() => void go(), network.isUp() ? everyMs : retryMs)
  }

  const lookAgain = () => {
    if (document.visibilityState === 'visible') void go()
  }
  addEventListener('online', lookAgain)
  document.addEventListener('visibilitychange', lookAgain)
  void go()
  return {
    hurry: () => void go(),
    stop() {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    },
  }
}
