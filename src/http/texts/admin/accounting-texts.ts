import type { PeriodName } from '../../../features/accounting/period.ts'
import { localized } from '../localized.ts'

type AccountingTexts = {
  readonly title: string
  readonly lead: string
  readonly from: string
  readonly to: string
  readonly show: string
  readonly refused: string
  readonly periods: Readonly<Record<PeriodName, string>>
  readonly periodsLabel: string
  readonly neighbours: string
  readonly before: string
  readonly after: string
  readonly midnight: (timeZone: string) => string
  readonly running: string
  readonly nothing: string
  readonly closing: string
  readonly xlsx: string
  readonly csv: string
  readonly sold: string
  readonly credited: string
  readonly net: string
  readonly vat: string
  readonly left: string
  readonly received: string
  readonly perDay: string
  readonly perMonth: string
  readonly dayByDay: string
  readonly day: string
  readonly month: string
  readonly asTable: string
  readonly rates: string
  readonly rate: string
  readonly noVat: string
  readonly gross: string
  readonly rounding: string
  readonly products: string
  readonly product: string
  readonly price: string
  readonly allPrices: string
  readonly quantity: string
  readonly creditedQuantity: string
  readonly methods: string
  readonly method: string
  readonly payments: string
  readonly refunded: string
  readonly withdrawn: string
  readonly kept: string
  readonly given: (count: number, worth: string) => string
  readonly total: string
  readonly addsUp: string
  readonly addsUpNote: (sold: string, unmatched: string, received: string) => string
  readonly addsUpExactly: (sold: string) => string
  readonly documents: {
    readonly title: string
    /** Its numbers, first and last. */
    readonly range: (first: number, last: number) => string
    readonly counted: (receipts: number, creditNotes: number) => string
    readonly none: string
    readonly number: string
    readonly when: string
    readonly kind: string
    readonly kinds: Readonly<Record<'receipt' | 'credit_note', string>>
    readonly amount: string
    readonly booking: string
    readonly back: string
  }
}

/** The books of an organisation, for whoever keeps them. */
export const accountingTexts = localized<AccountingTexts>({
  en: {
    title: 'Accounting',
    lead: 'What was sold, what was credited and how it was paid. All of it is made from receipts, credit notes and payments, to the cent.',
    from: 'From',
    to: 'To',
    show: 'Show',
    refused: 'These days cannot be shown',
    periods: {
      today: 'Today',
      yesterday: 'Yesterday',
      this_month: 'This month',
      last_month: 'Last month',
      this_year: 'This year',
    },
    periodsLabel: 'Other periods',
    neighbours: 'The period before and the one after',
    before: 'Before',
    after: 'After',
    midnight: (timeZone) => `Days go from midnight to midnight in the time zone ${timeZone}.`,
    running: 'This period is not over: its figures still grow.',
    nothing: 'Nothing was sold, credited or paid in these days.',
    closing: 'Closing report (PDF)',
    xlsx: 'Figures (XLSX)',
    csv: 'Figures (CSV)',
    sold: 'Sold',
    credited: 'Credited',
    net: 'Without VAT',
    vat: 'VAT',
    left: 'Sold less credited',
    received: 'Received',
    perDay: 'Sold by day',
    perMonth: 'Sold by month',
    dayByDay: 'Day by day',
    day: 'Day',
    month: 'Month',
    asTable: 'As a table',
    rates: 'By VAT rate',
    rate: 'Rate',
    noVat: 'No VAT',
    gross: 'With VAT',
    rounding:
      'VAT is rounded once for each rate on each receipt and credit note, half a cent up; these sums add up what those documents say.',
    products: 'By product and price',
    product: 'Product',
    price: 'Price',
    allPrices: 'All prices',
    quantity: 'Number',
    creditedQuantity: 'Taken back',
    methods: 'By way of payment',
    method: 'Paid',
    payments: 'Payments',
    refunded: 'Given back',
    withdrawn: 'Taken back by banks',
    kept: 'Left',
    given: (count, worth) =>
      count === 1
        ? `1 booking was given away; it would have cost ${worth}.`
        : `${count} bookings were given away; they would have cost ${worth}.`,
    total: 'Total',
    addsUp: 'How it adds up',
    addsUpNote: (sold, unmatched, received) =>
      `Receipts ${sold} + money that paid for nothing and goes back ${unmatched} = payments ${received}.`,
    addsUpExactly: (sold) => `The receipts and the payments that were received are the same: ${sold}.`,
    documents: {
      title: 'Receipts and credit notes',
      range: (first, last) => (first === last ? `No. ${first}` : `No. ${first} to ${last}`),
      counted: (receipts, creditNotes) =>
        `${receipts === 1 ? '1 receipt' : `${receipts} receipts`}, ${creditNotes === 1 ? '1 credit note' : `${creditNotes} credit notes`}`,
      none: 'There are none in these days.',
      number: 'Number',
      when: 'When',
      kind: 'What',
      kinds: { receipt: 'Receipt', credit_note: 'Credit note' },
      amount: 'Amount',
      booking: 'Booking',
      back: 'Back to the figures',
    },
  },
  fr: {
    title: 'Comptabilité',
    lead: 'Ce qui a été vendu, ce qui a fait l’objet d’un avoir et comment cela a été payé. Tout est tiré des reçus, des avoirs et des paiements, au centime près.',
    from: 'Du',
    to: 'Au',
    show: 'Afficher',
    refused: 'Ces jours ne peuvent pas être affichés',
    periods: {
      today: 'Aujourd’hui',
      yesterday: 'Hier',
      this_month: 'Ce mois-ci',
      last_month: 'Le mois dernier',
      this_year: 'Cette année',
    },
    periodsLabel: 'Autres périodes',
    neighbours: 'La période d’avant et celle d’après',
    before: 'Avant',
    after: 'Après',
    midnight: (timeZone) => `Les jours vont de minuit à minuit dans le fuseau horaire ${timeZone}.`,
    running: 'Cette période n’est pas terminée : ses chiffres augmentent encore.',
    nothing: 'Rien n’a été vendu, crédité ou payé pendant ces jours.',
    closing: 'Rapport de clôture (PDF)',
    xlsx: 'Chiffres (XLSX)',
    csv: 'Chiffres (CSV)',
    sold: 'Vendu',
    credited: 'Avoirs',
    net: 'Hors taxe',
    vat: 'TVA',
    left: 'Vendu moins avoirs',
    received: 'Encaissé',
    perDay: 'Ventes par jour',
    perMonth: 'Ventes par mois',
    dayByDay: 'Jour par jour',
    day: 'Jour',
    month: 'Mois',
    asTable: 'En tableau',
    rates: 'Par taux de TVA',
    rate: 'Taux',
    noVat: 'Sans TVA',
    gross: 'TTC',
    rounding:
      'La TVA est arrondie une fois par taux sur chaque reçu et chaque avoir, le demi-centime au supérieur ; ces sommes additionnent ce que disent ces documents.',
    products: 'Par produit et tarif',
    product: 'Produit',
    price: 'Tarif',
    allPrices: 'Tous les tarifs',
    quantity: 'Nombre',
    creditedQuantity: 'Repris',
    methods: 'Par moyen de paiement',
    method: 'Payé',
    payments: 'Paiements',
    refunded: 'Rendu',
    withdrawn: 'Repris par les banques',
    kept: 'Reste',
    given: (count, worth) =>
      count === 1
        ? `1 réservation a été offerte ; elle aurait coûté ${worth}.`
        : `${count} réservations ont été offertes ; elles auraient coûté ${worth}.`,
    total: 'Total',
    addsUp: 'Comment cela s’additionne',
    addsUpNote: (sold, unmatched, received) =>
      `Reçus ${sold} + argent qui n’a rien payé et qui est rendu ${unmatched} = paiements ${received}.`,
    addsUpExactly: (sold) => `Les reçus et les paiements encaissés sont égaux : ${sold}.`,
    documents: {
      title: 'Reçus et avoirs',
      range: (first, last) => (first === last ? `N° ${first}` : `N° ${first} à ${last}`),
      counted: (receipts, creditNotes) =>
        `${receipts === 1 ? '1 reçu' : `${receipts} reçus`}, ${creditNotes === 1 ? '1 avoir' : `${creditNotes} avoirs`}`,
      none: 'Il n’y en a pas pendant ces jours.',
      number: 'Numéro',
      when: 'Quand',
      kind: 'Quoi',
      kinds: { receipt: 'Reçu', credit_note: 'Avoir' },
      amount: 'Montant',
      booking: 'Réservation',
      back: 'Retour aux chiffres',
    },
  },
})
