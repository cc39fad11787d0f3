import type { MailStatus } from '../../../features/mail/mail.ts'
import type { DisputeState } from '../../../features/payment/dispute.ts'
import type {
  DeskMethod,
  PaymentMethod,
  PaymentStatus,
  RefundState,
} from '../../../features/payment/payment.ts'
import type { CancellationCause } from '../../../features/reservation/reservation.ts'
import type { OfflineResult } from '../../../features/ticket/scan.ts'
import { localized } from '../localized.ts'
import type { PagerWords } from '../pager-words.ts'

type ReservationTexts = {
  readonly all: string
  readonly booked: string
  readonly person: string
  readonly email: string
  readonly language: string
  readonly bookedAt: string
  readonly heldUntil: string
  readonly number: string
  readonly tickets: string
  readonly noTickets: string
  readonly searchTickets: string
  readonly noneFound: (text: string) => string
  readonly allTickets: (count: number) => string
  readonly part: (from: number, to: number, count: number) => string
  readonly columns: Readonly<Record<'number' | 'holder' | 'price' | 'seat' | 'state' | 'change', string>>
  readonly freeSeating: string
  readonly unnamed: string
  readonly givenTo: (email: string) => string
  readonly ticketStates: Readonly<Record<'waits' | 'valid' | 'scanned' | 'given' | 'cancelled', string>>
  readonly scannedBy: (device: string) => string
  readonly change: string
  readonly firstName: string
  readonly lastName: string
  readonly seat: string
  readonly seatHelp: string
  readonly save: string
  readonly takeScanBack: string
  readonly reason: string
  readonly reasonMissing: string
  readonly takeBackButton: string
  readonly actions: string
  readonly pay: (amount: string) => string
  readonly payMethods: Readonly<Record<DeskMethod, string>>
  readonly resend: string
  readonly address: Readonly<
    Record<'title' | 'refused' | 'unsent' | 'label' | 'button' | 'wrong', string>
  > & { readonly changed: (now: string) => string }
  readonly print: string
  readonly handOuts: string
  readonly cancelTitle: string
  readonly cancelAll: string
  readonly cancelSome: string
  readonly chooseTickets: string
  /** Of those that may be cancelled, how many can be chosen here. */
  readonly cancelPart: (here: number, count: number) => string
  readonly handsOver: string
  readonly insist: string
  readonly insistNeeded: string
  readonly story: string
  readonly storyPager: PagerWords
  readonly by: (name: string) => string
  readonly byBooker: string
  readonly told: {
    readonly booked: string
    readonly sold: string
    readonly cancelled: Readonly<Record<CancellationCause, string>>
    readonly ticketsCancelled: (count: number) => string
    readonly ticketGiven: (ticket: string) => string
    readonly ticketGivenTo: (ticket: string, email: string) => string
    readonly mail: (subject: string, recipient: string, status: string) => string
    readonly mailStatus: Readonly<Record<MailStatus, string>>
    readonly mailNotSent: (why: string) => string
    readonly payment: Readonly<Record<PaymentStatus, (amount: string, method: string) => string>>
    readonly methods: Readonly<Record<PaymentMethod, string>>
    readonly refund: Readonly<Record<RefundState, (amount: string) => string>>
    readonly dispute: Readonly<Record<DisputeState | 'opened', (amount: string) => string>>
    readonly handedOver: (amount: string) => string
    readonly notHandedOver: (amount: string) => string
    readonly handedOut: (things: string) => string
    readonly cameBack: (things: string) => string
    readonly scan: Readonly<Record<OfflineResult | 'undone', (ticket: string) => string>>
  }
  readonly refusedTitle: string
  readonly refused: {
    readonly moved: string
    readonly soldOut: string
    readonly maximum: string
    readonly seatTaken: string
    readonly ticketScanned: string
    readonly handedOut: string
    readonly topUpSpent: string
    readonly changedMeanwhile: (now: string) => string
  }
}

/** The page of one reservation. */
export const reservationTexts = localized<ReservationTexts>({
  en: {
    all: 'All bookings',
    booked: 'What was booked',
    person: 'Who booked',
    email: 'E-mail',
    language: 'Language',
    bookedAt: 'Booked',
    heldUntil: 'Held until',
    number: 'Number',
    tickets: 'Tickets',
    noTickets: 'There are no tickets in this booking.',
    searchTickets: 'Name, number or seat of a ticket',
    noneFound: (text) => `No ticket of this booking is found by “${text}”.`,
    allTickets: (count) => `All ${count.toLocaleString('en')} tickets`,
    part: (from, to, count) =>
      `${from.toLocaleString('en')} to ${to.toLocaleString('en')} of ${count.toLocaleString('en')}`,
    columns: {
      number: 'Number',
      holder: 'Holder',
      price: 'Price',
      seat: 'Seat',
      state: 'State',
      change: 'Change',
    },
    freeSeating: 'free',
    unnamed: 'No name',
    givenTo: (email) => `given to ${email}`,
    ticketStates: {
      waits: 'Not valid yet',
      valid: 'Valid',
      scanned: 'Scanned',
      given: 'Given away',
      cancelled: 'Cancelled',
    },
    scannedBy: (device) => `by ${device}`,
    change: 'Change',
    firstName: 'First name',
    lastName: 'Last name',
    seat: 'Seat',
    seatHelp: 'Empty: free seating.',
    save: 'Save',
    takeScanBack: 'Take the scan back',
    reason: 'Why',
    reasonMissing: 'Say why: it stands in the log.',
    takeBackButton: 'Take the scan back',
    actions: 'What to do',
    pay: (amount) => `${amount} is to be paid`,
    payMethods: {
      cash: 'Paid in cash',
      card: 'Paid by card',
      transfer: 'Paid by transfer',
      free: 'Give it away',
    },
    resend: 'Send the tickets again',
    address: {
      title: 'Correct the address',
      refused:
        'The address refused the tickets. Nobody has got them: put it right, and they are mailed there.',
      unsent: 'The tickets were mailed to nobody so far. Give an address, and they are mailed there.',
      label: 'E-mail address',
      button: 'Mail the tickets there',
      wrong: 'This is not an e-mail address, such as ada@example.org.',
      changed: (now) => `Somebody else put another address here meanwhile: ${now}. Send again to replace it.`,
    },
    print: 'Print the tickets',
    handOuts: 'Hand out things',
    cancelTitle: 'Cancel, and give the money back',
    cancelAll: 'Cancel the whole booking',
    cancelSome: 'Cancel the chosen tickets',
    chooseTickets: 'Choose the tickets that are to be cancelled.',
    cancelPart: (here, count) =>
      `${here.toLocaleString('en')} of the ${count.toLocaleString('en')} tickets that can be cancelled may be chosen here: those of the list below. For others go to their page there, or search for them, and come back here.`,
    handsOver: 'I hand the money over at this moment',
    insist: 'Cancel it although something of it was used',
    insistNeeded:
      'Somebody has entered with it, or things were handed out: only managers can cancel all of it. What was used stays used and is not paid back.',
    story: 'What happened',
    storyPager: { label: 'Pages of the story', before: 'Later', after: 'Earlier' },
    by: (name) => `by ${name}`,
    byBooker: 'by whoever booked',
    told: {
      booked: 'Booked',
      sold: 'Sold at the desk',
      cancelled: { cancellation: 'Cancelled', expiry: 'Expired: it was not paid or confirmed in time' },
      ticketsCancelled: (count) => (count === 1 ? '1 ticket cancelled' : `${count} tickets cancelled`),
      ticketGiven: (ticket) => `Ticket ${ticket} given to somebody else`,
      ticketGivenTo: (ticket, email) => `Ticket ${ticket} given to ${email}`,
      mail: (subject, recipient, status) => `Mail “${subject}” to ${recipient}: ${status}`,
      mailStatus: {
        queued: 'on its way',
        sent: 'sent',
        in_outbox: 'laid in the outbox: there is no mail server',
        refused: 'refused by the address',
        failed: 'not sent: given up',
        withdrawn: 'not sent: it was no longer needed',
      },
      mailNotSent: (why) => `not sent: ${why}`,
      payment: {
        open: (amount, method) => `Payment of ${amount} opened, ${method}`,
        closed: (amount, method) => `Payment of ${amount} not made, ${method}`,
        settled: (amount, method) => `${amount} paid, ${method}`,
        rejected: (amount, method) => `${amount} came, ${method}, and goes back: it paid for nothing`,
      },
      methods: {
        cash: 'in cash',
        card: 'by card',
        transfer: 'by transfer',
        free: 'given away',
        online: 'online',
      },
      refund: {
        done: (amount) => `${amount} given back`,
        under_way: (amount) => `${amount} is on its way back`,
        owed: (amount) => `${amount} to be handed over at the desk`,
        failed: (amount) => `${amount} could not be given back`,
      },
      dispute: {
        opened: (amount) => `${amount} disputed with the bank`,
        asked: (amount) => `${amount} disputed with the bank, which asks and has not taken the money`,
        taken: (amount) => `${amount} disputed with the bank, which has taken the money until it is decided`,
        lost: (amount) => `Dispute over ${amount} lost: the bank keeps the money`,
        won: (amount) => `Dispute over ${amount} won: the money is yours`,
        wonNotYetBack: (amount) => `Dispute over ${amount} won: the money is on its way back`,
      },
      handedOver: (amount) => `${amount} handed over at the desk`,
      notHandedOver: (amount) => `${amount} not handed over after all`,
      handedOut: (things) => `Handed out: ${things}`,
      cameBack: (things) => `Came back: ${things}`,
      scan: {
        admitted: (ticket) => `Ticket ${ticket} scanned: welcome`,
        already_scanned: (ticket) => `Ticket ${ticket} refused: scanned before`,
        wrong_event: (ticket) => `Ticket ${ticket} refused: another event`,
        canceled: (ticket) => `Ticket ${ticket} refused: cancelled`,
        unpaid: (ticket) => `Ticket ${ticket} refused: not paid`,
        not_active: (ticket) => `Ticket ${ticket} refused: not valid`,
        outside_window: (ticket) => `Ticket ${ticket} refused: doors not open`,
        ticket_not_found: (ticket) =>
          `Ticket ${ticket} refused without network: not on the list of the device`,
        undone: (ticket) => `Scan of ticket ${ticket} taken back`,
      },
    },
    refusedTitle: 'Nothing was changed',
    refused: {
      moved: 'The booking has changed meanwhile, or its state does not allow this. Below is how it stands.',
      soldOut: 'It came too late: the places were sold meanwhile.',
      maximum: 'This person would have more than one person may have.',
      seatTaken: 'This seat is another ticket’s.',
      ticketScanned:
        'Somebody has entered with a ticket of it. A manager can cancel all of it, or choose other tickets.',
      handedOut: 'Things of it were handed out. A manager can cancel it all the same.',
      topUpSpent: 'What it put on a card was spent. A manager can cancel it all the same.',
      changedMeanwhile: (now) =>
        `Somebody else changed this ticket meanwhile; it now says: ${now}. Save again to replace that.`,
    },
  },
  fr: {
    all: 'Toutes les réservations',
    booked: 'Ce qui a été réservé',
    person: 'Qui a réservé',
    email: 'E-mail',
    language: 'Langue',
    bookedAt: 'Réservé le',
    heldUntil: 'Gardée jusqu’au',
    number: 'Numéro',
    tickets: 'Billets',
    noTickets: 'Il n’y a pas de billet dans cette réservation.',
    searchTickets: 'Nom, numéro ou place d’un billet',
    noneFound: (text) => `Aucun billet de cette réservation ne répond à « ${text} ».`,
    allTickets: (count) => `Les ${count.toLocaleString('fr')} billets`,
    part: (from, to, count) =>
      `${from.toLocaleString('fr')} à ${to.toLocaleString('fr')} sur ${count.toLocaleString('fr')}`,
    columns: {
      number: 'Numéro',
      holder: 'Porteur',
      price: 'Tarif',
      seat: 'Place',
      state: 'État',
      change: 'Modifier',
    },
    freeSeating: 'libre',
    unnamed: 'Sans nom',
    givenTo: (email) => `donné à ${email}`,
    ticketStates: {
      waits: 'Pas encore valable',
      valid: 'Valable',
      scanned: 'Scanné',
      given: 'Donné',
      cancelled: 'Annulé',
    },
    scannedBy: (device) => `par ${device}`,
    change: 'Modifier',
    firstName: 'Prénom',
    lastName: 'Nom',
    seat: 'Place',
    seatHelp: 'Vide : placement libre.',
    save: 'Enregistrer',
    takeScanBack: 'Annuler le passage',
    reason: 'Pourquoi',
    reasonMissing: 'Dites pourquoi : cela figure au journal.',
    takeBackButton: 'Annuler le passage',
    actions: 'Que faire',
    pay: (amount) => `${amount} à payer`,
    payMethods: {
      cash: 'Payé en espèces',
      card: 'Payé par carte',
      transfer: 'Payé par virement',
      free: 'Offrir',
    },
    resend: 'Renvoyer les billets',
    address: {
      title: 'Corriger l’adresse',
      refused: 'L’adresse a refusé les billets. Personne ne les a reçus : corrigez-la, ils y seront envoyés.',
      unsent: 'Les billets n’ont encore été envoyés à personne. Indiquez une adresse, ils y seront envoyés.',
      label: 'Adresse e-mail',
      button: 'Y envoyer les billets',
      wrong: 'Ce n’est pas une adresse e-mail, comme ada@example.org.',
      changed: (now) =>
        `Quelqu’un d’autre a indiqué une autre adresse entre-temps : ${now}. Envoyez encore pour la remplacer.`,
    },
    print: 'Imprimer les billets',
    handOuts: 'Remettre les articles',
    cancelTitle: 'Annuler et rembourser',
    cancelAll: 'Annuler toute la réservation',
    cancelSome: 'Annuler les billets choisis',
    chooseTickets: 'Choisissez les billets à annuler.',
    cancelPart: (here, count) =>
      `Sur les ${count.toLocaleString('fr')} billets qui peuvent être annulés, ${here.toLocaleString('fr')} peuvent être choisis ici : ceux de la liste ci-dessous. Pour les autres, allez à leur page dans la liste ou cherchez-les, puis revenez ici.`,
    handsOver: 'Je rends l’argent à l’instant',
    insist: 'Annuler bien qu’une partie ait été utilisée',
    insistNeeded:
      'Quelqu’un est entré avec, ou des articles ont été remis : seuls les responsables peuvent tout annuler. Ce qui a été utilisé le reste et n’est pas remboursé.',
    story: 'Ce qui s’est passé',
    storyPager: { label: 'Pages de l’historique', before: 'Plus récent', after: 'Plus ancien' },
    by: (name) => `par ${name}`,
    byBooker: 'par la personne qui a réservé',
    told: {
      booked: 'Réservation faite',
      sold: 'Vente au guichet',
      cancelled: {
        cancellation: 'Annulée',
        expiry: 'Expirée : elle n’a pas été payée ou confirmée à temps',
      },
      ticketsCancelled: (count) => (count === 1 ? '1 billet annulé' : `${count} billets annulés`),
      ticketGiven: (ticket) => `Billet ${ticket} donné à quelqu’un d’autre`,
      ticketGivenTo: (ticket, email) => `Billet ${ticket} donné à ${email}`,
      mail: (subject, recipient, status) => `E-mail « ${subject} » à ${recipient} : ${status}`,
      mailStatus: {
        queued: 'en route',
        sent: 'envoyé',
        in_outbox: 'déposé dans la boîte d’envoi : il n’y a pas de serveur de messagerie',
        refused: 'refusé par l’adresse',
        failed: 'non envoyé : abandonné',
        withdrawn: 'non envoyé : devenu inutile',
      },
      mailNotSent: (why) => `non envoyé : ${why}`,
      payment: {
        open: (amount, method) => `Paiement de ${amount} ouvert, ${method}`,
        closed: (amount, method) => `Paiement de ${amount} non effectué, ${method}`,
        settled: (amount, method) => `${amount} payés, ${method}`,
        rejected: (amount, method) => `${amount} reçus, ${method}, et rendus : ils ne payaient rien`,
      },
      methods: {
        cash: 'en espèces',
        card: 'par carte',
        transfer: 'par virement',
        free: 'offert',
        online: 'en ligne',
      },
      refund: {
        done: (amount) => `${amount} remboursés`,
        under_way: (amount) => `${amount} en cours de remboursement`,
        owed: (amount) => `${amount} à rendre au guichet`,
        failed: (amount) => `${amount} n’ont pas pu être remboursés`,
      },
      dispute: {
        opened: (amount) => `${amount} contestés auprès de la banque`,
        asked: (amount) =>
          `${amount} contestés auprès de la banque, qui se renseigne sans avoir repris l’argent`,
        taken: (amount) =>
          `${amount} contestés auprès de la banque, qui a repris l’argent jusqu’à sa décision`,
        lost: (amount) => `Contestation de ${amount} perdue : la banque garde l’argent`,
        won: (amount) => `Contestation de ${amount} gagnée : l’argent est à vous`,
        wonNotYetBack: (amount) => `Contestation de ${amount} gagnée : l’argent est en route`,
      },
      handedOver: (amount) => `${amount} rendus au guichet`,
      notHandedOver: (amount) => `${amount} finalement non rendus`,
      handedOut: (things) => `Remis : ${things}`,
      cameBack: (things) => `Rendu : ${things}`,
      scan: {
        admitted: (ticket) => `Billet ${ticket} scanné : bienvenue`,
        already_scanned: (ticket) => `Billet ${ticket} refusé : déjà scanné`,
        wrong_event: (ticket) => `Billet ${ticket} refusé : autre évènement`,
        canceled: (ticket) => `Billet ${ticket} refusé : annulé`,
        unpaid: (ticket) => `Billet ${ticket} refusé : non payé`,
        not_active: (ticket) => `Billet ${ticket} refusé : non valable`,
        outside_window: (ticket) => `Billet ${ticket} refusé : portes fermées`,
        ticket_not_found: (ticket) =>
          `Billet ${ticket} refusé sans réseau : absent de la liste de l’appareil`,
        undone: (ticket) => `Passage du billet ${ticket} annulé`,
      },
    },
    refusedTitle: 'Rien n’a été modifié',
    refused: {
      moved:
        'La réservation a changé entre-temps, ou son état ne le permet pas. Voici où elle en est, ci-dessous.',
      soldOut: 'C’est trop tard : les places ont été vendues entre-temps.',
      maximum: 'Cette personne en aurait plus qu’une personne ne peut en avoir.',
      seatTaken: 'Cette place est celle d’un autre billet.',
      ticketScanned:
        'Quelqu’un est entré avec un de ses billets. Un responsable peut tout annuler, ou choisissez d’autres billets.',
      handedOut: 'Des articles ont été remis. Un responsable peut annuler malgré tout.',
      topUpSpent: 'Ce qu’elle a mis sur une carte a été dépensé. Un responsable peut annuler malgré tout.',
      changedMeanwhile: (now) =>
        `Quelqu’un d’autre a modifié ce billet entre-temps ; il indique maintenant : ${now}. Enregistrez à nouveau pour remplacer.`,
    },
  },
})
