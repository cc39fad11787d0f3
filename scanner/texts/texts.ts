import { en } from './en.ts'
import { fr } from './fr.ts'
import { timesIn } from './times.ts'

/** What English says, French says too, or it does not compile. */
export type Texts = typeof en

/** The same with moments as the clocks of an organisation show them, wherever the phone thinks it is. */
export function inTimeZone(texts: Texts, timeZone: string | undefined, now: () => Date): Texts {
  return { ...texts, ...timesIn(texts.locale, timeZone, now) }
}

/** In the language that the service gave the page in. */
export function chooseTexts(language: string): Texts {
  return language === 'fr' ? fr : en
}
