import { type Coordinates, pointOf } from './coordinates.ts'
import { canonicalTimeZone, formatLocal, localDate } from './time.ts'

/** An event as calendars of people and programs take it (RFC 5545). */
export type CalendarItem = Coordinates & {
  /** The same of the same event everywhere: a calendar that has it already takes the later one in its place. */
  readonly uid: string
  /** Greater with each change of its times. */
  readonly sequence: number
  readonly stamp: Date
  readonly changedAt: Date
  readonly startsAt: Date
  /** Null: not known. */
  readonly endsAt: Date | null
  /** Set if it is on whole days: it has no hours. */
  readonly allDay?: boolean
  /** By whose clocks it is written, where its rules are known; otherwise by universal time. */
  readonly timeZone: string
  readonly isCancelled: boolean
  readonly summary: string
  readonly description: string | null
  readonly place: string | null
  /** What kind of event it is, as people read it. */
  readonly category: string | null
  readonly url: string
  readonly imageUrl: string | null
}

/** What a calendar that is subscribed to says of itself (RFC 7986). */
export type CalendarHead = { readonly name: string; readonly url: string; readonly refreshHours: number }

/** The rules of time zones, by the names they were asked for. */
export type CalendarZones = ReadonlyMap<string, Zone>
type Zone = { readonly id: string; readonly lines: readonly string[] }

/**
 * Writes a calendar. Everything about it stands before its parts, and lines have 75 bytes at most (RFC 5545, 3.1 and 3.6).
 *
 * @param head null: it is a file with one event
 */
export function calendarText(
  items: readonly CalendarItem[],
  head: CalendarHead | null = null,
  zones: CalendarZones = new Map(),
): string {
  const refresh = head === null ? '' : `PT${head.refreshHours}H`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Guichet//Guichet//EN',
    'METHOD:PUBLISH',
    ...(head === null
      ? []
      : [
          `NAME:${escaped(head.name)}`,
          `X-WR-CALNAME:${escaped(head.name)}`,
          `URL;VALUE=URI:${head.url}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
          `X-PUBLISHED-TTL:${refresh}`,
        ]),
    ...rulesOf(zones),
    ...items.flatMap((item) => itemLines(item, zones)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** Each zone once, whatever it was called. */
function rulesOf(zones: CalendarZones): string[] {
  return [...new Map([...zones.values()].map(({ id, lines }) => [id, lines])).values()].flat()
}

function itemLines(item: CalendarItem, zones: CalendarZones): string[] {
  const { description, place, category, endsAt, imageUrl, allDay = false } = item
  const point = pointOf(item)
  const zone = zones.get(item.timeZone)?.id ?? null
  const time = (at: Date) => (allDay ? day(at, item.timeZone) : moment(at, zone))
  return [
    'BEGIN:VEVENT',
    `UID:${item.uid}`,
    `SEQUENCE:${item.sequence}`,
    `DTSTAMP:${universal(item.stamp)}`,
    `LAST-MODIFIED:${universal(item.changedAt)}`,
    `DTSTART${time(item.startsAt)}`,
    ...(endsAt === null ? [] : [`DTEND${time(endsAt)}`]),
    ...(item.isCancelled ? ['STATUS:CANCELLED'] : []),
    `SUMMARY:${escaped(item.summary)}`,
    ...(description === null ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    ...(category === null ? [] : [`CATEGORIES:${escaped(category)}`]),
    ...(point === null ? [] : [`GEO:${point.join(';')}`]),
    `URL;VALUE=URI:${item.url}`,
    ...(imageUrl === null ? [] : [`IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/webp:${imageUrl}`]),
    'END:VEVENT',
  ]
}

/** RFC 5545, 3.3.4. */
function day(at: Date, timeZone: string): string {
  return `;VALUE=DATE:${localDate(at, timeZone).replaceAll('-', '')}`
}

/** @param timeZone null: by universal time */
function moment(at: Date, timeZone: string | null): string {
  if (timeZone === null) return `:${universal(at)}`
  return `;TZID=${timeZone}:${formatLocal(at, timeZone).slice(0, 19).replaceAll(/[-:]/g, '')}`
}

function universal(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** RFC 5545, 3.3.11; without other control characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '')
}

const mostBytes = 75

/** Divides a line between characters; what goes on begins with a space, which counts. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= mostBytes) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > mostBytes) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}

/** What was read so far: the library goes through all zones for each, which takes five milliseconds. */
const zonesRead = new Map<string, Zone>()
let zoneNames: ReadonlySet<string> | null = null

/** Finds the rules of time zones, of those that have any. Loaded when they are first wanted: they are large. */
export async function calendarZones(names: Iterable<string>): Promise<CalendarZones> {
  const { tzlib_get_ical_block: readBlock, tzlib_get_timezones: listNames } = await import('timezones-ical-library')
  zoneNames ??= new Set([listNames()].flat())
  const known = zoneNames
  return new Map(
    [...new Set(names)].flatMap((name) => {
      const spelled = known.has(name) ? name : canonicalTimeZone(name)
      // Asked for a name it does not know, such as +02:00, it writes to the standard error.
      if (!known.has(spelled)) return []
      const zone = zonesRead.get(spelled) ?? zoneOf([readBlock(spelled)].flat())
      zonesRead.set(spelled, zone)
      return [[name, zone]]
    }),
  )
}

function zoneOf([rules = '', named = '']: readonly string[]): Zone {
  return { id: named.slice('TZID='.length), lines: rules.split('\r\n') }
}
