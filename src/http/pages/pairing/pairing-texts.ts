import { localized } from '../../texts/localized.ts'

type PairingTexts = {
  readonly title: string
  readonly lead: (device: string, organisation: string) => string
  readonly explanation: string
  readonly openScanner: string
  readonly otherApp: string
  readonly button: string
  readonly pairedTitle: string
  readonly paired: (device: string) => string
  readonly keyLabel: string
  readonly keyNote: string
  readonly refusedNote: string
}

/** The page that a person gets who opens a pairing address in a browser. */
export const pairingTexts = localized<PairingTexts>({
  en: {
    title: 'Pair this device',
    lead: (device, organisation) => `This code pairs the scanning device “${device}” of ${organisation}.`,
    explanation:
      'Open it on the phone that will scan tickets. The code works once: the device that pairs receives the key, and nobody else can use the code afterwards.',
    openScanner: 'Open the scanner on this phone',
    otherApp: 'For another scanning app, pair here and copy the key into it:',
    button: 'Pair this device',
    pairedTitle: 'Device paired',
    paired: (device) => `This is now the scanning device “${device}”.`,
    keyLabel: 'API key:',
    keyNote: 'The key is shown this once. Enter it in the scanning app, then close this page.',
    refusedNote: 'The administrator of the organisation can issue a new pairing code for this device.',
  },
  fr: {
    title: 'Appairer cet appareil',
    lead: (device, organisation) => `Ce code appaire l’appareil de scan « ${device} » de ${organisation}.`,
    explanation:
      'Ouvrez-le sur le téléphone qui scannera les billets. Le code fonctionne une fois : l’appareil qui s’appaire reçoit la clé, et plus personne ne peut ensuite utiliser le code.',
    openScanner: 'Ouvrir le scanner sur ce téléphone',
    otherApp: 'Pour une autre application de scan, appairez ici et copiez-y la clé :',
    button: 'Appairer cet appareil',
    pairedTitle: 'Appareil appairé',
    paired: (device) => `Ceci est désormais l’appareil de scan « ${device} ».`,
    keyLabel: 'Clé API :',
    keyNote:
      'La clé est affichée cette seule fois. Saisissez-la dans l’application de scan, puis fermez cette page.',
    refusedNote:
      'L’administrateur de l’organisation peut émettre un nouveau code d’appairage pour cet appareil.',
  },
})
