import { dayText, monthText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import type { MethodRow } from './accounting.ts'
import { isMonth, type Period } from './period.ts'

/** "Friday 1 May 2026", "May 2026", or the first and the last day. */
export function periodText(period: Period, language: Language): string {
  const at = (day: string) => ({ at: new Date(`${day}T00:00:00Z`), timeZone: 'UTC', language, now: null })
  if (isMonth(period)) return monthText(at(period.from))
  const [first, last] = [dayText(at(period.from)), dayText(at(period.to))]
  if (period.from === period.to) return first
  const words = { en: ['', ' to '], fr: ['Du ', ' au '] } as const
  const [before, between] = words[language]
  return `${before}${before === '' ? first : withinSentence(first, language)}${between}${withinSentence(last, language)}`
}

type ClosingTexts = {
  readonly title: string
  readonly fileName: (period: Period) => string
  readonly documents: string
  /** Its numbers, first and last, and how many of each kind. */
  readonly numbers: (
    numbers: { readonly first: number; readonly last: number },
    counted: { readonly receipts: number; readonly creditNotes: number },
  ) => string
  readonly noDocuments: string
  readonly days: string
  readonly midnight: (timeZone: string) => string
  readonly currency: string
  readonly sums: string
  readonly sold: string
  readonly credited: string
  readonly difference: string
  readonly net: string
  readonly vat: string
  readonly gross: string
  /** Where a table has little room. */
  readonly columns: Readonly<Record<'sold' | 'credited' | 'withdrawn', string>>
  readonly unmatched: string
  readonly received: string
  readonly refunded: string
  readonly withdrawn: string
  readonly left: string
  readonly given: (count: number) => string
  /** From the first receipt to the end of the period. */
  readonly everSold: string
  readonly everCredited: string
  readonly rates: string
  readonly rate: string
  readonly noVat: string
  readonly products: string
  readonly product: string
  readonly price: string
  readonly allPrices: string
  readonly quantity: string
  readonly takenBack: string
  readonly methodsTitle: string
  readonly method: string
  readonly methods: Readonly<Record<MethodRow['method'], string>>
  readonly payments: string
  readonly perDay: string
  readonly day: string
  readonly total: string
  readonly running: string
  readonly rounding: string
  readonly page: string
  readonly unprintable: string
}

/** The closing report of a day, a month or any days. */
export const closingTexts: Readonly<Record<Language, ClosingTexts>> = {
  en: {
    title: 'Closing report',
    fileName: ({ from, to }) => `closing-${from}-${to}`,
    documents: 'Receipts and credit notes',
    numbers: ({ first, last }, { receipts, creditNotes }) =>
      `No. ${first} to ${last}: ${receipts} receipts, ${creditNotes} credit notes`,
    noDocuments: 'none',
    days: 'Days',
    midnight: (timeZone) => `from midnight to midnight, ${timeZone}`,
    currency: 'Currency',
    sums: 'Sums',
    sold: 'Sold (receipts)',
    credited: 'Credited (credit notes)',
    difference: 'Sold less credited',
    net: 'Without VAT',
    vat: 'VAT',
    gross: 'With VAT',
    columns: { sold: 'Sold', credited: 'Credited', withdrawn: 'By banks' },
    unmatched: 'Received for nothing, goes back',
    received: 'Received',
    refunded: 'Given back',
    withdrawn: 'Taken back by banks',
    left: 'Left',
    given: (count) => (count === 1 ? 'Given away: 1 booking' : `Given away: ${count} bookings`),
    everSold: 'Sold since the first receipt',
    everCredited: 'Credited since the first receipt',
    rates: 'By VAT rate',
    rate: 'Rate',
    noVat: 'No VAT',
    products: 'By product and price',
    product: 'Product',
    price: 'Price',
    allPrices: 'All prices',
    quantity: 'Number',
    takenBack: 'Back',
    methodsTitle: 'By way of payment',
    method: 'Paid',
    methods: { online: 'Online (Stripe)', card: 'Card at the desk', cash: 'Cash', transfer: 'Transfer' },
    payments: 'Payments',
    perDay: 'Day by day',
    day: 'Day',
    total: 'Total',
    running: 'This period was not over when this report was made: its figures still grow.',
    rounding:
      'VAT is rounded once for each rate on each receipt and credit note, half a unit up; the sums add up what these documents say. Received = sold + received for nothing.',
    page: 'Page {number}',
    unprintable: 'As named when sold',
  },
  fr: {
    title: 'Rapport de clôture',
    fileName: ({ from, to }) => `cloture-${from}-${to}`,
    documents: 'Reçus et avoirs',
    numbers: ({ first, last }, { receipts, creditNotes }) =>
      `N° ${first} à ${last} : ${receipts} reçus, ${creditNotes} avoirs`,
    noDocuments: 'aucun',
    days: 'Jours',
    midnight: (timeZone) => `de minuit à minuit, ${timeZone}`,
    currency: 'Devise',
    sums: 'Sommes',
    sold: 'Vendu (reçus)',
    credited: 'Crédité (avoirs)',
    difference: 'Vendu moins avoirs',
    net: 'Hors taxe',
    vat: 'TVA',
    gross: 'TTC',
    columns: { sold: 'Vendu', credited: 'Avoirs', withdrawn: 'Par banques' },
    unmatched: 'Encaissé sans objet, rendu',
    received: 'Encaissé',
    refunded: 'Rendu',
    withdrawn: 'Repris par les banques',
    left: 'Reste',
    given: (count) => (count === 1 ? 'Offert : 1 réservation' : `Offert : ${count} réservations`),
    everSold: 'Vendu depuis le premier reçu',
    everCredited: 'Crédité depuis le premier reçu',
    rates: 'Par taux de TVA',
    rate: 'Taux',
    noVat: 'Sans TVA',
    products: 'Par produit et tarif',
    product: 'Produit',
    price: 'Tarif',
    allPrices: 'Tous les tarifs',
    quantity: 'Nombre',
    takenBack: 'Repris',
    methodsTitle: 'Par moyen de paiement',
    method: 'Payé',
    methods: {
      online: 'En ligne (Stripe)',
      card: 'Carte au guichet',
      cash: 'Espèces',
      transfer: 'Virement',
    },
    payments: 'Paiements',
    perDay: 'Jour par jour',
    day: 'Jour',
    total: 'Total',
    running:
      'Cette période n’était pas terminée quand ce rapport a été établi : ses chiffres augmentent encore.',
    rounding:
      'La TVA est arrondie une fois par taux sur chaque reçu et chaque avoir, la demi-unité au supérieur ; les sommes additionnent ce que disent ces documents. Encaissé = vendu + encaissé sans objet.',
    page: 'Page {number}',
    unprintable: 'Tel que nommé à la vente',
  },
}

type FiguresTexts = {
  readonly columns: readonly string[]
  /** By what a row is summed. */
  readonly of: Readonly<Record<'total' | 'day' | 'rate' | 'product' | 'price' | 'method' | 'given', string>>
  /** Of the file, without its ending. */
  readonly fileName: (period: Period) => string
}

export const figuresTexts: Readonly<Record<Language, FiguresTexts>> = {
  en: {
    columns: [
      ...[
        'Sum of',
        'Day',
        'Name',
        'Price',
        'VAT rate %',
        'Number',
        'Sold',
        'Number credited',
        'Credited',
        'Without VAT',
      ],
      ...['VAT', 'Received', 'Given back', 'Taken back by banks', 'Currency'],
    ],
    of: {
      total: 'Total',
      day: 'Day',
      rate: 'VAT rate',
      product: 'Product',
      price: 'Price',
      method: 'Way of payment',
      given: 'Given away',
    },
    fileName: ({ from, to }) => `accounting-${from}-${to}`,
  },
  fr: {
    columns: [
      ...[
        'Somme par',
        'Jour',
        'Nom',
        'Tarif',
        'Taux de TVA %',
        'Nombre',
        'Vendu',
        'Nombre en avoir',
        'Avoirs',
        'Hors taxe',
      ],
      ...['TVA', 'Encaissé', 'Rendu', 'Repris par les banques', 'Devise'],
    ],
    of: {
      total: 'Total',
      day: 'Jour',
      rate: 'Taux de TVA',
      product: 'Produit',
      price: 'Tarif',
      method: 'Moyen de paiement',
      given: 'Offert',
    },
    fileName: ({ from, to }) => `comptabilite-${from}-${to}`,
  },
}
