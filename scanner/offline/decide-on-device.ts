import type { OfflineRefusal, Verdict } from '../verdict.ts'
import type { Device, RefusalCode, Reservation, Ticket, TicketState } from '../wire.ts'
import { type Holder, openHolder } from './holder.ts'
import type { Admission, KeptTicket, QueuedScan, SnapshotHead } from './kept.ts'
import type { ScanStore } from './scan-store.ts'
import { isGenuine } from './signature.ts'
import { nonceOfCompanion, readTicketCode, type TicketCode } from './ticket-code.ts'

/** What is asked about: a code, under which nonce, at which door, and when. */
export type Question = {
  readonly code: string
  readonly nonce: string
  readonly eventId: string
  /** The id of this device. */
  readonly deviceId: string
  readonly now: Date
  readonly before: Before
}

/** What the list said before the service was asked, the first time with this nonce. */
export type Before = {
  readonly ticket: 'out' | 'in' | 'unknown'
  /** The lookups of the companions who were not in. */
  readonly companionsOut: ReadonlySet<string>
  /** When the service was asked, in milliseconds since 1970. */
  readonly askedAt: number
}

const silence: Verdict = { sign: 'silence' }
const ask: Verdict = { sign: 'attention', headline: 'ask', isOffline: true }

/**
 * Lets in or refuses without the service, in the order of its checks (docs/interface/scanning.md, "The order of the checks"), and keeps
 * what has to be told. A genuine ticket that the list lacks is treated as the event says; until a whole list was read nobody is refused for
 * it.
 *
 * @param isAllowed whether a supervisor said yes to a ticket that the list lacks
 * @returns `silence` when this device knows too little to say anything
 * @throws when the browser can store nothing
 */
export async function decideOnDevice(
  store: ScanStore,
  question: Question,
  { isAllowed = false } = {},
): Promise<Verdict> {
  const found = await lookAt(store, question)
  if (found.kind === 'said') return found.verdict
  if (found.kind === 'admitted') {
    await store.noteRefused(scanOf(question, found.lookup, 'already_scanned'))
    return { ...refusal('already_scanned'), admittedAt: found.at }
  }
  const { code, head, ticket, holder } = found
  const scan = scanOf(question, code.lookup, 'admitted')
  const described = describe(found)
  const why = refusalOf(found, question.now)
  if (why !== null) {
    await store.noteRefused({ ...scan, result: why })
    return { ...refusal(why), ...described }
  }
  if (ticket === undefined && !isAllowed) {
    const isWhole = head.checkedAt !== null
    if (head.event.offline_policy === 'ask') return isWhole ? ask : { ...ask, isListUnread: true }
    if (!isWhole) return silence
    if (head.event.offline_policy === 'refuse') {
      await store.noteRefused({ ...scan, result: 'ticket_not_found' })
      return refusal('ticket_not_found')
    }
  }
  const former = await store.admit({ scan, ticketHash: code.ticketHash })
  if (former !== null) {
    await store.noteRefused({ ...scan, result: 'already_scanned' })
    return { ...refusal('already_scanned'), ...describe({ ...found, admission: former }) }
  }
  const hasNote = described.ticket?.scan_note !== undefined
  const group = holder === null ? {} : { reservation: reservationOf(code, holder) }
  return { sign: hasNote ? 'attention' : 'welcome', isOffline: true, ...described, ...group }
}

/** Notes that a person in charge refused a ticket that the list lacks, since the service may have let it in by an answer that came late. */
export async function turnAwayOnDevice(store: ScanStore, question: Question): Promise<Verdict> {
  const found = await lookAt(store, question)
  if (found.kind === 'said') return found.verdict
  await store.noteRefused(scanOf(question, found.lookup, 'ticket_not_found'))
  return refusal('ticket_not_found')
}

/**
 * Notes that nobody was let in because the device's time is over: the service may have let somebody in by an answer that came too late.
 *
 * @param isGroup whether it was asked about the companions, each of whom has a nonce of their own
 */
export async function turnAwayAtEnd(store: ScanStore, question: Question, isGroup: boolean): Promise<void> {
  const found = await lookAt(store, question)
  if (found.kind === 'said') return
  const refused = (of: string) => scanOf(question, of, 'wrong_event')
  if (!isGroup) return store.noteRefused(refused(found.lookup))
  for (const companion of question.before.companionsOut)
    await store.noteRefused({ ...refused(companion), nonce: await nonceOfCompanion(question.nonce, companion) })
}

/** Says what the list has about a ticket; nobody is let in by it. */
export async function checkOnDevice(store: ScanStore, question: Question): Promise<Verdict> {
  const found = await lookAt(store, question)
  if (found.kind === 'said') return found.verdict
  if (found.kind === 'admitted') return { ...refusal('already_scanned'), admittedAt: found.at }
  if (found.ticket === undefined && found.admission === undefined) {
    const { checkedAt, event } = found.head
    // A scan lets in, asks about or refuses what the list lacks; a check can only tell of the refusal.
    return checkedAt === null || event.offline_policy !== 'refuse' ? silence : refusal('ticket_not_found')
  }
  const why = refusalOf(found, question.now)
  return {
    sign: 'information',
    headline: 'check',
    isOffline: true,
    ...(why === null ? {} : { refusal: why }),
    ...describe(found),
  }
}

/** Lets in the companions of a ticket that is in, as far as the list has them. Their names stay sealed. */
export async function admitGroupOnDevice(store: ScanStore, question: Question): Promise<Verdict> {
  const found = await lookAt(store, question)
  if (found.kind !== 'known' || found.holder === null) return silence
  const why = refusalOf(found, question.now)
  if (why !== null && why !== 'already_scanned') return { ...refusal(why), ...describe(found) }
  const admitted: Ticket[] = []
  for (const name of found.holder.g) {
    for (const companion of await store.listTickets(question.eventId, name)) {
      // The service let them in, at this question, and its answer was lost.
      const isOurs =
        companion.state === 'scanned' &&
        companion.scannedBy === question.deviceId &&
        question.before.companionsOut.has(companion.lookup)
      if (companion.state !== 'not_scanned' && !isOurs) continue
      const nonce = await nonceOfCompanion(question.nonce, companion.lookup)
      const scan = { ...scanOf(question, companion.lookup, 'admitted'), nonce }
      if ((await store.admit({ scan, ticketHash: companion.ticketHash })) === null)
        admitted.push(ticketOf(found.head, companion, null))
    }
  }
  const reservation = reservationOf(found.code, found.holder)
  if (admitted.length === 0) return { sign: 'information', headline: 'no_group', isOffline: true }
  const hasNote = admitted.some(({ scan_note }) => scan_note !== undefined)
  return {
    sign: hasNote ? 'attention' : 'welcome',
    headline: 'group',
    isOffline: true,
    admitted,
    refused: [],
    reservation,
  }
}

type Known = {
  readonly kind: 'known'
  readonly lookup: string
  readonly code: TicketCode
  readonly head: SnapshotHead
  /** The ticket in the list; undefined: the list lacks it. */
  readonly ticket: KeptTicket | undefined
  readonly holder: Holder | null
  readonly admission: Admission | undefined
  readonly deviceId: string
  /** The event of the ticket, when another list of this device has it. */
  readonly elsewhere: SnapshotHead | undefined
}
/**
 * What this device knows about a code. `said`: there is nothing more to find out. `admitted`: this device let it in, and no longer has a
 * list; the service would let it in again until it is told.
 */
type Found =
  | Known
  | { readonly kind: 'said'; readonly verdict: Verdict }
  | { readonly kind: 'admitted'; readonly lookup: string; readonly at: string }

async function lookAt(store: ScanStore, question: Question): Promise<Found> {
  const { code: text, nonce, eventId, deviceId } = question
  const code = await readTicketCode(text)
  if (code === null) return { kind: 'said', verdict: refusal('invalid_qrcode') }
  const head = await store.findSnapshot(eventId)
  if (head === undefined) {
    // It is found by its lookup alone: without keys a hash of what was signed proves nothing.
    const former = await store.findAdmission(code.lookup, null)
    return former !== undefined && former.nonce !== nonce
      ? { kind: 'admitted', lookup: code.lookup, at: former.at }
      : { kind: 'said', verdict: silence }
  }
  const signers = await findSigners(store, code, head)
  const [first] = signers
  if (first === undefined && !(await isOfUnlisted(store, code, head)))
    return { kind: 'said', verdict: refusal('invalid_signature') }
  const kept = first === head ? await store.findTicket(eventId, code.lookup) : undefined
  // The service let it in, at this question, and its answer was lost; the list was quicker.
  const here: KeptTicket | undefined =
    kept !== undefined && isOurs(kept, question) ? { ...kept, state: 'not_scanned' } : kept
  const elsewhere = here ? undefined : await findListed(store, code.lookup, signers)
  const ticket = here ?? elsewhere?.ticket
  return {
    kind: 'known',
    lookup: code.lookup,
    code,
    ticket,
    deviceId,
    head: elsewhere?.head ?? head,
    elsewhere: elsewhere?.head ?? (first === head ? undefined : first),
    holder: ticket === undefined ? null : await openHolder(code, ticket.holder),
    admission: await store.findAdmission(code.lookup, code.ticketHash),
  }
}

/** How far apart the clocks of device and service may be where only they tell whose admission it was, in milliseconds. */
const clocksApartMs = 120_000

function isOurs({ state, scannedBy, scannedAt }: KeptTicket, { deviceId, before }: Question): boolean {
  if (state !== 'scanned' || scannedBy !== deviceId) return false
  if (before.ticket !== 'unknown') return before.ticket === 'out'
  return scannedAt !== null && Math.abs(Date.parse(scannedAt) - before.askedAt) < clocksApartMs
}

/** Says what the list has about a code, before the service is asked about it. */
export async function lookBefore(store: ScanStore, { code: text, eventId }: Asked, askedAt: number): Promise<Before> {
  const nothing = { ticket: 'unknown', companionsOut: new Set<string>(), askedAt } as const
  const code = await readTicketCode(text)
  const kept = code === null ? undefined : await store.findTicket(eventId, code.lookup)
  if (code === null || kept === undefined) return nothing
  return { ...nothing, ticket: kept.state === 'scanned' ? 'in' : 'out' }
}

/** Lists the companions of a ticket, in whatever state, and which of them this device let in. */
export async function listCompanions(store: ScanStore, asked: Asked): Promise<readonly Companion[]> {
  const { eventId } = asked
  const listed = await openListed(store, asked)
  if (listed === null) return []
  const { holder } = listed
  const all = await Promise.all(holder.g.map((name) => store.listTickets(eventId, name)))
  const withAdmission = async ({ state, lookup, ticketHash }: KeptTicket) => ({
    state,
    lookup,
    admission: await store.findAdmission(lookup, ticketHash),
  })
  return Promise.all(all.flat().map(withAdmission))
}

type Asked = Pick<Question, 'code' | 'eventId'>

/** Finds the name under which a reservation's tickets are known here; null: the list lacks the ticket. */
export async function findGroup(store: ScanStore, asked: Asked): Promise<string | null> {
  const listed = await openListed(store, asked)
  return listed === null ? null : reservationOf(listed.code, listed.holder).uuid
}

async function openListed(store: ScanStore, { code: text, eventId }: Asked) {
  const code = await readTicketCode(text)
  const kept = code === null ? undefined : await store.findTicket(eventId, code.lookup)
  const holder = code === null || kept === undefined ? null : await openHolder(code, kept.holder)
  return code === null || holder === null ? null : { code, holder }
}

export type Companion = Pick<KeptTicket, 'state' | 'lookup'> & { readonly admission: Admission | undefined }

/** The events whose keys signed a code, this one first: keys of ours are good at each, those of another server at their own. None: it is forged. */
async function findSigners(store: ScanStore, code: TicketCode, here: SnapshotHead): Promise<readonly SnapshotHead[]> {
  const others = (await store.listSnapshots()).filter(({ event }) => event.uuid !== here.event.uuid)
  const { former } = code
  if (!former) return (await isGenuine(code, here.keys)) ? [here, ...others] : []
  const signers: SnapshotHead[] = []
  for (const head of [here, ...others]) if (await former.isSignedBy(head.formerKeys)) signers.push(head)
  return signers
}

/** Whether a key of another server signed it for an event whose list is not here, as one of ours would: it says no more than that. */
async function isOfUnlisted(store: ScanStore, { former, lookup }: TicketCode, here: SnapshotHead): Promise<boolean> {
  const listed = await store.listSnapshots()
  const ids = new Set(listed.map(({ event }) => event.uuid))
  const keys = here.formerKeysElsewhere.filter(({ event }) => !ids.has(event))
  // It opens no ticket of the events that are here.
  return (await former?.isSignedBy(keys)) === true && (await findListed(store, lookup, listed)) === undefined
}

async function findListed(store: ScanStore, lookup: string, heads: readonly SnapshotHead[]) {
  for (const head of heads) {
    const ticket = await store.findTicket(head.event.uuid, lookup)
    if (ticket) return { head, ticket }
  }
  return undefined
}

const refusalOfState: Readonly<Record<TicketState, RefusalCode | null>> = {
  not_scanned: null,
  scanned: 'already_scanned',
  canceled: 'canceled',
  unpaid: 'unpaid',
  not_active: 'not_active',
}

/** Says why a ticket is refused; null: it may enter, as far as this device knows. */
function refusalOf({ elsewhere, head, ticket, admission }: Known, now: Date): RefusalCode | null {
  if (elsewhere !== undefined) return 'wrong_event'
  if (head.event.canceled) return 'canceled'
  const ofState = refusalOfState[ticket?.state ?? 'not_scanned']
  if (ofState !== null && ofState !== 'already_scanned') return ofState
  const { doors_open: opens, doors_close: closes } = head.event
  const isEarly = opens !== null && now < new Date(opens)
  if (isEarly || (closes !== null && now > new Date(closes))) return 'outside_window'
  return admission === undefined ? ofState : 'already_scanned'
}

function refusal(why: OfflineRefusal): Verdict {
  return { sign: why === 'already_scanned' ? 'already' : 'refused', refusal: why, isOffline: true }
}

function describe({ code, head, ticket, holder, admission, deviceId }: Known): {
  readonly ticket?: Ticket
  readonly scannedBy?: Device
  readonly reservation?: Reservation
  readonly admittedAt?: string
} {
  if (ticket === undefined) return admission === undefined ? {} : { admittedAt: admission.at }
  const by = head.devices.find(({ uuid }) => uuid === ticket.scannedBy)
  const seen = admission === undefined ? {} : { scanned_at: admission.at, scanned_by: deviceId }
  return {
    ticket: { ...ticketOf(head, ticket, holder), ...seen },
    ...(by === undefined ? {} : { scannedBy: by }),
    ...(holder === null ? {} : { reservation: reservationOf(code, holder) }),
  }
}

function ticketOf(head: SnapshotHead, ticket: KeptTicket, holder: Holder | null): Ticket {
  const price = head.prices.find(({ uuid }) => uuid === ticket.priceId)
  return {
    uuid: ticket.lookup,
    event: head.event.name,
    event_datetime: head.event.datetime,
    status: '',
    first_name: holder?.f ?? '',
    last_name: holder?.l ?? '',
    price: price?.price ?? '',
    product: price?.product ?? '',
    ...(holder?.s ? { seat: holder.s } : {}),
    ...(price?.scan_note == null ? {} : { scan_note: price.scan_note }),
    ...(ticket.scannedAt === null ? {} : { scanned_at: ticket.scannedAt }),
    ...(ticket.scannedBy === null ? {} : { scanned_by: ticket.scannedBy }),
  }
}

/** Names a reservation. All its tickets have the same set of lookups: the first of the set stands for all. */
function reservationOf(code: TicketCode, { g }: Holder): Reservation {
  const [first = ''] = [code.lookup.slice(0, 12), ...g].toSorted()
  return { uuid: first, tickets_count: g.length + 1 }
}

function scanOf({ eventId, nonce, now }: Question, lookup: string, result: QueuedScan['result']): QueuedScan {
  return { lookup, event_uuid: eventId, nonce, scanned_at: now.toISOString(), result }
}
