import type { FieldProblem } from '../../errors.ts'
import { slugify } from '../../lib/text.ts'
import { currentDay, localDate } from '../../lib/time.ts'

/** What a device at the door does without network with a genuine ticket that its snapshot lacks (ADR 0182). */
export const offlinePolicies = ['accept', 'ask', 'refuse'] as const
export type OfflinePolicy = (typeof offlinePolicies)[number]

/** The policy when nobody chose one. */
export const usualOfflinePolicy: OfflinePolicy = 'ask'

/** Whether an event takes place, and as it was first announced. */
export const eventStandings = ['scheduled', 'postponed', 'cancelled'] as const
export type EventStanding = (typeof eventStandings)[number]

export type EventTimes = {
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly doorsOpenAt: Date | null
  readonly doorsCloseAt: Date | null
}

/** What is wrong with the times of an event, per field; null when nothing is. */
export function timeProblems(times: EventTimes): Readonly<Record<string, readonly FieldProblem[]>> | null {
  const { startsAt, endsAt, doorsOpenAt, doorsCloseAt } = times
  const problems: Record<string, readonly FieldProblem[]> = {}
  if (endsAt !== null && endsAt <= startsAt) problems['end_datetime'] = ['ends_before_start']
  if (doorsOpenAt !== null && doorsCloseAt !== null && doorsCloseAt <= doorsOpenAt)
    problems['doors_close'] = ['doors_close_before_open']
  return Object.keys(problems).length > 0 ? problems : null
}

export type CalendarTimes = Pick<EventTimes, 'startsAt' | 'endsAt'>

/** A moment, with the clocks of an organisation: by them its events without an end are over. */
export type MomentThere = { readonly now: Date; readonly timeZone: string }

/** When an event is over: at its end; without one, at 04:00 after it began, the end of its house day (ADR 0311). */
export function endOfEvent({ startsAt, endsAt }: CalendarTimes, timeZone: string): Date {
  return endsAt ?? currentDay(startsAt, timeZone).to
}

/** Whether an event is over: nothing of it is sold any more, and it is listed among those of the past. */
export function isOver(event: CalendarTimes, { now, timeZone }: MomentThere): boolean {
  return endOfEvent(event, timeZone) <= now
}

/** How often the times that people keep in their calendars were changed, after a change of the event. */
export function nextSequence(
  before: CalendarTimes & { readonly calendarSequence: number },
  after: CalendarTimes,
): number {
  const isSame =
    before.startsAt.getTime() === after.startsAt.getTime() && before.endsAt?.getTime() === after.endsAt?.getTime()
  return before.calendarSequence + (isSame ? 0 : 1)
}

/** Names for the address of an event, best first, without end: its name, then with its day, then numbered. */
export function* slugCandidates(name: string, startsAt: Date, timeZone: string): Generator<string> {
  const plain = slugify(name) || 'event'
  yield plain
  const dated = `${plain}-${localDate(startsAt, timeZone)}`
  yield dated
  for (let number = 2; ; number++) yield `${dated}-${number}`
}

/** What is left of the ticket prices of an event; `allLimited` false when one of them has no stock limit. */
export type TicketStock = { readonly allLimited: boolean; readonly left: number }

/**
 * How many more people may come: the least of what the capacity and the stocks of the ticket prices leave. The stocks
 * count only when every ticket price has one. Null is unlimited; `stock` is null for an event without ticket prices.
 *
 * @param claimed those that will be offered to people on the waiting list
 */
export function placesLeft(
  capacity: number | null,
  held: number,
  stock: TicketStock | null,
  claimed: number,
): number | null {
  const limits = [...(capacity === null ? [] : [capacity - held]), ...(stock?.allLimited ? [stock.left] : [])]
  return limits.length === 0 ? null : Math.max(0, Math.min(...limits) - claimed)
}

/** Length assumed for an event without an end, when it is asked whether another would overlap it. */
const usualLengthMs = 2 * 3_600_000

/** Whether two events take place at the same moment. */
export function overlap(one: Pick<EventTimes, 'startsAt' | 'endsAt'>, other: typeof one): boolean {
  const end = ({ startsAt, endsAt }: typeof one) => endsAt?.getTime() ?? startsAt.getTime() + usualLengthMs
  return one.startsAt.getTime() < end(other) && other.startsAt.getTime() < end(one)
}
