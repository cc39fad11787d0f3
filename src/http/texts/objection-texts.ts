import { localized } from './localized.ts'

type Said = {
  readonly title: (organisation: string) => string
  readonly lead: (email: string) => string
  readonly button: string
}

type ObjectionTexts = {
  /** To whoever is written to, and to whoever is not any more. */
  readonly written: Said
  readonly spared: Said
  readonly stays: string
  readonly back: string
}

/** The page where people object to the messages of an organisation. */
export const objectionTexts = localized<ObjectionTexts>({
  en: {
    written: {
      title: (organisation) => `Receive no more messages from ${organisation}?`,
      lead: (email) =>
        `The organisation then no longer writes to ${email} about its events, nor to remind of a membership that ends.`,
      button: 'Receive no more messages',
    },
    spared: {
      title: (organisation) => `You receive no more messages from ${organisation}`,
      lead: (email) =>
        `The organisation no longer writes to ${email} about its events, nor to remind of a membership that ends.`,
      button: 'Receive messages again',
    },
    stays:
      'Tickets, receipts and what you ask for still come, and so does word of an event that is cancelled or has a new date.',
    back: 'See what is on',
  },
  fr: {
    written: {
      title: (organisation) => `Ne plus recevoir de messages de ${organisation} ?`,
      lead: (email) =>
        `L’organisation n’écrira plus à ${email} au sujet de ses évènements, ni pour rappeler la fin d’une adhésion.`,
      button: 'Ne plus recevoir de messages',
    },
    spared: {
      title: (organisation) => `Vous ne recevez plus de messages de ${organisation}`,
      lead: (email) =>
        `L’organisation n’écrit plus à ${email} au sujet de ses évènements, ni pour rappeler la fin d’une adhésion.`,
      button: 'Recevoir à nouveau les messages',
    },
    stays:
      'Les billets, les reçus et ce que vous demandez arrivent toujours, de même que l’annonce d’un évènement annulé ou reporté.',
    back: 'Voir le programme',
  },
})
