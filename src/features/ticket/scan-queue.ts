import { sqlState, violates } from '../../db/database.ts'
import { isHeldByAnother } from '../../db/failures.ts'
import type { Pipelines } from '../../db/pipeline.ts'
import { type BatchOutcome, createBatchQueue } from '../../lib/batch-queue.ts'
import type { BasicDeps } from '../deps.ts'
import { type Explanation, explainScans } from './explain-scans.ts'
import { type AdmittedRow, admitStatement, freeTicketsStatement, type ScanAsk } from './scan.statements.ts'
import { noteForDoor, type TicketView } from './scan.ts'

export type ScanQueue = {
  /**
   * Admits a ticket and returns it as it is then; null when it was not admitted, for a reason that `explain` finds.
   *
   * @throws pg.DatabaseError 55P03 when somebody else holds the ticket for longer than is waited; nothing is decided then
   */
  admit(tenantId: string, ask: ScanAsk): Promise<TicketView | null>
  /** Finds why a scan was not admitted, and notes it in the log; `admissible` when there is no reason any more. */
  explain(tenantId: string, ask: ScanAsk): Promise<Explanation>
}

/** `held`: somebody else has locked the ticket, and it has to be waited for. */
type Admitted = TicketView | null | 'held'
type Admission = BatchOutcome<Admitted>

const notAdmitted: Admission = { ok: true, value: null }
const held: Admission = { ok: true, value: 'held' }
const mostPerBatch = 100
const mostAttempts = 3
/** How long a whole batch waits for a ticket that somebody else has locked: longer than any use case of ours locks one. */
const batchLockMs = 100

/** Connections that batches use for moments, and others that may wait for a single ticket. */
export type ScanPipelines = { readonly batches: Pipelines; readonly waits: Pipelines }

type QueueDeps = BasicDeps & { readonly pipelines: ScanPipelines }

/**
 * Makes the lines at the door: one in which everybody is admitted, a batch at a time; and two side lines for the few who were not, so
 * that they hold up nobody. One of these explains why, in the other tickets that somebody else has locked are waited for, one by one.
 */
export function createScanQueue(deps: QueueDeps): ScanQueue {
  const admissions = createBatchQueue<ScanAsk, Admitted>({
    most: mostPerBatch,
    run: (tenantId, asks) => admitAll(tenantId, asks, 'batches'),
  })
  const waits = createBatchQueue<ScanAsk, Admitted>({
    most: mostPerBatch,
    run: (ticket, asks) => admitAll(tenantOf(ticket), asks, 'waits'),
  })
  const explanations = createBatchQueue<ScanAsk, Explanation>({
    most: mostPerBatch,
    run: async (tenantId, asks) => (await explainScans(deps, tenantId, asks)).map((value) => ({ ok: true, value })),
  })

  async function admitAll(tenantId: string, asks: readonly ScanAsk[], line: Line): Promise<readonly Admission[]> {
    const chosen = firstOfEach(asks)
    const rows = await admitted(deps, tenantId, [...chosen], line)
    return asks.map((ask) => {
      const row = chosen.has(ask) ? rows.get(ask.ticketId) : undefined
      if (row === 'held') return held
      return row ? { ok: true, value: viewOf(row, ask) } : notAdmitted
    })
  }

  return {
    async admit(tenantId, ask) {
      const ticket = `${tenantId} ${ask.ticketId}`
      // A ticket that is already waited for would hold up the next batch as well.
      const admission = waits.has(ticket) ? 'held' : await admissions.add(tenantId, ask)
      if (admission !== 'held') return admission
      const waited = await waits.add(ticket, ask)
      return waited === 'held' ? null : waited
    },
    explain: explanations.add,
  }
}

type Line = keyof ScanPipelines
type Rows = ReadonlyMap<string, AdmittedRow | 'held'>

/** Runs the statement that admits, for all tickets or for those that nobody else has locked. */
async function admitted(deps: QueueDeps, tenantId: string, asks: readonly ScanAsk[], line: Line): Promise<Rows> {
  for (let attempt = 1; ; attempt++) {
    try {
      const rows = await deps.pipelines[line].runOne<AdmittedRow>(
        tenantId,
        admitStatement(tenantId, asks, deps.now()),
        line === 'batches' ? batchLockMs : undefined,
      )
      return new Map(rows.map((row) => [row.id, row]))
    } catch (error) {
      if (violates(error, 'scan_log_one_nonce')) return oneByOne(deps, tenantId, asks, line)
      if (isHeldByAnother(error) && line === 'batches') return withoutHeld(deps, tenantId, asks)
      if (attempt === mostAttempts || !retriedStates.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** Admits the tickets that nobody has locked, after a statement that admitted none; the others have to wait for theirs. */
async function withoutHeld(deps: QueueDeps, tenantId: string, asks: readonly ScanAsk[]): Promise<Rows> {
  const free = asks.length === 1 ? new Set<string>() : await listFree(deps, tenantId, asks)
  const through = asks.filter(({ ticketId }) => free.has(ticketId))
  const rows = new Map<string, AdmittedRow | 'held'>(asks.map(({ ticketId }) => [ticketId, 'held']))
  // None is free, or all are again, since the locks changed meanwhile: then all wait.
  if (through.length === 0 || through.length === asks.length) return rows
  const admittedNow = await admitted(deps, tenantId, through, 'batches')
  for (const { ticketId } of through) rows.delete(ticketId)
  for (const [id, row] of admittedNow) rows.set(id, row)
  return rows
}

async function listFree(
  { pipelines }: QueueDeps,
  tenantId: string,
  asks: readonly ScanAsk[],
): Promise<ReadonlySet<string>> {
  const statement = freeTicketsStatement(tenantId, asks)
  const rows = await pipelines.batches.runOne<{ id: string }>(tenantId, statement, batchLockMs)
  return new Set(rows.map(({ id }) => id))
}

/** Admits one by one: a used nonce, of a ticket that could enter otherwise, spoils its batch, and then only itself. */
async function oneByOne(deps: QueueDeps, tenantId: string, asks: readonly ScanAsk[], line: Line): Promise<Rows> {
  if (asks.length === 1) return new Map()
  const rows = new Map<string, AdmittedRow | 'held'>()
  for (const ask of asks) {
    for (const [id, row] of await admitted(deps, tenantId, [ask], line)) rows.set(id, row)
  }
  return rows
}

function tenantOf(ticket: string): string {
  return ticket.split(' ')[0] ?? ''
}

/** Errors after which it is tried again: deadlocks and serialisation failures. */
const retriedStates = new Set(['40001', '40P01'])

/** The first of several scans of one ticket, or with one nonce; the others find their answer in the side line. */
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
