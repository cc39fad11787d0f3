import ICAL from 'ical.js'
import { canonicalTimeZone, isTimeZone, parseDateTime } from '../../lib/time.ts'
import type { CalendarParts } from './calendar-parts.ts'
import { windowsZones } from './windows-zones.ts'

/** A time as a calendar writes it, and by whose clocks. */
export type Written = {
  readonly time: ICAL.Time
  /** The parameter of the property; undefined: there is none. */
  readonly zone: string | undefined
}

export type CalendarClock = {
  /** Null: there is no such time. */
  at(written: Written): Date | null
  /** The zone by whose clocks people read it. */
  zoneOf(written: Written): string
}

/**
 * Tells when something is. A zone is known by its name, also within a longer one (`/mozilla.org/…/Europe/Paris`) or by that of Windows; of
 * any other the rules that the file gives are followed. A time without a zone is by the clocks of the calendar, or of its reader.
 */
export function calendarClock({ zones, zone }: CalendarParts, readerZone: string): CalendarClock {
  const usual = (zone === null ? null : knownZone(zone)) ?? readerZone
  const named = new Map<string, string | ICAL.Timezone>()

  function find(name: string): string | ICAL.Timezone {
    const found = named.get(name)
    if (found !== undefined) return found
    const lines = zones.get(name)
    const known = knownZone(name) ?? (lines ? (knownZone(locationOf(lines)) ?? rulesOf(lines)) : null) ?? usual
    named.set(name, known)
    return known
  }

  return {
    at({ time, zone: name }) {
      const { year, month, day, hour, minute, second, isDate } = time
      const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
      const local = `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(Math.min(second, 59))}`
      // A day is one by the clocks of whoever looks at the calendar.
      if (isDate) return parseDateTime(`${local.slice(0, 10)}T00:00`, readerZone)
      if (time.zone === ICAL.Timezone.utcTimezone) return parseDateTime(`${local}Z`, 'UTC')
      const clocks = name === undefined ? usual : find(name)
      if (typeof clocks === 'string') return parseDateTime(local, clocks)
      const asUtc = parseDateTime(`${local}Z`, 'UTC')
      return asUtc && new Date(asUtc.getTime() - clocks.utcOffset(time) * 1000)
    },
    zoneOf({ time, zone: name }) {
      if (time.isDate) return readerZone
      const clocks = name === undefined ? usual : find(name)
      return typeof clocks === 'string' ? clocks : usual
    },
  }
}

const longestName = 100

function knownZone(name: string): string | null {
  const bare = name.replaceAll('"', '').trim().slice(0, longestName)
  const windows = windowsZones.get(bare)
  if (windows !== undefined) return windows
  const parts = bare.split('/').filter((part) => part !== '')
  for (let first = 0; first < parts.length; first++) {
    const part = parts.slice(first).join('/')
    // Offsets are zones too, and no name of a place.
    if (/^[A-Za-z]/.test(part) && isTimeZone(part)) return canonicalTimeZone(part)
  }
  return null
}

function locationOf(lines: readonly string[]): string {
  const line = lines.find((one) => /^X-LIC-LOCATION[;:]/i.test(one)) ?? ''
  return line.slice(line.indexOf(':') + 1)
}

function rulesOf(lines: readonly string[]): ICAL.Timezone | null {
  try {
    return new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join('\r\n'))))
  } catch {
    return null
  }
}
