import { localized } from './localized.ts'

type InvitationTexts = {
  readonly title: (organisation: string) => string
  readonly lead: (email: string) => string
  readonly role: string
  /** To somebody who is signed in as somebody else. */
  readonly other: (email: string) => string
  readonly button: string
  readonly note: string
}

/** The page that the link of an invitation leads to. */
export const invitationTexts = localized<InvitationTexts>({
  en: {
    title: (organisation) => `Work with ${organisation}`,
    lead: (email) => `This invitation to the team is for ${email}.`,
    role: 'Your role',
    other: (email) =>
      `You are signed in as ${email}. Whoever accepts is signed in as the invited address instead.`,
    button: 'Accept and sign in',
    note: 'You do not know what this is about? Then close this page: nothing has happened.',
  },
  fr: {
    title: (organisation) => `Travailler avec ${organisation}`,
    lead: (email) => `Cette invitation dans l’équipe est pour ${email}.`,
    role: 'Votre rôle',
    other: (email) =>
      `Vous êtes connecté en tant que ${email}. Accepter vous connecte à la place avec l’adresse invitée.`,
    button: 'Accepter et se connecter',
    note: 'Vous ne savez pas de quoi il s’agit ? Fermez cette page : rien ne s’est passé.',
  },
})
