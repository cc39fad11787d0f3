/** Moments, as `2026-05-01T18:00:00Z`, in words. */
type Times = {
  /** Of a day that is known. */
  readonly time: (at: string) => string
  readonly day: (at: string) => string
}

/**
 * @param timeZone as IANA names it; undefined, or one that this telephone does not know: its own
 */
export function timesIn(locale: string, timeZone?: string): Times {
  const [time, day] = formatsOf(locale, timeZone)
  return { time: (at) => time.format(new Date(at)), day: (at) => day.format(new Date(at)) }
}

function formatsOf(locale: string, timeZone: string | undefined) {
  try {
    const zone = timeZone === undefined ? {} : { timeZone }
    const clock = { ...zone, hour: '2-digit', minute: '2-digit' } as const
    return [
      new Intl.DateTimeFormat(locale, clock),
      new Intl.DateTimeFormat(locale, { ...clock, weekday: 'long', day: 'numeric', month: 'long' }),
    ] as const
  } catch {
    return formatsOf(locale, undefined)
  }
}
