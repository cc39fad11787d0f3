import { defineLetter } from '../mail/letter.ts'

type Invited = {
  readonly organisation: string
  readonly role: string
  /** The last moment at which the link works, in words. */
  readonly until: string
  readonly url: string
}

/** To somebody who is to work at an organisation. */
export const invitationLetter = defineLetter<Invited>('team_invitation', {
  en: ({ organisation, role, until, url }) => ({
    subject: `Work with ${organisation}`,
    title: `${organisation} invites you to its team`,
    paragraphs: ['Accept, and you are signed in to the administration.'],
    facts: [
      { label: 'Your role', value: role },
      { label: 'The link works until', value: until },
    ],
    action: { label: 'Look at the invitation', url },
    notes: [
      'The link works once, and is for you alone: whoever presses its button signs in as you.',
      'You do not know what this is about? Then do nothing.',
    ],
  }),
  fr: ({ organisation, role, until, url }) => ({
    subject: `Travaillez avec ${organisation}`,
    title: `${organisation} vous invite dans son équipe`,
    paragraphs: ['Acceptez, et vous êtes connecté à l’administration.'],
    facts: [
      { label: 'Votre rôle', value: role },
      { label: 'Le lien fonctionne jusqu’au', value: until },
    ],
    action: { label: 'Voir l’invitation', url },
    notes: [
      'Le lien fonctionne une fois et n’est que pour vous : qui presse son bouton se connecte à votre place.',
      'Vous ne savez pas de quoi il s’agit ? Ne faites rien.',
    ],
  }),
})
