import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Language } from '../lib/language.ts'
import { usualLanguage } from '../lib/spoken.ts'

/** Who reads a page, and where: what every part of it says moments, amounts and texts by. */
export type Reader = {
  readonly language: Language
  /** In which the organisation at whose address the page is has written its texts. */
  readonly organisation: Language
  /** Of the organisation, as its currency. */
  readonly timeZone: string
  readonly currency: string
  /** When the page was made. */
  readonly now: Date
}

/** Where no organisation answers. */
export const nobody = { language: usualLanguage, organisation: usualLanguage, timeZone: 'UTC', currency: 'EUR' }

export const ReaderContext = createContext<Reader>({ ...nobody, now: new Date(0) })

export const useReader = (): Reader => useContext(ReaderContext)

/** Those of a catalogue that whoever reads the page understands. */
export function useTexts<Texts>(catalogue: Readonly<Record<Language, Texts>>): Texts {
  return catalogue[useReader().language]
}
