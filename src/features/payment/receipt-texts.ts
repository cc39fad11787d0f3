import type { Language } from '../../lib/language.ts'

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
