import { firstsOfMonth, type Language, locales } from '../messages/language.ts'

/** Moments, as `2026-05-01T18:00:00Z`, in words. */
export type Times = {
  /** The time, with its day unless that is today. */
  readonly time: (at: string) => string
  readonly day: (at: string) => string
  readonly isToday: (at: string) => boolean
}

/**
 * Makes the words of a time zone.
 *
 * @param timeZone as IANA names it; undefined, or one that this phone does not know: the phone's own
 */
export function timesIn(language: Language, timeZone?: string, now = () => new Date()): Times {
  const [time, day, date] = formatsOf(locales[language], timeZone)
  const said = (format: Intl.DateTimeFormat, at: Date) => dateIn(language, format.formatToParts(at))
  const isToday = (at: string) => said(date, new Date(at)) === said(date, now())
  return {
    time(text) {
      const at = new Date(text)
      return isToday(text) ? time.format(at) : `${time.format(at)} (${said(date, at)})`
    },
    day: (at) => said(day, new Date(at)),
    isToday,
  }
}

/** Intl says "1 décembre", which nobody does. */
function dateIn(language: Language, parts: readonly Intl.DateTimeFormatPart[]): string {
  const words = parts.map(
    ({ type, value }) => (type === 'day' && value === '1' ? firstsOfMonth[language] : undefined) ?? value,
  )
  return words.join('')
}

function formatsOf(locale: string, timeZone: string | undefined) {
  try {
    const zone = timeZone === undefined ? {} : { timeZone }
    const clock = { ...zone, hour: '2-digit', minute: '2-digit' } as const
    const date = { ...zone, weekday: 'long', day: 'numeric', month: 'long' } as const
    return [
      new Intl.DateTimeFormat(locale, clock),
      new Intl.DateTimeFormat(locale, { ...date, ...clock }),
      new Intl.DateTimeFormat(locale, date),
    ] as const
  } catch {
    return formatsOf(locale, undefined)
  }
}
