import type { ExportColumn, ExportForm, ExportList } from '../../../features/export/export-list.ts'
import type { ExportWords } from '../../../features/export/export-source.ts'
import { localized } from '../localized.ts'

type ListTexts = {
  readonly name: string
  readonly what: string
  /** Which days are meant. */
  readonly days: string
}

type ExportTexts = {
  readonly title: string
  readonly lead: string
  readonly noted: string
  readonly lists: Readonly<Record<ExportList, ListTexts>>
  readonly all: string
  readonly from: string
  readonly to: string
  readonly event: string
  readonly anyEvent: string
  readonly chooseColumns: string
  readonly columnsHelp: string
  readonly placeOf: (column: string) => string
  readonly up: (column: string) => string
  readonly down: (column: string) => string
  /** Said when it was moved; `#column`, `#place` and `#all` stand for what it is about. */
  readonly moved: string
  readonly withoutPeople: string
  readonly form: string
  readonly forms: Readonly<Record<ExportForm, string>>
  readonly take: string
  readonly remembered: string
  readonly refused: string
  readonly noColumn: string
  readonly columns: Readonly<Record<ExportColumn, string>>
  readonly values: Omit<ExportWords, 'reservations' | 'methods'> & { readonly free: string }
}

/** Lists that are taken along as files. */
export const exportTexts = localized<ExportTexts>({
  en: {
    title: 'Exports',
    lead: 'Lists to take along, for a spreadsheet or another program.',
    noted: 'Who takes which list is noted in the audit log. The codes of tickets are in none.',
    lists: {
      reservations: { name: 'Bookings', what: 'A line for each booking.', days: 'Booked' },
      tickets: { name: 'Tickets', what: 'A line for each ticket, with its holder.', days: 'Booked' },
      things: {
        name: 'Things sold',
        what: 'A line for each thing of a booking that is no ticket: shirts, packs, top-ups.',
        days: 'Booked',
      },
      members: {
        name: 'Members',
        what: 'A line for each membership, also those that are over.',
        days: 'Taken',
      },
      payments: { name: 'Payments', what: 'A line for each payment that came.', days: 'Received' },
      refunds: { name: 'Refunds', what: 'A line for each amount that goes back.', days: 'Promised' },
    },
    all: 'All lists',
    from: 'from',
    to: 'to',
    event: 'Event',
    anyEvent: 'All events',
    chooseColumns: 'Columns',
    columnsHelp: 'Tick what the file has; the lowest number comes first.',
    placeOf: (column) => `Order of ${column}`,
    up: (column) => `Move ${column} up`,
    down: (column) => `Move ${column} down`,
    moved: '#column is now number #place of #all.',
    withoutPeople: 'Names and e-mail addresses are left out for your role.',
    form: 'File',
    forms: {
      xlsx: 'Spreadsheet (XLSX): numbers and dates as such',
      semicolon: 'CSV with semicolons and decimal commas: opens in a French Excel',
      comma: 'CSV with commas and decimal points: opens in an English Excel and in programs',
    },
    take: 'Take this list',
    remembered: 'Columns, their order and the kind of file are kept for you for the next time.',
    refused: 'This list cannot be taken yet',
    noColumn: 'Tick a column at least.',
    columns: {
      reference: 'Booking',
      booked_at: 'Booked at',
      event: 'Event',
      event_at: 'Event begins',
      state: 'State',
      email: 'E-mail',
      tickets: 'Tickets',
      total: 'Sum',
      currency: 'Currency',
      paid_by: 'Paid by',
      paid_at: 'Paid at',
      code: 'Code',
      cancelled_at: 'Cancelled at',
      id: 'Identifier',
      ticket: 'Ticket',
      product: 'Product',
      price: 'Price',
      amount: 'Amount',
      first_name: 'First name',
      last_name: 'Last name',
      seat: 'Seat',
      scanned_at: 'Scanned at',
      device: 'Scanned by',
      quantity: 'Number',
      handed_out: 'Handed out',
      vat_rate: 'VAT rate %',
      member: 'Member no.',
      valid_from: 'Valid from',
      valid_until: 'Valid until',
      taken_at: 'Taken at',
      received_at: 'Received at',
      received: 'Received',
      promised_back: 'Promised back',
      receipt: 'Receipt no.',
      provider_id: 'Number at Stripe',
      promised_at: 'Promised at',
      cause: 'Reason',
      ended_at: 'Done at',
      handed_over_at: 'Handed over at',
      credit_note: 'Credit note no.',
      failure: 'Failure',
    },
    values: {
      tickets: {
        created: 'Created',
        not_active: 'Not active',
        not_scanned: 'Not scanned',
        scanned: 'Scanned',
        cancelled: 'Cancelled',
      },
      payments: { open: 'Open', closed: 'Closed', settled: 'Paid', rejected: 'Paid for nothing' },
      refunds: { done: 'Done', under_way: 'Under way', owed: 'To be handed over', failed: 'Failed' },
      causes: {
        cancellation: 'Cancellation',
        late: 'Came too late',
        amount: 'Another amount',
        duplicate: 'Paid twice',
        maximum: 'Had it already',
        at_provider: 'Given back at Stripe',
      },
      free: 'Given away',
    },
  },
  fr: {
    title: 'Exports',
    lead: 'Des listes à emporter, pour un tableur ou un autre programme.',
    noted: 'Le journal note qui emporte quelle liste. Aucune ne contient les codes des billets.',
    lists: {
      reservations: { name: 'Réservations', what: 'Une ligne par réservation.', days: 'Réservé' },
      tickets: { name: 'Billets', what: 'Une ligne par billet, avec son porteur.', days: 'Réservé' },
      things: {
        name: 'Articles vendus',
        what: 'Une ligne par article d’une réservation qui n’est pas un billet : vêtements, lots, recharges.',
        days: 'Réservé',
      },
      members: {
        name: 'Adhérents',
        what: 'Une ligne par adhésion, y compris celles qui sont terminées.',
        days: 'Pris',
      },
      payments: { name: 'Paiements', what: 'Une ligne par paiement arrivé.', days: 'Encaissé' },
      refunds: { name: 'Remboursements', what: 'Une ligne par montant rendu.', days: 'Promis' },
    },
    all: 'Toutes les listes',
    from: 'du',
    to: 'au',
    event: 'Évènement',
    anyEvent: 'Tous les évènements',
    chooseColumns: 'Colonnes',
    columnsHelp: 'Cochez ce que contient le fichier ; le plus petit numéro vient en premier.',
    placeOf: (column) => `Ordre de ${column}`,
    up: (column) => `Monter ${column}`,
    down: (column) => `Descendre ${column}`,
    moved: '#column est maintenant en position #place sur #all.',
    withoutPeople: 'Les noms et adresses e-mail ne sont pas donnés à votre rôle.',
    form: 'Fichier',
    forms: {
      xlsx: 'Tableur (XLSX) : nombres et dates en tant que tels',
      semicolon: 'CSV avec points-virgules et virgules décimales : s’ouvre dans un Excel français',
      comma: 'CSV avec virgules et points décimaux : s’ouvre dans un Excel anglais et dans les programmes',
    },
    take: 'Emporter cette liste',
    remembered:
      'Les colonnes, leur ordre et le type de fichier sont gardés pour vous pour la prochaine fois.',
    refused: 'Cette liste ne peut pas encore être emportée',
    noColumn: 'Cochez au moins une colonne.',
    columns: {
      reference: 'Réservation',
      booked_at: 'Réservé le',
      event: 'Évènement',
      event_at: 'Début',
      state: 'État',
      email: 'E-mail',
      tickets: 'Billets',
      total: 'Somme',
      currency: 'Devise',
      paid_by: 'Payé par',
      paid_at: 'Payé le',
      code: 'Code',
      cancelled_at: 'Annulé le',
      id: 'Identifiant',
      ticket: 'Billet',
      product: 'Produit',
      price: 'Tarif',
      amount: 'Montant',
      first_name: 'Prénom',
      last_name: 'Nom',
      seat: 'Place',
      scanned_at: 'Scanné le',
      device: 'Scanné par',
      quantity: 'Nombre',
      handed_out: 'Remis',
      vat_rate: 'Taux de TVA %',
      member: 'N° d’adhérent',
      valid_from: 'Valable du',
      valid_until: 'Valable jusqu’au',
      taken_at: 'Pris le',
      received_at: 'Encaissé le',
      received: 'Encaissé',
      promised_back: 'Promis en retour',
      receipt: 'Reçu n°',
      provider_id: 'Numéro chez Stripe',
      promised_at: 'Promis le',
      cause: 'Raison',
      ended_at: 'Fait le',
      handed_over_at: 'Remis le',
      credit_note: 'Avoir n°',
      failure: 'Échec',
    },
    values: {
      tickets: {
        created: 'Créé',
        not_active: 'Non actif',
        not_scanned: 'Non scanné',
        scanned: 'Scanné',
        cancelled: 'Annulé',
      },
      payments: { open: 'Ouvert', closed: 'Fermé', settled: 'Payé', rejected: 'Payé sans objet' },
      refunds: { done: 'Fait', under_way: 'En cours', owed: 'À remettre', failed: 'Échoué' },
      causes: {
        cancellation: 'Annulation',
        late: 'Arrivé trop tard',
        amount: 'Autre montant',
        duplicate: 'Payé deux fois',
        maximum: 'Déjà pris',
        at_provider: 'Rendu chez Stripe',
      },
      free: 'Offert',
    },
  },
})
