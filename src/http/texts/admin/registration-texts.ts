import { localized } from '../localized.ts'

type RegistrationTexts = {
  /** In the list of organisations. */
  readonly states: Readonly<Record<'waiting' | 'refused', string>>
  readonly title: string
  readonly waits: string
  readonly refused: (reason: string) => string
  readonly text: string
  readonly approve: (organisation: string) => string
  readonly refuse: string
  readonly refuseText: string
  readonly reason: string
  readonly reasonMissing: string
  readonly refuseButton: (organisation: string) => string
  /** To those who work there, over their pages. */
  readonly ownWaits: string
  readonly ownRefused: string
}

/** What waits for a super-user's yes, as the server's administration and the organisation itself see it. */
export const registrationTexts = localized<RegistrationTexts>({
  en: {
    states: { waiting: 'waits for your yes', refused: 'refused' },
    title: 'Open it?',
    waits: 'This organisation was made by the form and waits for your yes.',
    refused: (reason) => `This organisation was refused: ${reason}`,
    text: 'Enter it to see what is there. With a yes its pages are public, it can sell, and it may mail others. Its owners are told by mail.',
    approve: (organisation) => `Open ${organisation}`,
    refuse: 'Refuse it',
    refuseText:
      'It stays closed: those who made it can still sign in, and nobody else sees anything. You can still say yes later.',
    reason: 'Reason, which its owners read',
    reasonMissing: 'Say why, in a sentence: its owners read it.',
    refuseButton: (organisation) => `Refuse ${organisation}`,
    ownWaits:
      'Not open yet: only those who work here see these pages, and nobody else gets mail. Whoever runs this server looks at it; a mail tells you.',
    ownRefused:
      'Not open: whoever runs this server said no, and why by mail. Only those who work here see these pages.',
  },
  fr: {
    states: { waiting: 'attend votre accord', refused: 'refusée' },
    title: 'L’ouvrir ?',
    waits: 'Cette organisation a été créée par le formulaire et attend votre accord.',
    refused: (reason) => `Cette organisation a été refusée : ${reason}`,
    text: 'Entrez pour voir ce qui s’y trouve. Avec votre accord, ses pages sont publiques, elle peut vendre et écrire à d’autres. Ses propriétaires en sont informés par message.',
    approve: (organisation) => `Ouvrir ${organisation}`,
    refuse: 'La refuser',
    refuseText:
      'Elle reste fermée : ses créateurs peuvent encore se connecter, et personne d’autre ne voit rien. Vous pourrez encore accepter plus tard.',
    reason: 'Raison, que ses propriétaires liront',
    reasonMissing: 'Dites pourquoi, en une phrase : ses propriétaires la liront.',
    refuseButton: (organisation) => `Refuser ${organisation}`,
    ownWaits:
      'Pas encore ouverte : seule l’équipe voit ces pages, et personne d’autre ne reçoit de message. La personne qui gère ce serveur la regarde ; un message vous informera.',
    ownRefused:
      'Pas ouverte : la personne qui gère ce serveur a refusé, et dit pourquoi par message. Seule l’équipe voit ces pages.',
  },
})
