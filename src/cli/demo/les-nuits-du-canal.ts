import { type DemoDay, type DemoOrganisation, ofTheDay } from './organisation.ts'

const headliners = ['Solstice Radio', 'Fanfare Vermeil', 'Brume & Béton', 'Awa Tall', 'The Tidewrights'] as const
const guests = ['Les Péniches Électriques', 'Juno Carrière', 'Kaïs Mistral', 'Sable Mouvant'] as const

export const lesNuitsDuCanal: DemoOrganisation = {
  slug: 'les-nuits-du-canal',
  category: 'festival',
  organisation: 'Les Nuits du Canal',
  email: 'bonjour@les-nuits-du-canal.example',
  language: 'fr',
  currency: 'EUR',
  look: {
    accentColor: '#b4430d',
    theme: { typePair: 'round', colorScheme: 'device', pictureHeader: 'banner' },
    motif: 'lanterns',
    palettes: [
      ['#0b1030', '#2b3a78', '#8fa8e8', '#ffb347'],
      ['#140b33', '#5a2f7d', '#b79be0', '#ff9d5c'],
      ['#07202e', '#14586b', '#7fc4c9', '#ffc65c'],
      ['#1b0f2b', '#7a2f55', '#d99bb8', '#ffd27a'],
    ],
  },
  code: { code: 'LAMPION', discountHundredths: 1500 },
  shortDescription: 'Un festival au fil de l’eau : trois scènes, des péniches, des lampions.',
  longDescription:
    'Chaque soir, les Nuits du Canal posent trois scènes entre deux écluses. On circule à pied, on s’assied sur l’herbe, on rentre par le dernier bateau.\n\nEvery evening three stages between two locks. Walk from one to the next, sit on the grass, take the last boat home.',
  address: 'Écluse Saint-Martin, chemin de halage',
  postalCode: '31000',
  city: 'Toulouse',
  latitude: 43.61083,
  longitude: 1.41832,
  phone: '+33 5 61 00 00 31',
  website: 'https://les-nuits-du-canal.example/',
  places: [
    {
      name: 'Le Grand Bassin',
      address: 'Chemin de halage',
      postalCode: '31000',
      city: 'Toulouse',
      latitude: 43.60972,
      longitude: 1.41655,
      stages: ['Grande Scène', 'Scène flottante'],
    },
    {
      name: 'La Halle aux Avirons',
      address: '3 rue du Port-Sec',
      postalCode: '31000',
      city: 'Toulouse',
      latitude: 43.61221,
      longitude: 1.41938,
      stages: ['Le Hangar'],
    },
    {
      name: 'Le Jardin de l’Éclusier',
      address: 'Écluse Saint-Martin',
      postalCode: '31000',
      city: 'Toulouse',
      latitude: 43.61083,
      longitude: 1.41832,
      stages: ['Sous le tilleul'],
    },
  ],
  projects: [],
  artists: {
    'Solstice Radio': 'Électro solaire, Marseille.',
    'Fanfare Vermeil': 'Dix-sept cuivres et un porte-voix.',
    'Brume & Béton': 'Rap et contrebasse.',
    'Awa Tall': 'Chant wolof, guitares claires.',
    'The Tidewrights': 'Sea songs for land people, Whitby.',
    'Les Péniches Électriques': 'Surf d’eau douce.',
    'Juno Carrière': 'Synthés et sémaphores.',
    'Kaïs Mistral': 'Oud, électricité, vent du sud.',
    'Sable Mouvant': 'Doom délicat.',
    'Atelier des petites oreilles': 'Sieste musicale pour tous les âges.',
  },
  options: {
    'Repas végétarien': 'À retirer à la cantine du Grand Bassin.',
    'Retour en bateau': 'Dernier départ à 1 h, embarcadère de la Halle.',
  },
  products: [
    {
      name: 'Billet soirée',
      kind: 'ticket',
      shortDescription: 'Les trois scènes, de 18 h 30 à 1 h.',
      prices: [
        { name: 'Plein tarif', amountMinor: 3200 },
        { name: 'Moins de 26 ans', amountMinor: 2400 },
        { name: 'Amis du canal', amountMinor: 2000, membersOf: 'Les Amis du canal', maxPerUser: 2 },
      ],
    },
    {
      name: 'Entrée libre',
      kind: 'free',
      shortDescription: 'Gratuit, sur réservation.',
      prices: [{ name: 'Gratuit', amountMinor: 0, maxPerUser: 6 }],
    },
    {
      name: 'Pack pique-nique',
      kind: 'pack',
      shortDescription: 'Un panier pour deux à déguster sur l’herbe.',
      longDescription: '2 sandwichs au choix\n2 limonades\n1 nappe à rapporter',
      prices: [{ name: 'Le panier', amountMinor: 2600, stock: 80 }],
    },
    {
      name: 'Recharge cashless',
      kind: 'cashless_top_up',
      shortDescription: 'À dépenser aux bars et à la cantine.',
      prices: [
        { name: '10 €', amountMinor: 1000 },
        { name: '20 €', amountMinor: 2000 },
        { name: 'Montant libre', amountMinor: 500, openAmount: true },
      ],
    },
    {
      name: 'T-shirt du festival',
      kind: 'clothing',
      shortDescription: 'Coton biologique, sérigraphie bleu canal.',
      prices: [
        { name: 'Coupe droite', amountMinor: 2000, stock: 150 },
        { name: 'Enfant', amountMinor: 1500, stock: 60 },
      ],
    },
    {
      name: 'Gobelet et lampion',
      kind: 'merchandise',
      shortDescription: 'Consigné, mais vous voudrez le garder.',
      prices: [{ name: 'Le duo', amountMinor: 600 }],
    },
    {
      name: 'Les Amis du canal',
      kind: 'membership',
      shortDescription: 'Soutenir l’association et entrer au tarif ami.',
      sendToCashless: true,
      prices: [{ name: 'L’année', amountMinor: 1500, period: 'year', maxPerUser: 1 }],
    },
  ],
  devices: {
    paired: ['Porte Nord', 'Porte du Hangar'],
    waiting: 'Porte Sud',
    supervisor: 'Responsable des portes',
    archived: 'Tablette 2024',
  },
  eventsOn: (day) => [evening(day), nap(day)],
}

function evening(day: DemoDay) {
  const head = ofTheDay(headliners, day)
  const guest = ofTheDay(guests, day)
  return {
    name: `La nuit du ${day.inWords('fr')}`,
    shortDescription: `${head}, ${guest} et les lampions.`,
    longDescription: `Sur la Grande Scène : ${head}. Juste avant : ${guest}.\n\nOuverture du site à 18 h 30. Tonight on the main stage: ${head}.`,
    eventCategory: 'music',
    start: '19:00',
    end: '01:00',
    capacity: 2500,
    stage: 'Grande Scène',
    products: ['Billet soirée', 'Pack pique-nique', 'T-shirt du festival'],
    options: ['Repas végétarien', 'Retour en bateau'],
    artists: [
      [guest, '19:30'],
      [head, '22:00'],
    ],
    crowd: { tonight: 48, before: 2 },
  } as const
}

function nap(day: DemoDay) {
  return {
    name: `Sieste sonore du ${day.inWords('fr')}`,
    shortDescription: 'Hamacs, tilleul, enceintes discrètes. Gratuit sur réservation.',
    eventCategory: 'meditation_wellbeing',
    start: '15:00',
    end: '18:00',
    capacity: 80,
    stage: 'Sous le tilleul',
    products: ['Entrée libre'],
    artists: [['Atelier des petites oreilles', '15:30']],
    crowd: { tonight: 20, before: 1 },
  } as const
}
