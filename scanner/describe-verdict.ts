import type { Texts } from './texts/texts.ts'
import { numberOf } from './ticket-number.ts'
import { holderOf, type Verdict } from './verdict.ts'
import type { Device, DoorEvent, EventsAnswer, Ticket } from './wire.ts'

/** What is known in addition to the answer itself. */
export type Surroundings = {
  readonly texts: Texts
  readonly self: EventsAnswer['device']
  /** The event that this door is for. */
  readonly event: Pick<DoorEvent, 'name' | 'datetime'>
  /** The devices that let somebody in, as far as this one was told of them. */
  readonly devices: readonly Device[]
  /** How many people of the reservation were let in here. */
  readonly admittedHere: number
}

/** A verdict in words, from those read at two metres to the small print; a screen reader says them in that order. */
export type Words = {
  readonly headline: string
  readonly holder: string | null
  /** What the person at the door should do: what to give, why somebody is refused, what comes next. */
  readonly advice: readonly string[]
  /** Of a group, its names. */
  readonly facts: readonly string[]
  /** That this device decided by itself, which is in sight however long the rest is. */
  readonly decided: string | null
}

type Said = Omit<Words, 'decided'>

export function describeVerdict(verdict: Verdict, around: Surroundings): Words {
  return { ...wordsOf(verdict, around), decided: verdict.isOffline ? around.texts.offline.decided : null }
}

function wordsOf(verdict: Verdict, around: Surroundings): Said {
  const { texts, event, admittedHere } = around
  const { sign, headline, ticket, reservation } = verdict
  if (sign === 'silence') {
    const online = verdict.isByName ? [texts.search.online] : []
    return plain(texts.signs.silence, [...online, texts.verdict.silence, texts.verdict.silenceNote])
  }
  if (headline === 'ask')
    return plain(around.self.role === 'supervisor' ? texts.offline.askSupervisor : texts.offline.ask, [
      verdict.isListUnread ? texts.offline.askUnread : texts.offline.askNote,
    ])
  if (headline === 'no_group') return plain(texts.signs.information, [texts.verdict.noGroup])
  if (headline === 'group') return describeGroup(verdict, texts)
  const isElsewhere = ticket !== undefined && !isFor(ticket, event)
  // That a ticket is valid elsewhere is no leave to enter here.
  const checked = isElsewhere ? texts.offline.refusals.wrong_event.title : checkedOf(verdict, texts)
  return {
    headline: headline === 'check' ? checked : titleOf(verdict, texts),
    holder: ticket === undefined ? null : nameOf(ticket, texts),
    advice: adviceOf(verdict, around),
    facts: [
      ...(isElsewhere ? [elsewhereOf(ticket, texts)] : []),
      ...(ticket === undefined ? [] : [factOf(ticket)]),
      ...(ticket?.seat === undefined ? [] : [texts.search.seat({ seat: ticket.seat })]),
      ...(reservation !== undefined && reservation.tickets_count > 1
        ? [texts.verdict.ofReservation({ here: admittedHere, count: reservation.tickets_count })]
        : []),
    ],
  }
}

function titleOf({ sign, isOffline }: Verdict, texts: Texts): string {
  return sign === 'welcome' && isOffline ? texts.offline.welcome : texts.signs[sign]
}

function checkedOf({ isOffline, refusal, ticket, sign }: Verdict, texts: Texts): string {
  if (!isOffline) return ticket?.status ?? texts.signs[sign]
  return refusal === undefined ? texts.states.not_scanned : texts.offline.refusals[refusal].title
}

function describeGroup({ sign, admitted = [], refused = [], isOffline }: Verdict, texts: Texts): Said {
  const words = texts.verdict
  const notes = [...new Set(admitted.flatMap(({ scan_note }) => scan_note ?? []))]
  const reasons = [...new Set(refused.map(({ detail }) => detail))]
  const turnedAway = reasons.map((why) => {
    const tickets = refused.filter(({ detail }) => detail === why)
    return words.notAdmitted({ name: tickets.map(({ ticket }) => ticketOf(ticket)).join(', '), why })
  })
  const count = admitted.length
  // Who is let in stands below who is not, and is called so: no name there by itself may be read as leave to enter.
  if (sign === 'partly')
    return plain(words.groupPartly({ count, refused: refused.length }), [
      ...turnedAway,
      words.admitted({ name: named(admitted.map((ticket) => holderOf(ticket) || numberOf(ticket))).join(', ') }),
      ...notes,
    ])
  if (count === 0) return plain(texts.signs[sign], turnedAway)
  // Without network their names stay sealed.
  const names = isOffline ? [] : named(admitted.map(holderOf).filter((name) => name !== ''))
  return { ...plain(words.groupTitle({ count }), notes), facts: names }
}

/** Names a group: a booking may be in one name, which is said once. */
function named(names: readonly string[]): readonly string[] {
  return [...new Set(names)].map((name) => {
    const { length } = names.filter((one) => one === name)
    return length === 1 ? name : `${name} × ${length}`
  })
}

/** A ticket of a group, whose tickets may all have one name. */
function ticketOf(ticket: Ticket): string {
  const number = numberOf(ticket)
  const holder = holderOf(ticket)
  return holder === '' ? number : `${holder} (${number})`
}

function plain(headline: string, advice: readonly string[]): Said {
  return { headline, holder: null, advice, facts: [] }
}

function adviceOf(verdict: Verdict, around: Surroundings): readonly string[] {
  const { sign, headline, refusal, ticket } = verdict
  const { offline } = around.texts
  const detail = refusal === undefined ? verdict.detail : offline.refusals[refusal].detail
  const note = ticket?.scan_note === undefined ? [] : [ticket.scan_note]
  if (headline === 'check') return note
  if (sign === 'attention') return note
  if (sign === 'already') return [...earlierScan(verdict, around), ...(detail === undefined ? [] : [detail])]
  return sign === 'refused' && detail !== undefined ? [detail] : []
}

function earlierScan({ ticket, scannedBy, admittedAt }: Verdict, around: Surroundings): readonly string[] {
  const at = ticket?.scanned_at ?? admittedAt
  if (at === undefined) return []
  return [describeScan({ at, by: ticket === undefined ? around.self.uuid : ticket.scanned_by }, around, scannedBy)]
}

type Doors = Pick<Surroundings, 'texts' | 'self' | 'devices'>

/** Says when a ticket was scanned, and by which device. @param known the device, where this one knows it from its list */
export function describeScan(
  { at, by }: { readonly at: string; readonly by: string | null | undefined },
  { texts, self, devices }: Doors,
  known = devices.find(({ uuid }) => uuid === by),
): string {
  const words = texts.verdict
  const other =
    known === undefined ? words.otherDevice : [known.name, known.gate].filter((part) => part !== '').join(', ')
  return words.scanned({ at: texts.time(at), device: by === self.uuid ? words.thisDevice : other })
}

/** Whether a ticket is for the event of this door, as far as its answer tells: another evening may have the same name. */
function isFor({ event, event_datetime: at }: Ticket, { name, datetime }: Surroundings['event']): boolean {
  return event === name && (at === undefined || Date.parse(at) === Date.parse(datetime))
}

/** Names an event and when it starts: another evening may have the same name. */
export function datedName(name: string, at: string, texts: Texts): string {
  return `${name}, ${texts.day(at)}`
}

function elsewhereOf({ event, event_datetime: at }: Ticket, texts: Texts): string {
  return at === undefined ? event : datedName(event, at, texts)
}

function factOf({ price, product }: Ticket): string {
  return price === product ? price : `${price} · ${product}`
}

export function nameOf(ticket: Pick<Ticket, 'first_name' | 'last_name'>, texts: Texts): string {
  return holderOf(ticket) || texts.verdict.nameless
}
