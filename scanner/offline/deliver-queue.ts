import type { Outcome, Server } from '../server.ts'
import type { BatchAnswer } from '../wire.ts'
import type { ScanStore } from './scan-store.ts'

/**
 * The most scans that are sent at once, and the wait for the answer in milliseconds. `POST /scan/batch/` takes more, but a slow network
 * brings the answer about fewer in time.
 */
const mostInBatch = 100
const patience = 20_000

/**
 * What came of a delivery. `told`: nothing waits any more. `kept`: some scans wait, since the service could not take them yet. `silence`:
 * nothing is known of what was sent, and it is sent again. `replaced`: the service takes nothing by this key, since the device has a new
 * pairing code. `archived`: it takes nothing from this device any more.
 */
type Delivery = 'told' | 'kept' | 'silence' | 'replaced' | 'archived'

/** Tells the service what was decided here. A row leaves the queue when the service has acknowledged that row. */
export async function deliverQueue(server: Server, store: ScanStore): Promise<Delivery> {
  let isKept = false
  for (let after: number | null = null; ; ) {
    const { scans, last } = await store.listQueue(after, mostInBatch)
    if (last === null) return isKept ? 'kept' : 'told'
    const call = { method: 'POST', path: '/scan/batch/', patience } as const
    const outcome: Outcome<BatchAnswer> = await server.call<BatchAnswer>({ ...call, body: { scans } })
    if (outcome.kind === 'silence') return 'silence'
    if (outcome.kind === 'unpaired') return outcome.isArchived ? 'archived' : 'replaced'
    if (outcome.kind !== 'answer') return 'kept'
    const settled = outcome.body.scans.flatMap(({ nonce, acknowledged }) =>
      acknowledged && nonce !== null ? [nonce] : [],
    )
    await store.settle(settled)
    if (settled.length < scans.length) isKept = true
    // Scans that the service cannot take yet stay, and do not hold up the others.
    after = last
  }
}
