import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Language } from '../lib/language.ts'
import { usualLanguage } from '../lib/spoken.ts'

/** Who reads a page, and where: the language, time zone and currency in which every part of it shows texts, moments and amounts. */
export type Reader = {
  readonly language: Language
  /** The language in which the organisation at whose address the page is has written its texts. */
  readonly organisation: Language
  /** The organisation's time zone; the currency is the organisation's too. */
  readonly timeZone: string
  readonly currency: string
  /** When the page was made. */
  readonly now: Date
  /** Whether mails to visitors leave the organisation (ADR 0306). */
  readonly reachesVisitors: boolean
}

/** The reader where no organisation answers. */
export const nobody = { language: usualLanguage, organisation: usualLanguage, timeZone: 'UTC', currency: 'EUR' }

export const ReaderContext = createContext<Reader>({ ...nobody, now: new Date(0), reachesVisitors: true })

export const useReader = (): Reader => useContext(ReaderContext)

/** Takes the texts in the reader's language from a catalogue. */
export function useTexts<Texts>(catalogue: Readonly<Record<Language, Texts>>): Texts {
  return catalogue[useReader().language]
}
