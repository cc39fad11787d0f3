import { defineLetter, type Fact } from '../mail/letter.ts'
import { type Wallet, walletNames } from '../wallet/wallet.ts'

/** What every mail about a booking says of it, in the words and time zone of its reader. */
export type BookedEvent = {
  readonly name: string
  /** "Friday 12 June, 20:30"; null: an order at no event. */
  readonly when: string | null
  /** Null: not known yet, or not in a place. */
  readonly place: string | null
}

export function whenAndWhere(
  event: BookedEvent,
  words: { readonly when: string; readonly where: string },
): Fact[] {
  return [
    ...(event.when === null ? [] : [{ label: words.when, value: event.when }]),
    ...(event.place === null ? [] : [{ label: words.where, value: event.place }]),
  ]
}

const en = { when: 'When', where: 'Where' }
const fr = { when: 'Date', where: 'Lieu' }

type BookingCode = {
  readonly event: string
  readonly digits: string
  /** Signs in. */
  readonly url: string
}

/** To whoever is about to book while many do. It says nothing of what they want: the address may be somebody else's. */
export const bookingCodeLetter = defineLetter<BookingCode>('booking_code', {
  en: ({ event, digits, url }) => ({
    subject: `${digits}: your code to book for ${event}`,
    title: 'Your code to book',
    paragraphs: [
      `Type this code on the page where you are booking for ${event}, within ten minutes. Nothing is held before.`,
    ],
    code: digits,
    action: { label: 'Or sign in with this link, and book', url },
    notes: [
      'The link works once, for one hour.',
      'You are not booking? Then do nothing, and give the code to nobody.',
    ],
  }),
  fr: ({ event, digits, url }) => ({
    subject: `${digits} : votre code pour réserver, ${event}`,
    title: 'Votre code pour réserver',
    paragraphs: [
      `Saisissez ce code sur la page où vous réservez pour ${event}, dans les dix minutes. Rien n’est retenu avant.`,
    ],
    code: digits,
    action: { label: 'Ou connectez-vous avec ce lien, et réservez', url },
    notes: [
      'Le lien fonctionne une fois, pendant une heure.',
      'Vous ne réservez pas ? Ne faites rien, et ne donnez ce code à personne.',
    ],
  }),
})

type Confirmation = {
  readonly event: BookedEvent
  /** Until when the places are held; null: for good. */
  readonly until: string | null
  readonly paysAtDoor: boolean
  /** For the page of the booking, where it does what the link does. */
  readonly code: string
  readonly url: string
}

/**
 * To a person whose address has to be confirmed before their free tickets count, or before their places are kept until they pay. It says nothing that whoever booked
 * could have made up: the address may be somebody else's.
 */
export const confirmationLetter = defineLetter<Confirmation>('confirm_reservation', {
  en: ({ event, until, paysAtDoor, code, url }) => ({
    subject: `Confirm your booking for ${event.name}`,
    title: 'Confirm your booking',
    paragraphs: [
      paysAtDoor
        ? `Your places for ${event.name} are being held. Confirm, and they are kept for you until the event: you pay at the door.`
        : `Your places for ${event.name} are being held. They are yours once you have confirmed.`,
      ...(until === null ? [] : ['After the time below, places that nobody confirmed go back on sale.']),
      'Type the code on the page of the booking, or use the link.',
    ],
    facts: [
      ...whenAndWhere(event, en),
      ...(until === null ? [] : [{ label: 'Confirm before', value: until }]),
    ],
    code,
    action: { label: 'Confirm the booking', url },
    notes: ['If you did not book, ignore this mail: the places are given back.'],
  }),
  fr: ({ event, until, paysAtDoor, code, url }) => ({
    subject: `Confirmez votre réservation pour ${event.name}`,
    title: 'Confirmez votre réservation',
    paragraphs: [
      paysAtDoor
        ? `Vos places pour ${event.name} sont retenues. Confirmez, et elles vous sont gardées jusqu’à l’évènement : vous payez à l’entrée.`
        : `Vos places pour ${event.name} sont retenues. Elles sont à vous dès que vous aurez confirmé.`,
      ...(until === null
        ? []
        : ['Passé l’heure ci-dessous, les places non confirmées sont remises en vente.']),
      'Saisissez le code sur la page de la réservation, ou utilisez le lien.',
    ],
    facts: [
      ...whenAndWhere(event, fr),
      ...(until === null ? [] : [{ label: 'À confirmer avant', value: until }]),
    ],
    code,
    action: { label: 'Confirmer la réservation', url },
    notes: ['Si vous n’avez rien réservé, ignorez ce message : les places seront remises en vente.'],
  }),
})

type MembershipConfirmation = {
  /** Of the product: which membership. */
  readonly membership: string
  readonly organisation: string
  /** Until when it is held; null: for good. */
  readonly until: string | null
  /** Something is due, and not online. */
  readonly paysAtDesk: boolean
  readonly code: string
  readonly url: string
}

/** To a person whose address has to be confirmed before they are a member at no cost, or before their order is kept until they pay. */
export const membershipConfirmationLetter = defineLetter<MembershipConfirmation>('confirm_reservation', {
  en: ({ membership, organisation, until, paysAtDesk, code, url }) => ({
    subject: `Confirm your membership: ${membership}`,
    title: 'Confirm your membership',
    paragraphs: [
      paysAtDesk
        ? `A membership of ${organisation} is being held for you. Confirm, and it is kept for you for 30 days: you pay at the desk, and are a member then.`
        : `You are a member of ${organisation} once you have confirmed.`,
      ...(until === null ? [] : ['After the time below, what nobody confirmed goes to others.']),
      'Type the code on the page of the order, or use the link.',
    ],
    facts: [
      { label: 'Membership', value: membership },
      ...(until === null ? [] : [{ label: 'Confirm before', value: until }]),
    ],
    code,
    action: { label: 'Confirm the membership', url },
    notes: ['If you did not ask for it, ignore this mail.'],
  }),
  fr: ({ membership, organisation, until, paysAtDesk, code, url }) => ({
    subject: `Confirmez votre adhésion : ${membership}`,
    title: 'Confirmez votre adhésion',
    paragraphs: [
      paysAtDesk
        ? `Une adhésion à ${organisation} est retenue pour vous. Confirmez, et elle vous est gardée 30 jours : vous payez au guichet, et vous êtes alors adhérent.`
        : `Vous serez adhérent de ${organisation} dès que vous aurez confirmé.`,
      ...(until === null
        ? []
        : ['Passé l’heure ci-dessous, ce qui n’est pas confirmé est proposé à d’autres.']),
      'Saisissez le code sur la page de la commande, ou utilisez le lien.',
    ],
    facts: [
      { label: 'Adhésion', value: membership },
      ...(until === null ? [] : [{ label: 'À confirmer avant', value: until }]),
    ],
    code,
    action: { label: 'Confirmer l’adhésion', url },
    notes: ['Si vous n’avez rien demandé, ignorez ce message.'],
  }),
})

type Tickets = {
  readonly event: BookedEvent
  readonly ticketCount: number
  /** "2 × T-shirt, L": what waits at the desk; null: nothing does. */
  readonly things: string | null
  /** With its currency; null when nothing was due. */
  readonly total: string | null
  /** The code it was booked with, and what that took off: "-€4.00"; null: with none. */
  readonly discount: { readonly code: string; readonly amount: string } | null
  /** Short, as it is said on the phone. */
  readonly reference: string
  /** The page of the booking. */
  readonly url: string
  /** Which its tickets can be added to. */
  readonly wallets: readonly Wallet[]
  /** Where, when there is one ticket; of several each has its own on the page of the booking. */
  readonly walletLinks: readonly { readonly wallet: Wallet; readonly url: string }[]
}

function linksTo(walletLinks: Tickets['walletLinks'], verb: string) {
  return walletLinks.map(({ wallet, url }) => ({ label: `${verb} ${walletNames[wallet]}`, url }))
}

/** To a person whose booking is paid or confirmed; its tickets are attached, unless it has none. */
export const ticketsLetter = defineLetter<Tickets>('tickets', {
  en: ({ event, ticketCount, things, total, discount, reference, url, wallets, walletLinks }) => ({
    subject: ticketCount === 0 ? `Your order: ${event.name}` : `Your tickets for ${event.name}`,
    title: event.name,
    paragraphs: [
      ...(ticketCount === 0
        ? ['Your order is complete.']
        : [
            `Your booking is complete. ${ticketCount === 1 ? 'Your ticket is' : 'Your tickets are'} attached to this mail.`,
            'Show the code at the door, on paper or on your phone.',
          ]),
      ...(things === null
        ? []
        : [
            ticketCount === 0
              ? 'Give the reference at the desk to collect what is named below.'
              : 'Show a ticket at the desk, or give the reference, to collect what is named below.',
          ]),
    ],
    facts: [
      ...whenAndWhere(event, en),
      ...(ticketCount === 0 ? [] : [{ label: 'Tickets', value: String(ticketCount) }]),
      ...(things === null ? [] : [{ label: 'To collect at the desk', value: things }]),
      ...(discount === null
        ? []
        : [{ label: 'Promotional code', value: `${discount.code}: ${discount.amount}` }]),
      ...(total === null ? [] : [{ label: 'Total', value: total }]),
      { label: 'Reference', value: reference },
    ],
    action: { label: 'See the booking', url },
    links: linksTo(walletLinks, 'Add to'),
    ...(ticketCount === 0
      ? {}
      : {
          notes: [
            ...(wallets.length === 0 || walletLinks.length > 0
              ? []
              : [
                  `On the page of the booking each ticket can be added to ${wallets.map((wallet) => walletNames[wallet]).join(' or ')}.`,
                ]),
            'Whoever has this mail has the tickets: pass it on only to people who come with you.',
          ],
        }),
  }),
  fr: ({ event, ticketCount, things, total, discount, reference, url, wallets, walletLinks }) => ({
    subject: ticketCount === 0 ? `Votre commande : ${event.name}` : `Vos billets pour ${event.name}`,
    title: event.name,
    paragraphs: [
      ...(ticketCount === 0
        ? ['Votre commande est complète.']
        : [
            `Votre réservation est complète. ${ticketCount === 1 ? 'Votre billet est joint' : 'Vos billets sont joints'} à ce message.`,
            'Présentez le code à l’entrée, imprimé ou sur votre téléphone.',
          ]),
      ...(things === null
        ? []
        : [
            ticketCount === 0
              ? 'Donnez la référence au guichet pour retirer ce qui est indiqué ci-dessous.'
              : 'Présentez un billet au guichet, ou donnez la référence, pour retirer ce qui est indiqué ci-dessous.',
          ]),
    ],
    facts: [
      ...whenAndWhere(event, fr),
      ...(ticketCount === 0 ? [] : [{ label: 'Billets', value: String(ticketCount) }]),
      ...(things === null ? [] : [{ label: 'À retirer au guichet', value: things }]),
      ...(discount === null
        ? []
        : [{ label: 'Code promotionnel', value: `${discount.code} : ${discount.amount}` }]),
      ...(total === null ? [] : [{ label: 'Total', value: total }]),
      { label: 'Référence', value: reference },
    ],
    action: { label: 'Voir la réservation', url },
    links: linksTo(walletLinks, 'Ajouter à'),
    ...(ticketCount === 0
      ? {}
      : {
          notes: [
            ...(wallets.length === 0 || walletLinks.length > 0
              ? []
              : [
                  `Sur la page de la réservation, chaque billet s’ajoute à ${wallets.map((wallet) => walletNames[wallet]).join(' ou à ')}.`,
                ]),
            'Qui a ce message a les billets : ne le transmettez qu’aux personnes qui vous accompagnent.',
          ],
        }),
  }),
})

type GivenTicket = Pick<Tickets, 'event' | 'walletLinks'> & {
  /** Of a file; the page of the booking, which leads to one, is not theirs. */
  readonly calendarUrl: string
}

/** To somebody who was given a ticket; it is attached. */
export const ticketGivenLetter = defineLetter<GivenTicket>('ticket_given', {
  en: ({ event, calendarUrl, walletLinks }) => ({
    subject: `Your ticket for ${event.name}`,
    title: event.name,
    paragraphs: [
      'Somebody who booked has given you a ticket. It is attached to this mail.',
      'Show the code at the door, on paper or on your phone.',
    ],
    facts: whenAndWhere(event, en),
    links: [{ label: 'Add to my calendar', url: calendarUrl }, ...linksTo(walletLinks, 'Add to')],
    notes: ['Whoever has this mail has the ticket.'],
  }),
  fr: ({ event, calendarUrl, walletLinks }) => ({
    subject: `Votre billet pour ${event.name}`,
    title: event.name,
    paragraphs: [
      'Une personne qui a réservé vous a donné un billet. Il est joint à ce message.',
      'Présentez le code à l’entrée, imprimé ou sur votre téléphone.',
    ],
    facts: whenAndWhere(event, fr),
    links: [{ label: 'Ajouter à mon agenda', url: calendarUrl }, ...linksTo(walletLinks, 'Ajouter à')],
    notes: ['Qui a ce message a le billet.'],
  }),
})
