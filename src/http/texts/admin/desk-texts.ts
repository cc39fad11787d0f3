import type { MinorDigits } from '../../../lib/money.ts'
import { localized } from '../localized.ts'

type DeskTexts = {
  readonly optional: string
  readonly more: string
  readonly save: string
  readonly saved: string
  /** Above what is wrong in a form. */
  readonly refused: string
  /** The way to what the audit log knows of one thing. */
  readonly log: string
  readonly search: string
  readonly changedTo: (value: string) => string
  readonly emptyNow: string
  readonly lookAtNow: string
  readonly yes: string
  /** What the copy of something is called, in the language of its organisation. */
  readonly copyOf: (name: string) => string
  /** Before something is put away that so many people wait for. */
  readonly awaited: (count: number) => string
  readonly image: {
    readonly title: string
    readonly help: string
    readonly choose: string
    readonly send: string
    readonly remove: string
    readonly current: string
    readonly kept: string
    readonly without: string
  }
  readonly problems: {
    readonly time: string
    readonly wholeNumber: string
    /** By the decimals of the currency. */
    readonly amount: Readonly<Record<MinorDigits, string>>
    readonly address: string
    readonly tooLong: (most: number) => string
    readonly image: string
  }
}

/** What the forms of the administration have in common. */
export const deskTexts = localized<DeskTexts>({
  en: {
    optional: 'may stay empty',
    more: 'More',
    save: 'Save',
    saved: 'Saved.',
    refused: 'This could not be saved yet',
    log: 'Who changed what',
    search: 'Search',
    changedTo: (value) => `It is now: ${value}`,
    emptyNow: 'It is empty now.',
    lookAtNow: 'Leave mine, show what is there now',
    yes: 'yes',
    copyOf: (name) => `${name} (copy)`,
    awaited: (count) =>
      count === 1
        ? 'One person is on a waiting list for it. Archived, they are told by mail that it is no longer sold, and leave the list.'
        : `${count} people are on a waiting list for it. Archived, they are told by mail that it is no longer sold, and leave the list.`,
    image: {
      title: 'Picture',
      help: 'JPEG, PNG, WebP, GIF or AVIF, up to 10 MB. Wide pictures look best.',
      choose: 'A picture from this device',
      send: 'Use this picture',
      remove: 'Take the picture away',
      current: 'The picture as it is shown now',
      kept: 'This picture is used, unless you choose another.',
      without: 'Without this picture',
    },
    problems: {
      time: 'Give a day and a time, such as 2026-05-01 20:30.',
      wholeNumber: 'Use a whole number, such as 120, or leave it empty.',
      amount: {
        0: 'Use a whole amount, such as 12: this currency has no decimals.',
        2: 'Use an amount such as 12 or 12.50.',
        3: 'Use an amount such as 12 or 12.500, with three decimals at most.',
      },
      address: 'Use a whole web address, such as https://example.org/terms.',
      tooLong: (most) => `This is too long: ${most} characters at most.`,
      image: 'Choose a picture first.',
    },
  },
  fr: {
    optional: 'peut rester vide',
    more: 'Plus de réglages',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    refused: 'Cela n’a pas encore pu être enregistré',
    log: 'Qui a modifié quoi',
    search: 'Chercher',
    changedTo: (value) => `Il y a maintenant : ${value}`,
    emptyNow: 'C’est vide maintenant.',
    lookAtNow: 'Laisser ma saisie, montrer ce qui s’y trouve',
    yes: 'oui',
    copyOf: (name) => `${name} (copie)`,
    awaited: (count) =>
      count === 1
        ? 'Une personne est sur une liste d’attente. Si vous archivez, elle apprend par e-mail que ce n’est plus vendu et quitte la liste.'
        : `${count} personnes sont sur une liste d’attente. Si vous archivez, elles apprennent par e-mail que ce n’est plus vendu et quittent la liste.`,
    image: {
      title: 'Image',
      help: 'JPEG, PNG, WebP, GIF ou AVIF, jusqu’à 10 Mo. Les images larges rendent mieux.',
      choose: 'Une image de cet appareil',
      send: 'Utiliser cette image',
      remove: 'Retirer l’image',
      current: 'L’image telle qu’elle est montrée',
      kept: 'Cette image est utilisée, sauf si vous en choisissez une autre.',
      without: 'Sans cette image',
    },
    problems: {
      time: 'Indiquez un jour et une heure, comme 2026-05-01 20:30.',
      wholeNumber: 'Indiquez un nombre entier, comme 120, ou laissez vide.',
      amount: {
        0: 'Indiquez un montant entier, comme 12 : cette monnaie n’a pas de décimales.',
        2: 'Indiquez un montant comme 12 ou 12,50.',
        3: 'Indiquez un montant comme 12 ou 12,500, avec trois décimales au plus.',
      },
      address: 'Indiquez une adresse web entière, comme https://example.org/conditions.',
      tooLong: (most) => `C’est trop long : ${most} caractères au plus.`,
      image: 'Choisissez d’abord une image.',
    },
  },
})
