import type { Language } from '../../lib/language.ts'

const locales = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>

type WhenProps = {
  readonly at: Date
  readonly timeZone: string
  readonly language: Language
  /** The year is said when it isn't the present one. */
  readonly now: Date
}

/** "Friday 12 June, 20:30", with the machine-readable time in the markup. */
export function When(props: WhenProps) {
  return (
    <time dateTime={props.at.toISOString()}>
      {dayText(props)}, {timeText(props)}
    </time>
  )
}

export function Time(props: Omit<WhenProps, 'now'>) {
  return <time dateTime={props.at.toISOString()}>{timeText(props)}</time>
}

/** "Friday 12 June"; in French the first letter is raised, since it begins a line. */
export function dayText({ at, timeZone, language, now }: WhenProps): string {
  const locale = locales[language]
  const year = new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric' })
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at)
  const day = [part({ weekday: 'long' }), part({ day: 'numeric' }), part({ month: 'long' })]
  if (year.format(at) !== year.format(now)) day.push(year.format(at))
  const text = day.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function timeText({ at, timeZone, language }: Omit<WhenProps, 'now'>): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

export function amountText(amountMinor: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(amountMinor / 100)
}
