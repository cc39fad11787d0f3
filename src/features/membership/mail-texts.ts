import { defineLetter } from '../mail/letter.ts'

type Joined = {
  readonly organisation: string
  /** Of the product: which membership. */
  readonly membership: string
  /** A day in words. */
  readonly from: string
  /** Null: without end. */
  readonly until: string | null
  /** Of the member, as it is said on the phone; null: the person was erased. */
  readonly number: string | null
  /** Where a member finds it again. */
  readonly url: string
}

/** To a person who has become a member, or stays one for longer. */
export const membershipLetter = defineLetter<Joined>('membership', {
  en: ({ organisation, membership, from, until, number, url }) => ({
    subject: `Your membership: ${membership}`,
    title: 'Your membership',
    paragraphs: [`You are a member of ${organisation}. Prices for members are yours when you are signed in.`],
    facts: [
      { label: 'Membership', value: membership },
      { label: 'From', value: from },
      { label: 'Until', value: until ?? 'Without end' },
      ...(number === null ? [] : [{ label: 'Member number', value: number }]),
    ],
    action: { label: 'See the membership', url },
  }),
  fr: ({ organisation, membership, from, until, number, url }) => ({
    subject: `Votre adhésion : ${membership}`,
    title: 'Votre adhésion',
    paragraphs: [
      `Vous êtes membre de ${organisation}. Une fois connecté, vous bénéficiez des tarifs réservés aux membres.`,
    ],
    facts: [
      { label: 'Adhésion', value: membership },
      { label: 'Du', value: from },
      { label: 'Au', value: until ?? 'Sans limite' },
      ...(number === null ? [] : [{ label: 'Numéro d’adhérent', value: number }]),
    ],
    action: { label: 'Voir l’adhésion', url },
  }),
})

type Ending = {
  readonly organisation: string
  readonly membership: string
  /** A day in words. */
  readonly until: string
  /** Where it is renewed. */
  readonly url: string
}

/** To a member whose membership ends soon. */
export const renewalLetter = defineLetter<Ending>('membership_renewal', {
  en: ({ organisation, membership, until, url }) => ({
    subject: `Your membership ends soon: ${membership}`,
    title: 'Your membership ends soon',
    paragraphs: [
      `Your membership of ${organisation} ends on ${until}. When you renew it before, it goes on from that day: you lose none.`,
    ],
    facts: [
      { label: 'Membership', value: membership },
      { label: 'Until', value: until },
    ],
    action: { label: 'Renew the membership', url },
    notes: ['If you do not renew it, it ends by itself. Nothing is charged.'],
  }),
  fr: ({ organisation, membership, until, url }) => ({
    subject: `Votre adhésion se termine bientôt : ${membership}`,
    title: 'Votre adhésion se termine bientôt',
    paragraphs: [
      `Votre adhésion à ${organisation} se termine bientôt. Si vous la renouvelez avant, elle se prolonge à partir de ce jour : vous ne perdez rien.`,
    ],
    facts: [
      { label: 'Adhésion', value: membership },
      { label: 'Au', value: until },
    ],
    action: { label: 'Renouveler l’adhésion', url },
    notes: ['Si vous ne la renouvelez pas, elle se termine d’elle-même. Rien n’est prélevé.'],
  }),
})
