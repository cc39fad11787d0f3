import type { Language } from '../../lib/language.ts'
import { defineLetter } from '../mail/letter.ts'
import type { RefundNotice } from '../reservation/refund-notice.ts'
import type { RefundCause } from './payment.ts'

type ReceiptTexts = {
  readonly title: (kind: 'receipt' | 'credit_note', number: number) => string
  readonly paid: string
  readonly corrects: string
  readonly event: string
  readonly booking: string
  readonly buyer: string
  readonly what: string
  readonly quantity: string
  readonly each: string
  readonly sum: string
  /** Under a line whose amount a code has reduced. */
  readonly discount: (code: string, each: string) => string
  readonly total: (kind: 'receipt' | 'credit_note') => string
  readonly vat: (rate: string, net: string) => string
  readonly noVat: string
  /** A line that names an amount and no thing. */
  readonly byAmount: string
  readonly methods: Readonly<Record<string, string>>
  readonly unprintable: string
  /** Of the file, without its ending. */
  readonly fileName: (kind: 'receipt' | 'credit_note', number: number) => string
}

/** What a receipt or a credit note says besides what was sold. */
export const receiptTexts: Readonly<Record<Language, ReceiptTexts>> = {
  en: {
    title: (kind, number) => `${kind === 'receipt' ? 'Receipt' : 'Credit note'} no. ${number}`,
    paid: 'Paid',
    corrects: 'Corrects',
    event: 'For',
    booking: 'Booking',
    buyer: 'To',
    what: 'What',
    quantity: 'Number',
    each: 'Each',
    sum: 'Sum',
    discount: (code, each) => `Discount (code ${code}): ${each} each`,
    total: (kind) => (kind === 'receipt' ? 'Total, VAT included' : 'Credited, VAT included'),
    vat: (rate, net) => `VAT ${rate} % on ${net}`,
    noVat: 'No VAT is charged',
    byAmount: 'Refund',
    methods: { cash: 'in cash', card: 'by card', transfer: 'by transfer', online: 'online' },
    unprintable: 'As named when booking',
    fileName: (kind, number) => `${kind === 'receipt' ? 'receipt' : 'credit-note'}-${number}`,
  },
  fr: {
    title: (kind, number) => `${kind === 'receipt' ? 'Reçu' : 'Avoir'} n° ${number}`,
    paid: 'Payé',
    corrects: 'Rectifie',
    event: 'Pour',
    booking: 'Réservation',
    buyer: 'À',
    what: 'Désignation',
    quantity: 'Nombre',
    each: 'Unité',
    sum: 'Montant',
    discount: (code, each) => `Remise (code ${code}) : ${each} par unité`,
    total: (kind) => (kind === 'receipt' ? 'Total TTC' : 'Avoir TTC'),
    vat: (rate, net) => `TVA ${rate} % sur ${net}`,
    noVat: 'TVA non applicable',
    byAmount: 'Remboursement',
    methods: { cash: 'en espèces', card: 'par carte', transfer: 'par virement', online: 'en ligne' },
    unprintable: 'Tel que nommé à la réservation',
    fileName: (kind, number) => `${kind === 'receipt' ? 'recu' : 'avoir'}-${number}`,
  },
}

type Booked = { readonly eventName: string; readonly reference: string; readonly url: string }

/** To whoever booked, with the receipt. */
export const receiptLetter = defineLetter<Booked & { readonly number: number; readonly amount: string }>(
  'receipt',
  {
    en: ({ eventName, number, amount, reference, url }) => ({
      subject: `Your receipt for ${eventName}`,
      title: `Receipt no. ${number}`,
      paragraphs: ['Thank you. Your payment has arrived; the receipt is attached to this mail.'],
      facts: [
        { label: 'Amount', value: amount },
        { label: 'For', value: eventName },
        { label: 'Reference', value: reference },
      ],
      action: { label: 'See the booking', url },
    }),
    fr: ({ eventName, number, amount, reference, url }) => ({
      subject: `Votre reçu pour ${eventName}`,
      title: `Reçu n° ${number}`,
      paragraphs: ['Merci. Votre paiement est arrivé ; le reçu est joint à ce message.'],
      facts: [
        { label: 'Montant', value: amount },
        { label: 'Pour', value: eventName },
        { label: 'Référence', value: reference },
      ],
      action: { label: 'Voir la réservation', url },
    }),
  },
)

type Refunded = Booked & {
  readonly amount: string
  readonly because: RefundCause
  readonly way: RefundNotice['way']
}

const whyEn: Readonly<Record<RefundCause, string>> = {
  cancellation: 'What was cancelled is paid back.',
  late: 'Your payment came after your places had gone back on sale, and they are no longer free. It is paid back in full.',
  amount:
    'Your payment was not the amount that is due. It is paid back in full, and nothing was booked with it.',
  duplicate: 'This booking was paid before, or is cancelled. Your payment is paid back in full.',
  maximum:
    'With what you have already it would have been more than one person may have. Your payment is paid back in full. A membership that ends can be renewed once its reminder has come.',
  at_provider: 'The organiser pays back part or all of what you paid.',
}

const whyFr: Readonly<Record<RefundCause, string>> = {
  cancellation: 'Ce qui a été annulé vous est remboursé.',
  late: 'Votre paiement est arrivé après la remise en vente de vos places, qui ne sont plus libres. Il est remboursé en totalité.',
  amount:
    'Votre paiement n’était pas du montant dû. Il est remboursé en totalité, et n’a servi à aucune réservation.',
  duplicate: 'Cette réservation était déjà payée, ou est annulée. Votre paiement est remboursé en totalité.',
  maximum:
    'Avec ce que vous avez déjà, cela aurait fait plus que ce à quoi une personne a droit. Votre paiement est remboursé en totalité. Une adhésion qui se termine peut être renouvelée dès que son rappel vous est parvenu.',
  at_provider: 'L’organisateur vous rembourse tout ou partie de ce que vous avez payé.',
}

const howEn: Readonly<Record<RefundNotice['way'], string>> = {
  online: 'It goes back the way it came, and arrives within a few days.',
  desk: 'It is given back to you at the box office.',
  handed_over: 'It was given back to you at the box office.',
}

const howFr: Readonly<Record<RefundNotice['way'], string>> = {
  online: 'Il repart par où il est venu, et arrive en quelques jours.',
  desk: 'Il vous sera rendu à la billetterie.',
  handed_over: 'Il vous a été rendu à la billetterie.',
}

/** To whoever booked, when money is refunded; with the credit note, where there was a receipt. */
export const refundLetter = defineLetter<Refunded>('refund', {
  en: ({ eventName, amount, because, way, reference, url }) => ({
    subject: `Refund: ${eventName}`,
    title: 'Your refund',
    paragraphs: [whyEn[because], howEn[way]],
    facts: [
      { label: 'Amount', value: amount },
      { label: 'Reference', value: reference },
    ],
    action: { label: 'See the booking', url },
  }),
  fr: ({ eventName, amount, because, way, reference, url }) => ({
    subject: `Remboursement : ${eventName}`,
    title: 'Votre remboursement',
    paragraphs: [whyFr[because], howFr[way]],
    facts: [
      { label: 'Montant', value: amount },
      { label: 'Référence', value: reference },
    ],
    action: { label: 'Voir la réservation', url },
  }),
})
