import { localized } from './localized.ts'

type OwnCardsTexts = {
  readonly title: string
  readonly lead: string
  readonly usable: string
  readonly blocked: string
  readonly lose: string
  readonly loseLead: string
  readonly button: (number: string) => string
  readonly done: string
}

/** The cards of whoever is signed in. */
export const ownCardsTexts = localized<OwnCardsTexts>({
  en: {
    title: 'Your cards',
    lead: 'Cards for paying without cash that are linked to your address, at every organisation of this server.',
    usable: 'Usable',
    blocked: 'Blocked',
    lose: 'Report it lost',
    loseLead:
      'Nobody can pay with it any more, anywhere. The money stays yours: another card that is linked to your address gets at it. Only whoever runs this server can unblock it.',
    button: (number) => `Block the card ${number}`,
    done: 'Your card is blocked. What was on it is still yours.',
  },
  fr: {
    title: 'Vos cartes',
    lead: 'Les cartes de paiement sans espèces associées à votre adresse, dans toutes les organisations de ce serveur.',
    usable: 'Utilisable',
    blocked: 'Bloquée',
    lose: 'La déclarer perdue',
    loseLead:
      'Plus personne ne pourra payer avec elle, nulle part. L’argent reste à vous : une autre carte associée à votre adresse y donne accès. Seul le gestionnaire du serveur peut la débloquer.',
    button: (number) => `Bloquer la carte ${number}`,
    done: 'Votre carte est bloquée. Son solde reste à vous.',
  },
})
