import { eventCategories, type EventCategory } from '../tenant/event-category.ts'
import { foldText } from '../../lib/text.ts'

/** What is decided about an event of a calendar elsewhere. */
export const remoteEventStates = ['waiting', 'accepted', 'refused'] as const
export type RemoteEventState = (typeof remoteEventStates)[number]

/** Why a calendar brought nothing the last time it was asked for. */
export const remoteProblems = [
  'unreachable',
  'bad_status',
  'too_large',
  'too_slow',
  'no_calendar',
  'unreadable',
] as const
export type RemoteProblem = (typeof remoteProblems)[number]

/** How many calendars a Meta may read: each brings 2,000 events at most. */
export const mostAgendas = 100

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The longest pause after one failure and the next. */
const longestPauseMs = dayMs

/**
 * When a calendar is asked for again: every hour, so spread that those who began together do not come together; after each failure in a row
 * twice as late.
 *
 * @param chance from 0 to 1
 */
export function nextFetchAt(now: Date, failures: number, chance: number): Date {
  const pause = Math.min(hourMs * 2 ** Math.max(0, failures - 1), longestPauseMs)
  return new Date(now.getTime() + pause * (0.9 + 0.2 * chance))
}

/** The span whose events are read. */
export function spanOf(now: Date): { readonly from: Date; readonly until: Date } {
  const until = new Date(now)
  until.setUTCMonth(until.getUTCMonth() + 18)
  return { from: new Date(now.getTime() - dayMs), until }
}

/** After so long it is read whole, though it says that nothing changed: later times of what repeats come into the span. */
export const wholeAfterMs = 7 * dayMs

/** How many events of one calendar are there to be decided about or shown, as many as are taken of a file; and how many gone ones are kept. */
export const mostRemoteEvents = 2_000
/** What was decided of an event that its calendar names no more is kept so long. */
export const goneKeptMs = 30 * dayMs

/** What a reading says of an event, as it is kept. */
export type RemoteEventValues = {
  readonly name: string
  readonly description: string | null
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly allDay: boolean
  readonly timeZone: string
  readonly place: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly url: string | null
  readonly categories: readonly string[]
}

type Named = { readonly uid: string; readonly recurrence: string }
export type ReadRemoteEvent = RemoteEventValues & Named & { readonly isCancelled: boolean }
export type KnownRemoteEvent = RemoteEventValues &
  Named & {
    readonly id: string
    readonly state: RemoteEventState
    readonly cancelledAt: Date | null
    readonly goneAt: Date | null
    readonly sequence: number
  }

type Kept = RemoteEventValues & Pick<KnownRemoteEvent, 'cancelledAt' | 'goneAt' | 'sequence'>

export type AgendaChanges = {
  readonly added: readonly (Named & Kept & { readonly state: RemoteEventState })[]
  readonly changed: readonly (Kept & { readonly id: string })[]
  readonly gone: readonly string[]
}

type Reading = {
  readonly events: readonly ReadRemoteEvent[]
  /** Events that start before are all among them; null: all are. */
  readonly completeUntil: Date | null
  /** Ids of series whose times are not all among them. */
  readonly unfollowed: readonly string[]
  readonly trusted: boolean
  /** Ids of events that the Meta has from elsewhere (`calendarUid`). */
  readonly others: ReadonlySet<string>
  readonly now: Date
}

/**
 * What a reading changes. An event that is known keeps what was decided about it, one of a series that is new is decided as those before it
 * were, and what the Meta has from elsewhere and did not have from here is passed over: two calendars that read each other would copy for
 * ever. What is named no more is gone, also when it has begun; what may only lie behind the cut is not, as far as there is room for it
 * beside what is named.
 */
export function changesOf(
  known: readonly KnownRemoteEvent[],
  { events, completeUntil, unfollowed, trusted, others, now }: Reading,
): AgendaChanges {
  const before = new Map(known.map((event) => [keyOf(event), event]))
  const decided = new Map(known.filter(({ state }) => state !== 'waiting').map(({ uid, state }) => [uid, state]))
  const added: AgendaChanges['added'][number][] = []
  const changed: AgendaChanges['changed'][number][] = []
  const seen = new Set<string>()
  for (const { isCancelled, ...event } of events) {
    const { uid, recurrence, ...values } = event
    const former = before.get(keyOf(event))
    if (!former) {
      // What never was to take place need not be decided about.
      if (isCancelled || others.has(calendarUid(event))) continue
      const state = decided.get(uid) ?? (trusted ? 'accepted' : 'waiting')
      added.push({ ...event, state, cancelledAt: null, goneAt: null, sequence: 0 })
      continue
    }
    seen.add(keyOf(event))
    const cancelledAt = isCancelled ? (former.cancelledAt ?? now) : null
    const kept = { ...values, cancelledAt, goneAt: null }
    if (isSame(kept, former)) continue
    changed.push({ ...kept, id: former.id, sequence: former.sequence + Number(isMoved(kept, former)) })
  }
  const cutIds = new Set(unfollowed)
  const unnamed = known.filter((event) => event.goneAt === null && !seen.has(keyOf(event)))
  const isBehindCut = ({ uid, startsAt }: KnownRemoteEvent) =>
    cutIds.has(uid) || (completeUntil !== null && startsAt >= completeUntil)
  const room = Math.max(0, mostRemoteEvents - seen.size - added.length)
  const kept = new Set(
    unnamed
      .filter(isBehindCut)
      .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
      .slice(0, room),
  )
  return { added, changed, gone: unnamed.filter((event) => !kept.has(event)).map(({ id }) => id) }
}

const keyOf = ({ uid, recurrence }: Named) => JSON.stringify([uid, recurrence])

/** The id of an event in the calendars of those who follow the Meta: that of the source, so that whoever follows both has it once. */
export function calendarUid({ uid, recurrence }: Named): string {
  return recurrence === '' ? uid : `${uid}/${recurrence}`
}

type Compared = RemoteEventValues & { readonly cancelledAt: Date | null; readonly goneAt: Date | null }

function isSame(one: Compared, other: Compared): boolean {
  const said = (event: Compared) =>
    JSON.stringify([
      ...[event.name, event.description, event.startsAt, event.endsAt, event.allDay, event.timeZone, event.place],
      ...[event.latitude, event.longitude, event.url, event.categories, event.cancelledAt, event.goneAt],
    ])
  return said(one) === said(other)
}

function isMoved(one: Compared, other: Compared): boolean {
  const times = (event: Compared) => JSON.stringify([event.startsAt, event.endsAt, event.cancelledAt, event.goneAt])
  return times(one) !== times(other)
}

/** The kind of event that its categories name in the words of the interface; null: none does. */
export function categoryOf(categories: readonly string[]): EventCategory | null {
  const words = new Set(categories.map((category) => foldText(category).replaceAll(/[^a-z0-9]+/g, '_')))
  return eventCategories.find((category) => words.has(category)) ?? null
}
