import type { Server } from '../server.ts'
import type { Device, SnapshotAnswer } from '../wire.ts'
import type { KeptTicket, SnapshotHead } from './kept.ts'
import type { ScanStore } from './scan-store.ts'

/** The wait for a page of 2,000 tickets over a slow network, in milliseconds. */
const pagePatience = 30_000

/** Reads what changed since the last reading, or everything, page by page; a reading that breaks off continues where it was. */
export async function readSnapshot(
  server: Server,
  store: ScanStore,
  eventId: string,
): Promise<'whole' | 'silence' | 'refusal'> {
  let former = await store.findSnapshot(eventId)
  // A list that lost rows is read again, once: the service counts differently only while somebody buys.
  for (let isSecond = false; ; isSecond = true) {
    const read = await readPages(server, store, eventId, former)
    if (read.kind !== 'whole') return read.kind
    const { head, answer } = read
    if (isSecond || head.tickets === answer.total) {
      const { keys, former_keys: formerKeys } = answer
      await store.putPage({ ...head, keys, formerKeys, checkedAt: Date.now() }, [], 0)
      return 'whole'
    }
    former = { ...head, cursor: null }
  }
}

type Read =
  | { readonly kind: 'whole'; readonly head: SnapshotHead; readonly answer: SnapshotAnswer }
  | { readonly kind: 'silence' | 'refusal' }

async function readPages(
  server: Server,
  store: ScanStore,
  eventId: string,
  former: SnapshotHead | undefined,
): Promise<Read> {
  let before = former
  for (;;) {
    const askedAt = Date.now()
    const query = new URLSearchParams({ event: eventId, ...(before?.cursor == null ? {} : { cursor: before.cursor }) })
    const outcome = await server.call<SnapshotAnswer>({
      method: 'GET',
      path: `/scan/snapshot/?${query}`,
      patience: pagePatience,
    })
    if (outcome.kind !== 'answer') return { kind: outcome.kind === 'silence' ? 'silence' : 'refusal' }
    const head = await store.putPage(
      headOf(outcome.body, before),
      outcome.body.tickets.map((ticket) => keptOf(ticket, outcome.body)),
      askedAt,
    )
    if (!outcome.body.more) {
      const whole = head.isBeginning ? await store.endBeginning(head) : head
      return { kind: 'whole', head: whole, answer: outcome.body }
    }
    before = head
  }
}

function headOf(answer: SnapshotAnswer, before: SnapshotHead | undefined): SnapshotHead {
  const begins = before === undefined || before.cursor === null
  const isBeginning = begins || before.isBeginning
  return {
    event: answer.event,
    keys: believed(answer.keys, before, before?.keys),
    formerKeys: believed(answer.former_keys, before, before?.formerKeys),
    formerKeysElsewhere: answer.former_keys_elsewhere,
    prices: answer.prices,
    cursor: answer.cursor,
    devices: merged(before?.devices ?? [], answer.devices),
    reading: (before?.reading ?? 0) + (begins ? 1 : 0),
    isBeginning,
    pages: begins ? 1 : before.pages + (isBeginning ? 1 : 0),
    tickets: isBeginning ? null : (before?.tickets ?? null),
    checkedAt: before?.checkedAt ?? null,
  }
}

/** Of a list that was whole, a new key is believed once its rows were read; one that is gone is gone at once. */
function believed<Key extends { readonly kid: string }>(
  newest: readonly Key[],
  before: SnapshotHead | undefined,
  former: readonly Key[] = [],
): readonly Key[] {
  if (before === undefined || before.checkedAt === null) return newest
  const known = new Set(former.map(({ kid }) => kid))
  return newest.filter(({ kid }) => known.has(kid))
}

function merged(former: readonly Device[], newer: readonly Device[]): readonly Device[] {
  return [...new Map([...former, ...newer].map((device) => [device.uuid, device])).values()]
}

function keptOf(
  {
    lookup,
    ticket_hash: ticketHash,
    state,
    price,
    holder,
    scanned_at: scannedAt,
    scanned_by: scannedBy,
  }: SnapshotAnswer['tickets'][number],
  { prices }: SnapshotAnswer,
): KeptTicket {
  return {
    lookup,
    ticketHash: ticketHash ?? null,
    state,
    holder,
    priceId: prices[price]?.uuid ?? null,
    scannedAt: scannedAt ?? null,
    scannedBy: scannedBy ?? null,
  }
}
