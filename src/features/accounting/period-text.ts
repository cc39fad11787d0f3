import { dayText, monthText, raised, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { closingTexts } from '../../messages/documents/closing.ts'
import { slugify } from '../../lib/text.ts'
import { isMonth, type Period } from './period.ts'
import type { BooksOf } from './read-accounting.ts'

/** "Friday 1 May 2026", "May 2026", or the first and the last day. */
export function periodText(period: Period, language: Language): string {
  const at = (day: string) => ({ at: new Date(`${day}T00:00:00Z`), timeZone: 'UTC', language, now: null })
  if (isMonth(period)) return monthText(at(period.from))
  if (period.from === period.to) return dayText(at(period.from))
  const [from, to] = [period.from, period.to].map((day) => withinSentence(dayText(at(day)), language))
  return raised(closingTexts[language].period({ from: from ?? '', to: to ?? '' }))
}

/** The name of a file with books, without its ending. */
export function booksFileName({ period, event }: BooksOf, language: Language): string {
  const words = closingTexts[language]
  return event === null ? words.fileName(period) : words.settlementFile({ event: slugify(event.name) || event.id })
}
