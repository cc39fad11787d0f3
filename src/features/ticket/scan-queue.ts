import { sqlState, violates } from '../../db/database.ts'
import type { Pipelines } from '../../db/pipeline.ts'
import { type BatchOutcome, createBatchQueue } from '../../lib/batch-queue.ts'
import type { Deps } from '../deps.ts'
import { type Explanation, explainScans } from './explain-scans.ts'
import { type AdmittedRow, admitStatement, type ScanAsk } from './scan.queries.ts'
import { noteForDoor, type TicketView } from './scan.ts'

export type ScanQueue = {
  /** The ticket as it is once admitted; null when it was not, for a reason that `explain` finds. */
  admit(tenantId: string, ask: ScanAsk): Promise<TicketView | null>
  /** Why a scan was not admitted, noted in the log; `admissible` when there is no reason any more. */
  explain(tenantId: string, ask: ScanAsk): Promise<Explanation>
}

type Admission = BatchOutcome<TicketView | null>

const notAdmitted: Admission = { ok: true, value: null }
const mostPerBatch = 100
const mostAttempts = 3

/**
 * The two lines at the door: one in which everybody is admitted, a batch at a time, and a side line for the few who
 * were not, so that explaining holds up nobody.
 */
export function createScanQueue(
  deps: Pick<Deps, 'database' | 'now'> & { readonly pipelines: Pipelines },
): ScanQueue {
  const admissions = createBatchQueue<ScanAsk, TicketView | null>({
    most: mostPerBatch,
    run: (tenantId, asks) => admitAll(tenantId, asks),
  })
  const explanations = createBatchQueue<ScanAsk, Explanation>({
    most: mostPerBatch,
    run: async (tenantId, asks) =>
      (await explainScans(deps, tenantId, asks)).map((value) => ({ ok: true, value })),
  })

  async function admitAll(tenantId: string, asks: readonly ScanAsk[]): Promise<readonly Admission[]> {
    const chosen = firstOfEach(asks)
    const rows = await admitted(tenantId, [...chosen])
    return asks.map((ask) => {
      const row = chosen.has(ask) ? rows.get(ask.ticketId) : undefined
      return row ? { ok: true, value: viewOf(row, ask) } : notAdmitted
    })
  }

  async function admitted(
    tenantId: string,
    asks: readonly ScanAsk[],
  ): Promise<ReadonlyMap<string, AdmittedRow>> {
    for (let attempt = 1; ; attempt++) {
      try {
        const rows = await deps.pipelines.runOne<AdmittedRow>(
          tenantId,
          admitStatement(tenantId, asks, deps.now()),
        )
        return new Map(rows.map((row) => [row.id, row]))
      } catch (error) {
        if (violates(error, 'scan_log_one_nonce')) return oneByOne(tenantId, asks)
        if (attempt === mostAttempts || !retriedStates.has(sqlState(error) ?? '')) throw error
      }
    }
  }

  /** A used nonce, of a ticket that could enter otherwise, spoils the batch it is in, and then only itself. */
  async function oneByOne(
    tenantId: string,
    asks: readonly ScanAsk[],
  ): Promise<ReadonlyMap<string, AdmittedRow>> {
    if (asks.length === 1) return new Map()
    const rows = new Map<string, AdmittedRow>()
    for (const ask of asks) {
      for (const [id, row] of await admitted(tenantId, [ask])) rows.set(id, row)
    }
    return rows
  }

  return { admit: admissions.add, explain: explanations.add }
}

/** Deadlocks and serialisation failures. */
const retriedStates = new Set(['40001', '40P01'])

/** Of several scans of one ticket, or with one nonce, the first; the others find out in the side line what it came to. */
function firstOfEach(asks: readonly ScanAsk[]): ReadonlySet<ScanAsk> {
  const taken = new Set<string>()
  return new Set(
    asks.filter((ask) => {
      const nonce = ask.nonce === null ? null : `${ask.deviceId} ${ask.nonce}`
      if (taken.has(ask.ticketId) || (nonce !== null && taken.has(nonce))) return false
      taken.add(ask.ticketId)
      if (nonce !== null) taken.add(nonce)
      return true
    }),
  )
}

function viewOf(row: AdmittedRow, ask: ScanAsk): TicketView {
  return {
    id: row.id,
    status: 'scanned',
    eventName: row.event_name,
    firstName: row.first_name,
    lastName: row.last_name,
    seat: row.seat,
    priceName: row.price_name,
    productName: row.product_name,
    scanNote: noteForDoor(row.product_note, row.price_note),
    scannedByDeviceId: ask.deviceId,
    scannedAt: ask.scannedAt,
    reservationId: row.reservation_id,
    reservationTicketCount: row.ticket_count,
  }
}
