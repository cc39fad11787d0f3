import { defineLetter } from '../mail/letter.ts'

type Waiting = {
  readonly organisation: string
  readonly address: string
  readonly email: string
  readonly url: string
}

/** To every super-user. */
export const waitingLetter = defineLetter<Waiting>('organisation_waits', {
  en: ({ organisation, address, email, url }) => ({
    subject: `${organisation} waits for your yes`,
    title: 'An organisation waits for your yes',
    paragraphs: [
      'Somebody made it by the form. Until a super-user says yes it is not public, and mails nobody but those who work there.',
    ],
    facts: [
      { label: 'Organisation', value: organisation },
      { label: 'Address', value: address },
      { label: 'Made by', value: email },
    ],
    action: { label: 'Look at it, and say yes or no', url },
  }),
  fr: ({ organisation, address, email, url }) => ({
    subject: `${organisation} attend votre accord`,
    title: 'Une organisation attend votre accord',
    paragraphs: [
      'Quelqu’un l’a créée par le formulaire. Tant qu’un super-utilisateur n’a pas donné son accord, elle n’est pas publique et n’écrit qu’à son équipe.',
    ],
    facts: [
      { label: 'Organisation', value: organisation },
      { label: 'Adresse', value: address },
      { label: 'Créée par', value: email },
    ],
    action: { label: 'La regarder, puis accepter ou refuser', url },
  }),
})

/** To its owners. */
export const approvedLetter = defineLetter<{ readonly organisation: string; readonly url: string }>(
  'organisation_approved',
  {
    en: ({ organisation, url }) => ({
      subject: `${organisation} is open`,
      title: `${organisation} is open`,
      paragraphs: ['Whoever runs this server said yes: your pages are public, and bookings can come.'],
      action: { label: 'Open the administration', url },
    }),
    fr: ({ organisation, url }) => ({
      subject: `${organisation} est ouverte`,
      title: `${organisation} est ouverte`,
      paragraphs: [
        'La personne qui gère ce serveur a donné son accord : vos pages sont publiques, et l’on peut réserver.',
      ],
      action: { label: 'Ouvrir l’administration', url },
    }),
  },
)

/** To its owners; nothing that was made there is lost. */
export const refusedLetter = defineLetter<{ readonly organisation: string; readonly reason: string }>(
  'organisation_refused',
  {
    en: ({ organisation, reason }) => ({
      subject: `${organisation} was not opened`,
      title: `${organisation} was not opened`,
      paragraphs: ['Whoever runs this server said no, for this reason:', reason],
      notes: ['What you made there stays, and you can still sign in; it does not become public.'],
    }),
    fr: ({ organisation, reason }) => ({
      subject: `${organisation} n’a pas été ouverte`,
      title: `${organisation} n’a pas été ouverte`,
      paragraphs: ['La personne qui gère ce serveur a refusé, pour cette raison :', reason],
      notes: [
        'Ce que vous y avez créé reste, et vous pouvez toujours vous y connecter ; elle ne devient pas publique.',
      ],
    }),
  },
)
