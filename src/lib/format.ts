import { firstsOfMonth, type Language, locales } from './language.ts'
import { amountFromMinor, minorDigits } from './money.ts'

/** Dates and amounts as people say them, in their language. */

export function localeOf(language: Language): string {
  return locales[language]
}

export type Moment = { readonly at: Date; readonly timeZone: string; readonly language: Language }

/** "Friday 12 June, 20:30"; the year as in `dayText`. */
export function momentText(moment: Moment & { readonly now: Date | null }): string {
  return `${dayText(moment)}, ${timeText(moment)}`
}

/**
 * "Friday 12 June", its first letter raised, since it begins a line.
 *
 * @param moment `now`: the year is said when it isn't the present one; null: always, for what is printed and kept
 */
export function dayText({ at, timeZone, language, now }: Moment & { readonly now: Date | null }): string {
  const locale = locales[language]
  const year = dateFormat(locale, { timeZone, year: 'numeric' })
  const date = { timeZone, day: 'numeric', month: 'long' } as const
  const isDated = now === null || year.format(at) !== year.format(now)
  // Beside a year English would have a comma behind the weekday.
  const named = dateFormat(locale, { ...date, weekday: 'long' }).formatToParts(at)
  const dated = isDated ? dateFormat(locale, { ...date, year: 'numeric' }).formatToParts(at) : undefined
  const weekday = named.slice(
    0,
    named.findIndex(({ type }) => type === 'day'),
  )
  // Intl says "1 décembre", which nobody does.
  const parts = [...weekday, ...(dated ?? named.slice(weekday.length))].map(({ type, value }) =>
    type === 'day' && value === '1' ? (firstsOfMonth[language] ?? value) : value,
  )
  return raised(parts.join(''))
}

/** "May 2026", its first letter raised. */
export function monthText({ at, timeZone, language }: Moment): string {
  return raised(dateFormat(locales[language], { timeZone, month: 'long', year: 'numeric' }).format(at))
}

/** A text that begins a line: "vendredi 12 juin" becomes "Vendredi 12 juin". */
export function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A day or moment within a sentence: some languages, such as French, write their days and months small there. */
export function withinSentence(text: string, language: Language): string {
  const [first = ''] = dateFormat(locales[language], { weekday: 'long' }).format(0)
  return first === first.toUpperCase() ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/** The city by which a time zone is named, as people know it: "New York" of America/New_York. */
export function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** "20:30", by the clocks of the time zone. */
export function timeText({ at, timeZone, language }: Moment): string {
  return dateFormat(locales[language], { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}

/** "€12.00" or "12,00 €". */
export function amountText(amountMinor: number, currency: string, language: Language): string {
  const digits = minorDigits(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return numberFormat(locales[language], { style: 'currency', currency, ...decimals }).format(
    amountFromMinor(amountMinor, currency),
  )
}

/** "€12.00 and CHF 5.00", "12,00 € et 5,00 CHF". */
export function listText(texts: readonly string[], language: Language): string {
  return new Intl.ListFormat(locales[language], { type: 'conjunction' }).format(texts)
}

/** "French" or "Français": as the reader calls a language, beginning a line. */
export function languageName(of: Language, language: Language): string {
  return raised(languageNames(locales[language], { type: 'language' }).of(of) ?? of)
}

/** "5.5%" or "5,5 %", of hundredths of a percent. */
export function percentText(hundredths: number, language: Language): string {
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const
  return numberFormat(locales[language], percent).format(hundredths / 10_000)
}

/** "1,200" or "1 200". */
export function numberText(number: number, language: Language): string {
  return numberFormat(locales[language], {}).format(number)
}

/** "12.00" or "12,00": as it is typed into a field. */
export function plainAmount(amountMinor: number, currency: string, language: Language): string {
  return typedNumber(amountFromMinor(amountMinor, currency).toFixed(minorDigits(currency)), language)
}

/** A number as it is typed into a field: "5.5" becomes "5,5" where that is how it is written. */
export function typedNumber(text: string, language: Language): string {
  return text.replace('.', decimalSign(language))
}

/** A point, or a comma. */
export function decimalSign(language: Language): string {
  const parts = numberFormat(locales[language], {}).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** Making a format takes forty times as long as using it, and a server knows few time zones and currencies. */
function remembered<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options])
    const known = formats.get(key)
    if (known !== undefined) return known
    const format = make(locale, options)
    formats.set(key, format)
    return format
  }
}

const dateFormat = remembered((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
const numberFormat = remembered((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const languageNames = remembered((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options))
