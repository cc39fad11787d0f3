import { type Language, locales } from '../messages/language.ts'
import { scannerTexts } from '../messages/scanner.ts'
import type { ScannerTexts } from '../messages/scanner.type.ts'
import { type Times, timesIn } from './times.ts'

/** Every sentence of the scanner in one language; what the service says about a ticket comes with its answer. */
export type Texts = ScannerTexts & Times & { readonly language: Language; readonly count: (count: number) => string }

/** As `texts`, with moments by the clocks of an organisation, wherever the phone thinks it is. */
export function inTimeZone(texts: Texts, timeZone: string | undefined, now: () => Date): Texts {
  return { ...texts, ...timesIn(texts.language, timeZone, now) }
}

/** Loads the texts in the language that the service gave the page in; no other is loaded, and the worker of the page keeps them all. */
export async function loadTexts(given: string): Promise<Texts> {
  const language = given in scannerTexts ? (given as Language) : 'en'
  const { sentences } = await scannerTexts[language]()
  const number = new Intl.NumberFormat(locales[language])
  return { ...sentences, ...timesIn(language), language, count: number.format }
}
