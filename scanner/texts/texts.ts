import { en } from './en.ts'
import { fr } from './fr.ts'

/** What English says, French says too, or it does not compile. */
export type Texts = typeof en

/** In the language that the service gave the page in. */
export function chooseTexts(language: string): Texts {
  return language === 'fr' ? fr : en
}
