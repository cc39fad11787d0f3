import { Type } from 'typebox'
import type { DeviceScan, RecordedScan } from '../features/door/record-scans.ts'
import { isOfflineResult, isUncounted } from '../features/ticket/scan.ts'
import { isUuid, readUuid } from '../lib/text.ts'
import { parseDateTime } from '../lib/time.ts'
import {
  ArrayIn,
  BooleanOut,
  EnumOut,
  IntegerOut,
  NullableUuidOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { conflictCodes, doorMessages, presentConflict } from './door-wire.ts'

/** The most scans in one batch: a longer queue is sent in parts. */
const mostScans = 500

const like = (example: unknown) => ({ examples: [example] })

/** The body of a batch. Each row is read by itself (`readScan`), so the schema only describes it: a wrong row does not stop the others. */
export const BatchIn = Type.Object(
  {
    scans: ArrayIn(
      Type.Unsafe<unknown>({
        properties: {
          lookup: like('3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
          event_uuid: like('0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'),
          nonce: like('0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b11'),
          scanned_at: like('2026-05-01T20:30:00+02:00'),
          result: like('admitted'),
        },
      }),
      { min: 1, max: mostScans },
    ),
  },
  { title: 'ScanBatch' },
)

const rowCodes = [...conflictCodes, 'validation_failed', 'ticket_not_found', 'nonce_reused'] as const

export const BatchOut = Type.Object(
  {
    success: BooleanOut,
    message: withExample(TextOut, doorMessages.batch),
    received: IntegerOut,
    scans: Type.Array(
      Type.Object({
        nonce: NullableUuidOut,
        /** Whether the device may delete the row: it is noted, or never will be. Otherwise the device sends it again. */
        acknowledged: BooleanOut,
        success: BooleanOut,
        message: withExample(TextOut, 'Scan recorded'),
        code: Type.Optional(EnumOut(rowCodes)),
        /** The id of the scan in the log: what `undo` takes. */
        scan_uuid: Type.Optional(UuidOut),
      }),
    ),
  },
  { title: 'ReceivedScans' },
)

type RowOut = Type.Static<typeof BatchOut>['scans'][number]

/** Reads a row; null: it is no scan. Times without a zone are not taken: a phone knows its own. */
export function readScan(row: unknown): DeviceScan | null {
  const { lookup, event_uuid: event = null, nonce, scanned_at: at, result } = fieldsOf(row)
  if (typeof lookup !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(lookup)) return null
  if (event !== null && !isUuid(event)) return null
  if (!isUuid(nonce) || typeof at !== 'string' || typeof result !== 'string' || !isOfflineResult(result)) return null
  const scannedAt = parseDateTime(at, 'UTC')
  if (scannedAt === null) return null
  return {
    lookup: Buffer.from(lookup, 'base64url'),
    eventId: event?.toLowerCase() ?? null,
    nonce: nonce.toLowerCase(),
    scannedAt,
    result,
  }
}

function fieldsOf(row: unknown): Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null ? { ...row } : {}
}

const rowMessages = {
  recorded: 'Scan recorded',
  conflict: 'Scan recorded, with a conflict',
  untimely: 'Scan recorded, and not counted: days from its event',
  not_its_event: 'Scan recorded, and not counted: at an event that this device had not then',
  too_fast: 'Scan recorded, and not counted: more than people can have come in',
  validation_failed: 'Not a scan',
  ticket_not_found: 'Ticket not found',
  nonce_reused: 'Nonce used for another ticket',
  not_found_yet: 'Ticket not known yet',
  fault: 'Not recorded, to be sent again',
} as const

/** @param noted null: the row is no scan */
export function presentRow(row: unknown, noted: RecordedScan | null): RowOut {
  const { nonce } = fieldsOf(row)
  const shared = { nonce: readUuid(nonce), acknowledged: true }
  if (noted === null)
    return { ...shared, success: false, message: rowMessages.validation_failed, code: 'validation_failed' }
  if (noted.kind !== 'noted') return { ...shared, success: false, ...refusalOf(noted.kind) }
  const { conflict, scanId } = noted
  const recorded = { ...shared, success: true, scan_uuid: scanId }
  if (conflict === null) return { ...recorded, message: rowMessages.recorded }
  const message = rowMessages[isUncounted(conflict) ? conflict : 'conflict']
  return { ...recorded, message, code: presentConflict(conflict) }
}

type Refusal = Pick<RowOut, 'message' | 'code'> & { readonly acknowledged?: false }

function refusalOf(kind: Exclude<RecordedScan['kind'], 'noted'>): Refusal {
  const message = rowMessages[kind]
  if (kind === 'fault') return { message, acknowledged: false }
  if (kind === 'not_found_yet') return { message, code: 'ticket_not_found', acknowledged: false }
  return { message, code: kind }
}
