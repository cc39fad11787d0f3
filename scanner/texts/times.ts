/** Moments, as `2026-05-01T18:00:00Z`, in words. */
export type Times = {
  /** The time, with its day unless that is today. */
  readonly time: (at: string) => string
  readonly day: (at: string) => string
}

/**
 * Makes the words of a time zone.
 *
 * @param timeZone as IANA names it; undefined, or one that this phone does not know: the phone's own
 */
export function timesIn(locale: string, timeZone?: string, now = () => new Date()): Times {
  const [time, day, date] = formatsOf(locale, timeZone)
  return {
    time(text) {
      const at = new Date(text)
      const on = date.format(at)
      return on === date.format(now()) ? time.format(at) : `${time.format(at)} (${on})`
    },
    day: (at) => day.format(new Date(at)),
  }
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
