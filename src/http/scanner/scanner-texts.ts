import { localized } from '../texts/localized.ts'

type ScannerTexts = {
  readonly title: string
  readonly description: (organisation: string) => string
  /** Where the browser runs no script. */
  readonly needs: string
}

/** What the server says of the scanner; what it says itself is in scanner/texts/. */
export const scannerTexts = localized<ScannerTexts>({
  en: {
    title: 'Scanner',
    description: (organisation) => `Checks the tickets of ${organisation} at the door.`,
    needs:
      'The scanner runs in the browser and needs JavaScript. Allow it for this address in the settings of the browser, then open this page again.',
  },
  fr: {
    title: 'Scanner',
    description: (organisation) => `Contrôle les billets de ${organisation} à l’entrée.`,
    needs:
      'Le scanner fonctionne dans le navigateur et a besoin de JavaScript. Autorisez-le pour cette adresse dans les réglages du navigateur, puis rouvrez cette page.',
  },
})
