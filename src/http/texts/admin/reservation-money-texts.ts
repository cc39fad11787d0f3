import type { PaymentMethod } from '../../../features/payment/payment.ts'
import { localized } from '../localized.ts'

type ReservationMoneyTexts = {
  readonly paid: Readonly<Record<PaymentMethod, string>>
  readonly cancelled: (cancelled: number, all: number) => string
  readonly givenBack: string
  readonly underWay: string
  readonly owed: string
  /** Beside the state of the booking. */
  readonly toGiveBack: (amount: string) => string
  readonly handOver: (amount: string) => string
  readonly failed: string
  readonly seeTo: string
  /** Before a cancellation: what becomes of the money, and who is told. */
  readonly cancelling: {
    readonly again: string
    readonly nothing: string
    readonly givenAway: string
    readonly online: (amount: string) => string
    readonly desk: (amount: string) => string
    readonly mailed: (email: string) => string
    readonly nobodyTold: string
  }
  /** For whoever may cancel what was used. */
  readonly insistMine: string
}

/** What of a booking was paid, went back and is still to be given back. */
export const reservationMoneyTexts = localized<ReservationMoneyTexts>({
  en: {
    paid: {
      cash: 'Paid in cash',
      card: 'Paid by card',
      transfer: 'Paid by transfer',
      free: 'Given away',
      online: 'Paid online',
    },
    cancelled: (cancelled, all) =>
      all === 1 ? 'The ticket is cancelled' : `${cancelled} of ${all} tickets cancelled`,
    givenBack: 'Given back',
    underWay: 'On its way back',
    owed: 'To give back',
    toGiveBack: (amount) => `${amount} to give back`,
    handOver: (amount) => `I have given ${amount} back`,
    failed: 'Could not be paid back',
    seeTo: 'See to it',
    cancelling: {
      again: 'The places can be sold again.',
      nothing: 'Nothing was paid: there is nothing to give back.',
      givenAway: 'It was given away: there is nothing to give back.',
      online: (amount) => `${amount} was paid online: what is cancelled goes back by itself, the same way.`,
      desk: (amount) =>
        `${amount} was taken at the desk: what is cancelled is to be given back by you, and stands at the top of this page until it is.`,
      mailed: (email) => `${email} is told by mail.`,
      nobodyTold: 'Nobody is told by mail: there is no address.',
    },
    insistMine:
      'Somebody has entered with it, or things were handed out. What was used stays used and is not paid back.',
  },
  fr: {
    paid: {
      cash: 'Payé en espèces',
      card: 'Payé par carte',
      transfer: 'Payé par virement',
      free: 'Offert',
      online: 'Payé en ligne',
    },
    cancelled: (cancelled, all) =>
      all === 1
        ? 'Le billet est annulé'
        : `${cancelled} ${cancelled === 1 ? 'billet annulé' : 'billets annulés'} sur ${all}`,
    givenBack: 'Rendu',
    underWay: 'En cours de remboursement',
    owed: 'À rendre',
    toGiveBack: (amount) => `${amount} à rendre`,
    handOver: (amount) => `J’ai rendu ${amount}`,
    failed: 'N’a pas pu être remboursé',
    seeTo: 'S’en occuper',
    cancelling: {
      again: 'Les places peuvent être revendues.',
      nothing: 'Rien n’a été payé : il n’y a rien à rendre.',
      givenAway: 'Elle était offerte : il n’y a rien à rendre.',
      online: (amount) =>
        `${amount} ont été payés en ligne : ce qui est annulé repart tout seul, par le même chemin.`,
      desk: (amount) =>
        `${amount} ont été encaissés au guichet : vous devez rendre ce qui est annulé ; c’est rappelé en haut de cette page jusque-là.`,
      mailed: (email) => `${email} est prévenu par e-mail.`,
      nobodyTold: 'Personne n’est prévenu par e-mail : il n’y a pas d’adresse.',
    },
    insistMine:
      'Quelqu’un est entré avec, ou des articles ont été remis. Ce qui a été utilisé le reste et n’est pas remboursé.',
  },
})
