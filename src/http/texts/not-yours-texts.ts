import { localized } from './localized.ts'

type NotYoursTexts = {
  /** @param role as what somebody works there. @param organisation where */
  readonly role: (role: string, organisation: string) => string
  /** @param roles those that open it, one or more */
  readonly needed: (roles: readonly string[]) => string
  readonly ask: string
  readonly toAdministration: string
  readonly stranger: (email: string, organisation: string) => string
  readonly superUser: string
}

/** A page that is not for whoever asks: what it takes, and who gives it. */
export const notYoursTexts = localized<NotYoursTexts>({
  en: {
    role: (role, organisation) => `Your role at ${organisation}, ${role}, does not open this page.`,
    needed: (roles) => `It is for ${roles.length === 1 ? 'the role' : 'the roles'}: ${roles.join(', ')}.`,
    ask: 'An owner of the organisation can change your role, on the page “Team”.',
    toAdministration: 'To the administration',
    stranger: (email, organisation) =>
      `You are signed in as ${email}, who does not work at ${organisation}. An owner can invite you, on the page “Team”.`,
    superUser:
      'This page is for the super-users of the server. Another super-user can give you the right, on the page “Rights”.',
  },
  fr: {
    role: (role, organisation) => `Votre rôle chez ${organisation}, ${role}, n’ouvre pas cette page.`,
    needed: (roles) =>
      `Elle est réservée ${roles.length === 1 ? 'au rôle' : 'aux rôles'} : ${roles.join(', ')}.`,
    ask: 'Un propriétaire de l’organisation peut changer votre rôle, à la page « Équipe ».',
    toAdministration: 'Vers l’administration',
    stranger: (email, organisation) =>
      `Vous êtes connecté avec l’adresse ${email}, qui ne travaille pas chez ${organisation}. Un propriétaire peut vous inviter, à la page « Équipe ».`,
    superUser:
      'Cette page est réservée aux super-utilisateurs du serveur. Un autre super-utilisateur peut vous donner ce droit, à la page « Droits ».',
  },
})
