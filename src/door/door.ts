import { Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { admitByName } from '../features/door/admit-by-name.ts'
import { findTickets, type TicketsAsked } from '../features/door/find-tickets.ts'
import { listEventsAtDoor } from '../features/door/list-events-at-door.ts'
import { makeSnapshot, type Snapshot } from '../features/door/make-snapshot.ts'
import { readDoorStats } from '../features/door/read-door-stats.ts'
import { recordScans } from '../features/door/record-scans.ts'
import { scanGroup } from '../features/door/scan-group.ts'
import { undoAtDoor } from '../features/door/undo-at-door.ts'
import { sha256 } from '../lib/hash.ts'
import { isSearchable, isUuid } from '../lib/text.ts'
import { formatDateTime } from '../lib/time.ts'
import { cursorText, encodeCursor } from '../http/wire/paging.ts'
import { logFault } from '../http/error-handler.ts'
import { type Call, section } from '../http/section.ts'
import {
  AcceptLanguage,
  alsoNamed,
  BooleanIn,
  BooleanOut,
  IntegerIn,
  Maybe,
  Seldom,
  Text,
  TextOut,
  UuidIn,
  withExample,
} from '../http/wire/schemas.ts'
import { BatchIn, BatchOut, presentRow, readScan } from './batch-wire.ts'
import {
  DoorTicketsOut,
  doorEvent,
  doorTicket,
  ownDevice,
  stats,
  doorMessages,
  EventsOut,
  presentSnapshot,
  SnapshotOut,
  UndoneOut,
} from './door-wire.ts'
import { presentScan, QrCodeData, ScanOut } from './scan-wire.ts'

const CursorIn = Type.Unsafe<string>({
  type: 'string',
  'x-wire': 'machine_text',
  maxLength: 200,
  pattern: '^[A-Za-z0-9_-]+$',
})
const TicketPage = {
  event_uuid: Maybe(UuidIn),
  limit: Maybe(alsoNamed(IntegerIn({ min: 1, max: 100, example: 50 }), 'page_size')),
  page: Maybe(IntegerIn({ min: 1, max: 100_000, example: 1 })),
  cursor: Seldom(CursorIn),
}
const usualPage = 50

const SearchIn = Type.Object(
  { query: alsoNamed(Text({ max: 100, example: 'lovelace' }), 'search'), ...TicketPage },
  { title: 'TicketSearch' },
)
const ListIn = Type.Object({ is_scanned: Maybe(BooleanIn), ...TicketPage }, { title: 'TicketListing' })
const GroupOut = Type.Object(
  { success: BooleanOut, message: withExample(TextOut, doorMessages.group), scans: Type.Array(ScanOut) },
  { title: 'GroupScan' },
)

const door = section({ tag: 'Scanning', url: '/scan/', access: { kind: 'device' } })

/** The routes that a device needs beyond single scans (ADR 0182): at any door, with or without network. */
export const registerDoor = door.register

const ScanHeaders = Type.Object({ 'Accept-Language': AcceptLanguage })
door.get('events/', {
  operationId: 'listDoorEvents',
  summary: 'The events this device may scan',
  description:
    'Those to come and those that are over since half a day at most, in the order they start; and until when the device may scan, by the clock of the service that `timestamp` tells.',
  response: { 200: EventsOut },
  handler: async ({ context, tenant, request }) => {
    const { device, events } = await listEventsAtDoor(context, tenant, request.device)
    return {
      success: true,
      message: doorMessages.events,
      device: ownDevice.present(device),
      tenant: tenant.organisation,
      time_zone: tenant.timeZone,
      timestamp: formatDateTime(context.now()),
      events: events.map(doorEvent.present),
    }
  },
})

door.get('snapshot/', {
  operationId: 'readSnapshot',
  summary: 'What a device needs to scan an event without network',
  description:
    'A page at a time; with the `cursor` of the last answer only what changed since. Nothing of it names anybody without the ticket in hand.',
  query: Type.Object({ event: UuidIn, cursor: Type.Optional(CursorIn) }),
  headers: Type.Object({ 'If-None-Match': Type.Optional(Type.Unsafe<string>({ type: 'string' })) }),
  response: { 200: SnapshotOut },
  handler: async ({ context, tenant, query, request, reply }) => {
    const asked = { eventId: query.event, cursor: query.cursor ?? null }
    const { answer, tag } = presentedOnce(await makeSnapshot(context, tenant.id, request.device, asked))
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return answer
  },
})

door.post('batch/', {
  access: { kind: 'device', may: 'deliver' },
  operationId: 'deliverScans',
  summary: 'Scans that a device decided without network',
  description:
    'Each is noted as it happened, with an answer of its own; a repeat with the same `nonce` notes nothing more. A device whose end is past may still tell what it scanned; what it let in after its end is noted and flagged.',
  body: BatchIn,
  response: { 200: BatchOut },
  handler: async ({ context, tenant, body, request }) => {
    const read = body.scans.map(readScan)
    const scans = read.filter((scan) => scan !== null)
    const noted = [...(await recordScans(context, tenant, request.device, scans))]
    for (const answer of noted) {
      if (answer.kind === 'fault') logFault(request, answer.error, 'a scan of a queue failed by a fault of ours')
    }
    const rows = body.scans.map((row, index) => presentRow(row, read[index] == null ? null : (noted.shift() ?? null)))
    return { success: true, message: doorMessages.batch, received: rows.length, scans: rows }
  },
})

door.post('group/', {
  operationId: 'scanGroup',
  refuses: ['nonce_reused'],
  summary: 'Let in the others who come with a ticket',
  description:
    'Those of its booking for the same event, in the same hands, that are not in yet; an answer each. Where the ticket itself is neither in nor admissible, its refusal alone.',
  headers: ScanHeaders,
  body: Type.Object({ qrcode_data: QrCodeData, event_uuid: Maybe(UuidIn), nonce: UuidIn }, { title: 'GroupToScan' }),
  response: { 200: GroupOut },
  handler: async ({ context, tenant, language, body, request }) => {
    const outcomes = await scanGroup(context, tenant.id, request.device, {
      qrCodeData: body.qrcode_data,
      eventId: body.event_uuid ?? null,
      nonce: body.nonce,
    })
    const scans = outcomes.map((outcome) => presentScan(outcome, language))
    return { success: scans.every(({ success }) => success), message: doorMessages.group, scans }
  },
})

door.post('search_ticket/', {
  operationId: 'searchDoorTickets',
  refuses: ['permission_denied'],
  summary: 'Search tickets by name or number',
  description: 'For supervisors. Three letters or digits at least; never an address, never a code.',
  body: SearchIn,
  response: { 200: DoorTicketsOut('FoundTickets', doorMessages.search) },
  handler: (call) => {
    const { query } = call.body
    if (!isSearchable(query)) throw fieldError('query', 'too_few_letters')
    return page(call, doorMessages.search, { ...call.body, text: query })
  },
})

door.post('list_tickets/', {
  operationId: 'listDoorTickets',
  refuses: ['permission_denied'],
  summary: 'List tickets',
  description: 'For supervisors, a page at a time; never an address, never a code.',
  body: ListIn,
  response: { 200: DoorTicketsOut('ListedTickets', doorMessages.list) },
  handler: (call) => page(call, doorMessages.list, { ...call.body, text: null }),
})

door.post('admit_ticket/', {
  operationId: 'admitTicketByName',
  refuses: ['permission_denied', 'nonce_reused'],
  summary: 'Let a ticket in by name',
  description:
    'For supervisors: a ticket they found, whose code nobody can show. The checks, the answers and the log are those of a scan; the log says that it was by name. It needs the service: no device lets anybody in by name without network.',
  headers: ScanHeaders,
  body: Type.Object(
    { ticket_uuid: UuidIn, event_uuid: Maybe(UuidIn), nonce: Maybe(UuidIn) },
    { title: 'TicketToAdmit' },
  ),
  response: { 200: ScanOut },
  handler: async ({ context, tenant, language, body, request }) => {
    const outcome = await admitByName(context, tenant.id, request.device, {
      ticketId: body.ticket_uuid,
      eventId: body.event_uuid ?? null,
      nonce: body.nonce ?? null,
    })
    return presentScan(outcome, language)
  },
})

door.post('undo/', {
  operationId: 'undoScan',
  refuses: ['permission_denied', 'invalid_transition'],
  summary: 'Undo a scan',
  description:
    'For supervisors, within 15 minutes of the scan, with a reason. `scan_uuid` names one of the log: also one of the `conflicts` of the ticket, within 15 minutes of its arrival.',
  body: Type.Object(
    {
      ticket_uuid: UuidIn,
      scan_uuid: Seldom(UuidIn),
      reason: Text({ max: 1000, multiline: true, example: 'Went out again' }),
    },
    { title: 'ScanMistake' },
  ),
  response: { 200: UndoneOut },
  handler: async ({ context, tenant, body, request }) => {
    const undone = { ticketId: body.ticket_uuid, reason: body.reason, scanId: body.scan_uuid ?? null }
    await undoAtDoor(context, tenant.id, request.device, undone)
    return { success: true, message: doorMessages.undo }
  },
})

door.get('stats/', {
  operationId: 'readDoorStats',
  summary: 'How full an event is',
  query: Type.Object({ event: UuidIn }),
  response: { 200: stats.out },
  handler: async ({ context, tenant, query, request }) =>
    stats.present(await readDoorStats(context, tenant.id, request.device, query.event)),
})

type PageBody = Pick<TicketsAsked, 'text'> & {
  readonly event_uuid?: string | null
  readonly is_scanned?: boolean | null
  readonly limit?: number | null
  readonly page?: number | null
  readonly cursor?: string | null
}

async function page(
  { context, tenant, request }: Pick<Call, 'context' | 'tenant' | 'request'>,
  message: string,
  { text, event_uuid, is_scanned, limit: asked, page: number, cursor }: PageBody,
) {
  if (number != null && cursor != null) throw fieldError('page', 'page_and_cursor')
  const after = cursor == null ? null : cursorText(cursor)
  if (after !== null && !isUuid(after)) throw fieldError('cursor', 'cursor')
  const limit = asked ?? usualPage
  const found = await findTickets(context, tenant, request.device, {
    text,
    after,
    offset: ((number ?? 1) - 1) * limit,
    limit,
    isScanned: is_scanned ?? null,
    eventId: event_uuid ?? null,
  })
  const tickets = found.slice(0, limit)
  const last = found.length > limit ? tickets.at(-1) : undefined
  return {
    success: true,
    message,
    tickets: tickets.map(doorTicket.present),
    cursor: last ? encodeCursor(last.id) : null,
  }
}

type Presented = { readonly answer: ReturnType<typeof presentSnapshot>; readonly tag: string }

/** The presented snapshots that several phones share. */
const presented = new WeakMap<Snapshot, Presented>()

function presentedOnce(snapshot: Snapshot): Presented {
  const known = presented.get(snapshot)
  if (known) return known
  const answer = presentSnapshot(snapshot)
  // The tag leaves out the cursor, which moves with any write to the database: an older one does when nothing else is new.
  const { cursor: _, ...content } = answer
  const tag = `"${sha256(JSON.stringify(content)).toString('base64url').slice(0, 27)}"`
  presented.set(snapshot, { answer, tag })
  return { answer, tag }
}
