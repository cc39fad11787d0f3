/** The parts of an iCalendar file that are read: each its own lines, unfolded, so that one that is broken takes no other with it. */
export type CalendarParts = {
  readonly events: readonly (readonly string[])[]
  /** By the names that events use. */
  readonly zones: ReadonlyMap<string, readonly string[]>
  /** The time zone of the calendar as a whole (`X-WR-TIMEZONE`). */
  readonly zone: string | null
  /** Events too many, or too long, to be read. */
  readonly unread: number
}

const mostEvents = 20_000
/** Of one event; pictures within it are left out before. */
const longestEvent = 100_000
const readProperties =
  /^(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|SUMMARY|DESCRIPTION|LOCATION|GEO|URL|CATEGORIES|SEQUENCE|TZID|TZOFFSETFROM|TZOFFSETTO|X-LIC-LOCATION)[;:]/i
const begins = /^BEGIN:(\S+)\s*$/i
const ends = /^END:(\S+)\s*$/i

/** Divides a file; null: it is no calendar. Lines that say nothing that is read are left out, those that are no lines of a calendar too. */
export function calendarParts(text: string): CalendarParts | null {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return null
  const events: string[][] = []
  const zones = new Map<string, string[]>()
  let zone: string | null = null
  let unread = 0
  const open: string[] = []
  let part: string[] = []
  for (const line of unfolded(text)) {
    const [, began] = begins.exec(line) ?? []
    const [, ended] = ends.exec(line) ?? []
    if (began !== undefined) {
      open.push(began.toUpperCase())
      if (open.length === 2) part = []
    }
    const name = open[1]
    // Alarms within an event are none of it; the rules of a time zone are.
    const isRead = name === 'VEVENT' ? open.length === 2 : name === 'VTIMEZONE' && open.length <= 3
    if (isRead && readProperties.test(line)) part.push(line)
    if (open.length === 1 && /^X-WR-TIMEZONE[;:]/i.test(line)) zone = line.slice(line.indexOf(':') + 1).trim()
    if (ended === undefined) continue
    if (open.length === 2 && name === 'VEVENT') {
      if (events.length < mostEvents && sizeOf(part) <= longestEvent) events.push(part)
      else unread++
    }
    if (open.length === 2 && name === 'VTIMEZONE') zones.set(idOf(part), part)
    open.pop()
  }
  return { events, zones, zone, unread }
}

/** Joins lines that were folded (RFC 5545, 3.1). */
function unfolded(text: string): readonly string[] {
  const lines: string[][] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = lines.at(-1)
    if (last && /^[ \t]/.test(line)) last.push(line.slice(1))
    else if (line !== '') lines.push([line])
  }
  return lines.map((parts) => parts.join(''))
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length, 0)
}

function idOf(zone: readonly string[]): string {
  const line = zone.find((one) => /^TZID[;:]/i.test(one)) ?? ''
  return line.slice(line.indexOf(':') + 1).trim()
}
