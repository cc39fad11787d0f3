import type { ServiceClock } from '../service-clock.ts'
import { isTicketNumber } from '../ticket-number.ts'
import { isSettled, type Verdict } from '../verdict.ts'
import { createAsking, type Named, type Reading } from './ask-service.ts'
import {
  admitGroupOnDevice,
  type Before,
  type Companion,
  checkOnDevice,
  decideOnDevice,
  findGroup,
  listCompanions,
  lookBefore,
  type Question,
  turnAwayAtEnd,
  turnAwayOnDevice,
} from './decide-on-device.ts'
import { deliverQueue } from './deliver-queue.ts'
import type { Admission } from './kept.ts'
import type { Network } from './network.ts'
import type { ScanStore } from './scan-store.ts'
import { nonceOfCompanion, readTicketCode } from './ticket-code.ts'

/** Says whether a code opens the door: the service, or this device where the service says nothing in time. */
export type DoorService = {
  scan(reading: Reading): Promise<Verdict>
  /** Lets in a ticket that the list lacks, since a person in charge said yes. */
  allow(reading: Reading): Promise<Verdict>
  /** Turns it away, since they said no. */
  turnAway(reading: Reading): Promise<Verdict>
  check(reading: Reading): Promise<Verdict>
  group(reading: Reading): Promise<Verdict>
  /** Lets in a ticket that was found by name. The service alone decides: this device keeps no names. */
  byName(named: Named): Promise<Verdict>
  /** Takes the late answer of the service to what nobody has decided meanwhile. */
  take(reading: Reading, verdict: Verdict): Promise<Verdict>
}

type Door = { readonly eventId: string; readonly deviceId: string; readonly clock: ServiceClock }

/**
 * Makes the service of a door.
 *
 * @param onOffline called when this device decided: there is something to tell, and the network is to be looked for
 */
export function createDoorService(
  network: Network,
  store: ScanStore,
  { eventId, deviceId, clock }: Door,
  onOffline: () => void,
): DoorService {
  const { lookOnce, settled } = rememberBefores(store, eventId)
  const service = createAsking(network, store, { eventId, clock })
  const questionOf = (reading: Reading, before: Before) => ({ ...reading, eventId, deviceId, before, now: clock.now() })

  /** Asks the service, unless it was silent a moment ago and this device has an answer: nobody waits for it twice. */
  async function decide(reading: Reading, ways: Ways): Promise<Verdict> {
    if (isTicketNumber(reading.code)) return { sign: 'refused', refusal: 'ticket_number' }
    const { byService, byDevice, isGroup = false, isCheck = false, isAdmission = false } = ways
    const before = await lookOnce(reading, isGroup, clock.now())
    const isAsked = network.isUp() && !(await isUntold(store, eventId, reading, isGroup).catch(() => false))
    const asked = isAsked ? await byService(before) : null
    if (asked !== null && asked.sign !== 'silence') return taken(reading, asked, isAdmission)
    const question = questionOf(reading, before)
    if (clock.isOver()) {
      if (!isCheck) await turnAwayAtEnd(store, question, isGroup).catch(() => undefined)
      onOffline()
      return settled(reading, ended)
    }
    const verdict = await byDevice(question).catch(() => silence)
    onOffline()
    if (verdict.headline === 'ask') return { ...verdict, late: lateAnswer(asked ?? byService(before)) }
    if (verdict.sign !== 'silence' || isAsked) return settled(reading, verdict)
    return taken(reading, await byService(before), isAdmission)
  }

  async function taken(reading: Reading, verdict: Verdict, isAdmission: boolean): Promise<Verdict> {
    if (isAdmission) await service.take(reading, verdict)
    return settled(reading, await asCounted(store, eventId, reading, verdict))
  }

  const admit = (isAllowed: boolean) => (reading: Reading) =>
    decide(reading, {
      byService: () => service.admit(reading),
      byDevice: (question) => decideOnDevice(store, question, { isAllowed }),
      isAdmission: true,
    })

  return {
    scan: admit(false),
    allow: admit(true),
    async turnAway(reading) {
      const before = await lookOnce(reading, false, clock.now())
      const verdict = await turnAwayOnDevice(store, questionOf(reading, before))
      onOffline()
      return settled(reading, verdict)
    },
    check: (reading) =>
      decide(reading, {
        byService: () => service.check(reading),
        byDevice: (question) => checkOnDevice(store, question),
        isCheck: true,
      }),
    group: (reading) =>
      decide(reading, {
        byService: (before) => service.group(reading, before),
        byDevice: (question) => admitGroupOnDevice(store, question),
        isGroup: true,
      }),
    async byName(named) {
      if (clock.isOver()) return ended
      // Whom this device let in without network the service would let in again.
      const delivery = await deliverQueue(network, store).catch(() => 'silence')
      const verdict = delivery === 'told' ? await service.admitByName(named) : silence
      return verdict.sign === 'silence' ? { ...verdict, isByName: true } : verdict
    },
    take: (reading, verdict) => taken(reading, verdict, true),
  }
}

/** What the service says, however late; null: nothing. */
async function lateAnswer(first: Verdict | Promise<Verdict>): Promise<Verdict | null> {
  const { late, ...verdict } = await first
  const said = verdict.sign === 'silence' ? await late : verdict
  return said == null || said.sign === 'silence' ? null : said
}

function rememberBefores(store: ScanStore, eventId: string) {
  const befores = new Map<string, Before>()

  /** Looks at the list once for each nonce: the state at the first asking counts, however often the same is asked. */
  async function look({ code, nonce }: Reading, isGroup: boolean, at: Date): Promise<Before> {
    const known = befores.get(nonce)
    if (known !== undefined) return known
    const asked = { code, eventId }
    const before = await lookBefore(store, asked, at.getTime())
    const all = isGroup ? { ...before, companionsOut: outOf(await listCompanions(store, asked)) } : before
    befores.set(nonce, all)
    return all
  }

  function settled({ nonce }: Reading, verdict: Verdict): Verdict {
    if (isSettled(verdict)) befores.delete(nonce)
    return verdict
  }

  return {
    // A phone that cannot read its own database still asks the service.
    lookOnce: (reading: Reading, isGroup: boolean, at: Date) => look(reading, isGroup, at).catch(() => nothingKnown),
    settled,
  }
}

type Ways = {
  readonly byService: (before: Before) => Promise<Verdict>
  readonly byDevice: (question: Question) => Promise<Verdict>
  readonly isGroup?: boolean
  readonly isCheck?: boolean
  /** Whether the service notes the ticket in hand as let in. */
  readonly isAdmission?: boolean
}

/**
 * Whether somebody was let in here whom the service does not know about yet: it would let the same ticket in again. Of a group, any ticket.
 */
async function isUntold(
  store: ScanStore,
  eventId: string,
  { code, nonce }: Reading,
  isGroup: boolean,
): Promise<boolean> {
  const read = await readTicketCode(code)
  if (read === null) return false
  if (!isGroup) return isOpen(await store.findAdmission(read.lookup, read.ticketHash), nonce)
  for (const { lookup, admission } of await listCompanions(store, { code, eventId }))
    if (isOpen(admission, await nonceOfCompanion(nonce, lookup))) return true
  return false
}

/** Adds the name that the list has for a reservation, so that its tickets are counted as one group, whoever let each of them in. */
async function asCounted(store: ScanStore, eventId: string, { code }: Reading, verdict: Verdict): Promise<Verdict> {
  const { reservation } = verdict
  if (reservation === undefined) return verdict
  const uuid = await findGroup(store, { code, eventId }).catch(() => null)
  return uuid === null ? verdict : { ...verdict, reservation: { ...reservation, listedAs: uuid } }
}

/** The companions who are not in, by the list and by what this device let in. */
function outOf(companions: readonly Companion[]): ReadonlySet<string> {
  return new Set(
    companions.flatMap(({ state, lookup, admission }) =>
      state === 'not_scanned' && admission === undefined ? [lookup] : [],
    ),
  )
}

/** Whether it was let in by another reading than this, which the service was not told of. */
function isOpen(admission: Admission | undefined, nonce: string): boolean {
  return admission !== undefined && admission.settledAt === null && admission.nonce !== nonce
}

const silence: Verdict = { sign: 'silence' }
const ended: Verdict = { sign: 'refused', refusal: 'device_ended', isOffline: true }
const nothingKnown: Before = { ticket: 'unknown', companionsOut: new Set(), askedAt: 0 }
