import { type DemoDay, type DemoEvent, type DemoOrganisation, isInWeek, ofTheDay } from './organisation.ts'

const nights = [
  { head: 'Ada Lumen', support: 'Les Roseaux', line: 'Une voix, un vibraphone et beaucoup de nuit.' },
  {
    head: 'Orchestre des Pas Perdus',
    support: 'Nils Aster Trio',
    line: 'Onze cuivres pour danser sur les quais de gare.',
  },
  { head: 'Kora Sidibé', support: 'Moss & Copper', line: 'La kora mandingue rencontre les boîtes à rythmes.' },
  { head: 'Velvet Tractor', support: 'Marlène Ouest', line: 'Garage rural, guitares qui sentent le foin coupé.' },
  { head: 'Hélène Farrand Quartet', support: 'Théo Vandal', line: 'Jazz de chambre, fenêtres ouvertes.' },
  { head: 'Paper Lanterns', support: 'Ada Lumen', line: 'Folk à quatre voix, lumières basses.' },
  { head: 'Bal des Verriers', support: 'Les Roseaux', line: 'Le bal mensuel : apprenez trois pas, oubliez l’heure.' },
] as const

/** Name of the evening that is nearly full: what "3 left" looks like. */
const smallNights = ['Hélène Farrand Quartet']
/** One costs what people give; of the others one evening in three weeks is sold out, and one is cancelled. */
const ball = 'Bal des Verriers'
const full = 'Paper Lanterns'
const called = 'Velvet Tractor'
const offReason = 'Le batteur s’est cassé le poignet. Le groupe reviendra au printemps.'

export const laVerriere: DemoOrganisation = {
  slug: 'la-verriere',
  category: 'venue',
  organisation: 'La Verrière',
  email: 'accueil@la-verriere.example',
  language: 'fr',
  currency: 'EUR',
  look: {
    accentColor: '#0b6e5f',
    theme: { typePair: 'condensed', colorScheme: 'dark', pictureHeader: 'banner' },
    motif: 'panes',
    palettes: [
      ['#062925', '#1f7a6b', '#bfe3c8', '#ffd98a'],
      ['#0a2a2f', '#2f8f83', '#e3efd2', '#ffb86b'],
      ['#12312b', '#5b8a5a', '#d6ecc2', '#fff0a8'],
      ['#0d2430', '#3a7f92', '#c9e6e8', '#ffc37a'],
    ],
  },
  code: { code: 'LUCIOLE', discountHundredths: 2000 },
  shortDescription: 'Quatre cents places sous une verrière d’atelier, au bord de la Loire.',
  longDescription:
    'La Verrière est une salle de concert installée dans une ancienne miroiterie de 1911. Le toit de verre est resté : aux beaux jours, les concerts commencent au soleil couchant.\n\nBar et petite restauration dès 19 h. La salle est accessible de plain-pied.',
  address: '14 quai des Miroitiers',
  postalCode: '44000',
  city: 'Nantes',
  latitude: 47.20642,
  longitude: -1.56571,
  phone: '+33 2 40 00 00 14',
  website: 'https://la-verriere.example/',
  places: [
    {
      name: 'La Verrière',
      address: '14 quai des Miroitiers',
      postalCode: '44000',
      city: 'Nantes',
      latitude: 47.20642,
      longitude: -1.56571,
      stages: ['Grande salle'],
    },
  ],
  projects: [],
  artists: {
    'Ada Lumen': 'Chant et vibraphone, Rennes.',
    'Les Roseaux': 'Duo de clarinettes, Saint-Nazaire.',
    'Orchestre des Pas Perdus': 'Onze cuivres et une grosse caisse.',
    'Nils Aster Trio': 'Piano, contrebasse, silence.',
    'Kora Sidibé': 'Kora et machines, Bamako – Angers.',
    'Moss & Copper': 'Analogue synthesizers from Leeds.',
    'Velvet Tractor': 'Garage rural, Deux-Sèvres.',
    'Marlène Ouest': 'Chansons de bord de route.',
    'Hélène Farrand Quartet': 'Jazz de chambre.',
    'Théo Vandal': 'Guitare seule, cordes neuves.',
    'Paper Lanterns': 'Four voices from Glasgow.',
    'Bal des Verriers': 'Le bal de la maison, avec qui veut.',
  },
  options: {
    'Place assise': 'Une chaise vous attend au balcon.',
    'Accès fauteuil roulant': 'Emplacement de plain-pied, un accompagnant invité.',
  },
  products: [
    {
      name: 'Billet concert',
      kind: 'ticket',
      shortDescription: 'Une entrée pour la soirée.',
      prices: [
        { name: 'Plein tarif', amountMinor: 2200 },
        { name: 'Tarif réduit', amountMinor: 1500, scanNote: 'Demander le justificatif.' },
        { name: 'Tarif adhérent', amountMinor: 1200, membersOf: 'Carte Verrière', maxPerUser: 2 },
      ],
    },
    {
      name: 'Prévente',
      kind: 'ticket',
      shortDescription: 'Moins chère pour qui se décide tôt.',
      prices: [{ name: 'Prévente', amountMinor: 1700, soldForDays: 14 }],
    },
    {
      name: 'Entrée au bal',
      kind: 'ticket',
      shortDescription: 'Vous choisissez ce que vous donnez.',
      prices: [{ name: 'Prix libre', amountMinor: 500, openAmount: true }],
    },
    {
      name: 'Carte Verrière',
      kind: 'membership',
      shortDescription: 'L’adhésion à l’association : tarif réduit toute la saison.',
      sendToCashless: true,
      prices: [
        { name: 'À l’année', amountMinor: 2500, period: 'year', maxPerUser: 1 },
        { name: 'Au mois', amountMinor: 400, period: 'month', maxPerUser: 1 },
      ],
    },
    {
      name: 'Affiche sérigraphiée',
      kind: 'merchandise',
      shortDescription: 'Deux couleurs, 40 × 60 cm, tirée à l’atelier.',
      prices: [{ name: 'L’affiche', amountMinor: 1800, stock: 60 }],
    },
  ],
  devices: {
    paired: ['Entrée principale', 'Entrée balcon'],
    waiting: 'Téléphone de renfort',
    supervisor: 'Responsable des portes',
    archived: 'Ancien téléphone',
  },
  eventsOn: (day) => [night(day)],
}

function night(day: DemoDay): DemoEvent {
  const { head, support, line } = ofTheDay(nights, day)
  const small = smallNights.includes(head)
  const isFull = head === full && isInWeek(1, day)
  return {
    name: head,
    shortDescription: line,
    longDescription: `En première partie : ${support}. Ouverture des portes à 19 h 30.`,
    eventCategory: head === ball ? 'party' : 'music',
    start: '20:30',
    end: '23:30',
    capacity: small ? 40 : isFull ? 60 : 400,
    stage: 'Grande salle',
    products: [...(head === ball ? ['Entrée au bal'] : ['Prévente', 'Billet concert']), 'Affiche sérigraphiée'],
    options: ['Place assise', 'Accès fauteuil roulant'],
    artists: [
      [support, '20:30'],
      [head, '21:30'],
    ],
    terms: {
      costs: [
        { label: 'Son et lumière', amountMinor: small ? 6_000 : 18_000 },
        { label: 'Repas des artistes', amountMinor: 4_800 },
      ],
      deals: {
        [support]: { kind: 'guarantee', guaranteeMinor: small ? 5_000 : 12_000, shareHundredths: null },
        [head]: { kind: 'versus', guaranteeMinor: small ? 8_000 : 25_000, shareHundredths: 7_000 },
      },
    },
    crowd: { tonight: small || isFull ? 17 : 45, before: isFull ? 17 : small ? 12 : 2 },
    ...(isFull ? { outcome: { kind: 'sold_out', waiting: 3 } } : {}),
    ...(head === called && isInWeek(0, day) ? { outcome: { kind: 'cancelled', reason: offReason } } : {}),
  }
}
