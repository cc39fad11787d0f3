import type { FormWords } from '../pages/form/form-script.ts'
import { localized } from './localized.ts'

/** What forms say in the browser, before they are sent. */
export const formTexts = localized<FormWords>({
  en: {
    missing: 'Fill this in.',
    email: 'Use an e-mail address such as ada@example.org.',
    number: 'Use a whole number.',
    time: 'Give a whole day and time.',
    least: 'Use # or more.',
    most: 'Use # or less.',
    tooLarge: 'This file is too large. Choose a smaller picture.',
    noPicture: 'This file is no picture that can be read. Choose a JPEG, PNG, WebP, GIF or AVIF.',
    chosen: 'Chosen, not sent yet',
  },
  fr: {
    missing: 'Remplissez ce champ.',
    email: 'Indiquez une adresse e-mail comme ada@example.org.',
    number: 'Indiquez un nombre entier.',
    time: 'Indiquez un jour et une heure complets.',
    least: 'Indiquez # ou plus.',
    most: 'Indiquez # ou moins.',
    tooLarge: 'Ce fichier est trop lourd. Choisissez une image plus légère.',
    noPicture: 'Ce fichier n’est pas une image lisible. Choisissez du JPEG, PNG, WebP, GIF ou AVIF.',
    chosen: 'Choisie, pas encore envoyée',
  },
})
