import { setImmediate } from 'node:timers/promises'
import { fieldError } from '../../errors.ts'
import { createBatchQueue } from '../../lib/batch-queue.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { listDevicesNamed, type NamedDevice } from '../device/device.queries.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { SigningKey, SigningKeys } from '../tenant/signing-keys.ts'
import { type FormerTicketKey, listFormerKeys, listFormerKeysElsewhere } from '../ticket/former-ticket-key.queries.ts'
import { type Groups, listGroups } from '../ticket/group.queries.ts'
import { dataOf, makeQrCodeAside } from '../ticket/qr-code.ts'
import { freeSeating } from '../ticket/ticket.ts'
import type { DoorEvent } from './door.ts'
import { getDoorEvent } from './door-event.queries.ts'
import { formerCoding } from './former-coding.ts'
import { insertLookups } from './lookup.queries.ts'
import { groupNameOf, lookupOf, sealHolder } from './lookup.ts'
import {
  countTicketsByPrice,
  type DoorPrice,
  isCounted,
  listDoorPrices,
  listSnapshotTickets,
  type Position,
  readPosition,
  type SnapshotTicket,
} from './snapshot.queries.ts'
import { requireOwnEvent } from './require-supervisor.ts'
import { formatCursor, parseCursor, type SnapshotCursor } from './snapshot-cursor.ts'
import type { Coding, TicketMark, TicketMarks } from './ticket-marks.ts'

/**
 * One code of one ticket: a ticket has as many as the organisation has keys whose signatures are good, and one more where its event has
 * keys of another server.
 */
export type SnapshotRow = Pick<SnapshotTicket, 'standing' | 'priceId' | 'scannedAt' | 'scannedByDeviceId'> & {
  readonly lookup: Buffer
  /** Opens with the ticket in hand (`sealHolder`). */
  readonly holder: string
  /** The same in each of its rows; null where it has one. */
  readonly ticketHash: Buffer | null
}

export type Snapshot = {
  readonly event: DoorEvent
  readonly keys: readonly SigningKey[]
  /** Those of another server that signed tickets of the event. */
  readonly formerKeys: readonly FormerTicketKey[]
  /** Those of the organisation's other events: of their tickets a device knows that they are genuine, and no more. */
  readonly formerKeysElsewhere: Awaited<ReturnType<typeof listFormerKeysElsewhere>>
  /** All that tickets of the event are of: a name that changes changes no ticket. */
  readonly prices: readonly DoorPrice[]
  /** The devices that scanned tickets of this page. */
  readonly devices: readonly NamedDevice[]
  readonly rows: readonly SnapshotRow[]
  /** How many rows a device has that has read everything. */
  readonly total: number
  readonly cursor: string
  /** Whether there is another page; then the cursor leads to it. */
  readonly more: boolean
}

type ReadDeps = Pick<Deps, 'database'> & { readonly signingKeys: SigningKeys; readonly marks: TicketMarks }
type SnapshotDeps = BasicDeps & { readonly snapshots: Snapshots }

/** The event and page that a device asks for; `cursor` as `makeSnapshot` takes it. */
type AskedPage = { readonly eventId: string; readonly cursor: string | null }

export type Snapshots = {
  /** @throws AppError not_found (no such event), validation_failed (`cursor`) */
  read(tenantId: string, asked: AskedPage): Promise<Snapshot>
}

/** Most at once: more phones than any event has. */
const mostAtOnce = 1000

/** Phones that ask for the same page while one is made share the next, which knows all that was written before they asked. */
export function createSnapshots(deps: ReadDeps): Snapshots {
  const pages = createBatchQueue<{ readonly tenantId: string; readonly asked: AskedPage }, Snapshot>({
    most: mostAtOnce,
    run: async (_, phones) => {
      const [first] = phones
      if (!first) return []
      const value = await readSnapshot(deps, first.tenantId, first.asked)
      return phones.map(() => ({ ok: true, value }))
    },
  })
  return {
    read: (tenantId, asked) => pages.add(`${tenantId} ${asked.eventId} ${asked.cursor ?? ''}`, { tenantId, asked }),
  }
}

/** Tickets on a page; it is read and sealed in a tenth of a second. */
const pageSize = 2000
/** Tickets sealed in one go, ten microseconds each; in between, scans get their turn. */
const sealedAtATime = 200

/**
 * What a device needs to scan an event without network, from where its cursor stands: a lost phone reveals nobody of it
 * (ADR 0182).
 *
 * @param cursor of the page before, or of the last snapshot; null: from the beginning, and what is no cursor of this database
 *   begins again too
 * @throws AppError key_invalid, device_archived; not_found (no such event, or not for this device); validation_failed (`cursor`)
 */
export async function makeSnapshot(
  { database, now, snapshots }: SnapshotDeps,
  tenantId: string,
  device: KnownDevice,
  asked: AskedPage,
): Promise<Snapshot> {
  await database.asTenant(tenantId, async (tx) =>
    requireOwnEvent(await requireLiveDevice(tx, device, now()), asked.eventId),
  )
  return snapshots.read(tenantId, asked)
}

async function readSnapshot(deps: ReadDeps, tenantId: string, { eventId, cursor }: AskedPage): Promise<Snapshot> {
  const asked = cursor === null ? null : parseCursor(cursor)
  if (cursor !== null && asked === null) throw fieldError('cursor', 'cursor')
  const keys = await deps.signingKeys.list(tenantId)
  const page = await deps.database.asTenant(tenantId, async (tx) => {
    const event = await getDoorEvent(tx, eventId)
    // Before the tickets: what is written between the two is read now, and once more by the next snapshot.
    const reading = readingFrom(asked, await readPosition(tx))
    const { since, after } = reading
    const of = { eventId, eventCancelledAt: event.cancelledAt }
    const found = await listSnapshotTickets(tx, { ...of, limit: pageSize + 1, since, after })
    const tickets = found.slice(0, pageSize)
    const counts = await countTicketsByPrice(tx, eventId)
    return {
      event,
      formerKeys: await listFormerKeys(tx, eventId),
      formerKeysElsewhere: await listFormerKeysElsewhere(tx, eventId),
      reading,
      tickets,
      more: found.length > pageSize,
      groups: await listGroups(
        tx,
        tickets.map(({ id }) => id),
      ),
      prices: await listDoorPrices(tx, [...counts.keys()]),
      devices: await listDevicesNamed(tx, [...new Set(tickets.flatMap(scannerOf))]),
      ticketCount: [...counts.values()].reduce((sum, count) => sum + count, 0),
    }
  })
  const sealed: SealedTicket[] = []
  const codings = codingsOf(keys, page)
  for (const coding of codings) {
    const marks = await deps.marks.read(coding, idsOf(page))
    sealed.push(...(await seal({ keyId: coding.id, marks, isOneOfSome: codings.length > 1 }, page)))
  }
  await deps.database.asTenant(tenantId, (tx) => insertLookups(tx, sealed))
  const isNews = sealed.length > 0 || page.more || asked?.after !== null
  return {
    event: page.event,
    keys,
    formerKeys: page.formerKeys,
    formerKeysElsewhere: page.formerKeysElsewhere,
    prices: page.prices,
    devices: page.devices,
    more: page.more,
    rows: sealed,
    total: page.ticketCount * codings.length,
    // Where nothing is new the answer is the same as before.
    cursor: isNews || cursor === null ? formatCursor(nextOf(page)) : cursor,
  }
}

function codingsOf(keys: readonly SigningKey[], { formerKeys }: Pick<Snapshot, 'formerKeys'>): readonly Coding[] {
  const own = keys.map(({ id, privateKey }) => ({
    id,
    textOf: (ticket: string) => makeQrCodeAside(ticket, privateKey),
  }))
  return formerKeys.length === 0 ? own : [...own, formerCoding]
}

type SealedTicket = SnapshotRow & { readonly ticketId: string; readonly keyId: string }

/** Where reading the tickets begins: after the page before, at what changed since the last snapshot, or at the first. */
function readingFrom(asked: SnapshotCursor | null, now: Position): SnapshotCursor {
  const begin = { source: now.source, since: null, upto: now.oldest, after: null }
  if (asked === null) return begin
  if (!isCounted({ source: asked.source, oldest: asked.since ?? asked.upto }, now)) return begin
  return asked.after === null ? { ...begin, since: asked.upto } : asked
}

type Read = { readonly reading: SnapshotCursor; readonly tickets: readonly SnapshotTicket[]; readonly more: boolean }

function nextOf({ reading, tickets, more }: Read): SnapshotCursor {
  const last = tickets.at(-1)
  return more && last ? { ...reading, after: last.id } : { ...reading, since: null, after: null }
}

type ToSeal = { readonly tickets: readonly SnapshotTicket[]; readonly groups: Groups }

/** The ids of the tickets, and of those that come along with them. */
function idsOf({ tickets, groups }: ToSeal): readonly string[] {
  return [...new Set(tickets.flatMap(({ id }) => [id, ...groups(id)]))]
}

type Marked = {
  readonly keyId: string
  readonly marks: ReadonlyMap<string, TicketMark>
  /** Whether a ticket has other rows beside. */
  readonly isOneOfSome: boolean
}

async function seal(
  { keyId, marks, isOneOfSome }: Marked,
  { tickets, groups }: ToSeal,
): Promise<readonly SealedTicket[]> {
  const markOf = (ticketId: string): TicketMark => {
    const mark = marks.get(ticketId)
    if (!mark) throw new Error('every ticket of the page has a mark')
    return mark
  }
  const sealed: SealedTicket[] = []
  for (const [index, ticket] of tickets.entries()) {
    if (index > 0 && index % sealedAtATime === 0) await setImmediate()
    const { id, firstName, lastName, seat, standing, priceId, scannedAt, scannedByDeviceId } = ticket
    const { lookup, holderKey } = markOf(id)
    const holder = sealHolder(holderKey, {
      firstName,
      lastName,
      seat: seat === freeSeating ? '' : seat,
      group: groups(id).map((other) => groupNameOf(markOf(other).lookup)),
    })
    const ticketHash = isOneOfSome ? lookupOf(dataOf(id)) : null
    sealed.push({ ticketId: id, keyId, lookup, holder, ticketHash, standing, priceId, scannedAt, scannedByDeviceId })
  }
  return sealed
}

function scannerOf({ scannedByDeviceId }: SnapshotTicket): readonly string[] {
  return scannedByDeviceId === null ? [] : [scannedByDeviceId]
}
