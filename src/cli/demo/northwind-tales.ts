import type { DemoDay, DemoEvent, DemoOrganisation } from './organisation.ts'

const stops = [
  { project: 'The Lighthouse Keeper', stage: 'Harbour Hall', town: 'Whitby' },
  { project: 'Salt & Cinders', stage: 'The Malt Store', town: 'York' },
  { project: 'The Lighthouse Keeper', stage: 'Corn Exchange studio', town: 'Leeds' },
] as const

/** They travel in between. */
const daysBetweenShows = 2

export const northwindTales: DemoOrganisation = {
  slug: 'northwind-tales',
  category: 'producer',
  organisation: 'Northwind Tales',
  email: 'office@northwind-tales.example',
  language: 'en',
  currency: 'GBP',
  look: {
    accentColor: '#a11d3a',
    theme: { typePair: 'serif', colorScheme: 'light', pictureHeader: 'beside' },
    motif: 'beam',
    palettes: [
      ['#2a0d1a', '#a33a4a', '#3b1424', '#ffe9c9'],
      ['#241018', '#c2603f', '#361a20', '#fff1d6'],
      ['#1d1226', '#8a3f63', '#2a1732', '#ffe3b8'],
    ],
  },
  code: { code: 'ROPEWALK', discountHundredths: 1000 },
  shortDescription: 'A touring theatre company: small casts, long shadows.',
  longDescription:
    'Northwind Tales makes theatre that fits in one van. Two productions are on the road this season, in halls where you can see the actors’ breath.',
  address: '7 Ropewalk',
  postalCode: 'YO21 1AA',
  city: 'Whitby',
  latitude: 54.47921,
  longitude: -0.61534,
  phone: '+44 1947 000007',
  website: 'https://northwind-tales.example/',
  places: [
    {
      name: 'Harbour Hall, Whitby',
      address: 'Pier Road',
      postalCode: 'YO21 1AB',
      city: 'Whitby',
      latitude: 54.48975,
      longitude: -0.61402,
      stages: ['Harbour Hall'],
    },
    {
      name: 'The Malt Store, York',
      address: '2 Tanner Row',
      postalCode: 'YO1 6AA',
      city: 'York',
      latitude: 53.95893,
      longitude: -1.08817,
      stages: ['The Malt Store'],
    },
    {
      name: 'Corn Exchange, Leeds',
      address: 'Call Lane',
      postalCode: 'LS1 7AA',
      city: 'Leeds',
      latitude: 53.79611,
      longitude: -1.54023,
      stages: ['Corn Exchange studio'],
    },
  ],
  projects: [
    { name: 'The Lighthouse Keeper', shortDescription: 'A winter, a lamp, and somebody knocking.' },
    { name: 'Salt & Cinders', shortDescription: 'A cookery show in the year 1666.' },
  ],
  artists: {
    'Imogen Vale': 'Plays the keeper, and the sea.',
    'Desmond Achterberg': 'Plays everybody who knocks.',
    'Rosa Quill': 'Writes, directs, drives the van.',
  },
  options: {
    'Audio description': 'Headset at the desk, from half an hour before.',
    'Wheelchair space': 'With a seat beside it for a companion.',
  },
  products: [
    {
      name: 'Seat',
      kind: 'ticket',
      shortDescription: 'Unreserved: come early for the front.',
      prices: [
        { name: 'Full price', amountMinor: 1600 },
        { name: 'Concession', amountMinor: 1100, scanNote: 'Ask to see the concession card.' },
        { name: 'Friend', amountMinor: 900, membersOf: 'Friend of Northwind', maxPerUser: 2 },
      ],
    },
    {
      name: 'Early bird',
      kind: 'ticket',
      shortDescription: 'For those who know early.',
      prices: [{ name: 'Early bird', amountMinor: 1200, soldForDays: 14 }],
    },
    {
      name: 'Friend of Northwind',
      kind: 'membership',
      shortDescription: 'Keeps the van going, and gets you in for less.',
      prices: [{ name: 'For ever', amountMinor: 6000, maxPerUser: 1 }],
    },
    {
      name: 'Playscript',
      kind: 'merchandise',
      shortDescription: 'Printed in Whitby, signed on the night.',
      prices: [{ name: 'Paperback', amountMinor: 850, stock: 200 }],
    },
  ],
  devices: { paired: ['Front of house'], waiting: 'Stage door', supervisor: 'House manager', archived: 'Old tablet' },
  eventsOn: (day) => (day.number % daysBetweenShows === 0 ? [show(day)] : []),
}

/** One show of the programme, postponed to the day after, when they do not travel. */
const postponement = { kind: 'postponed', days: 1, reason: 'The van is at the garage. It says one more day.' } as const
const postponedEvery = 9

function show(day: DemoDay): DemoEvent {
  const isPostponed = (day.number / daysBetweenShows) % postponedEvery === 0
  const stop = stops[(day.number / daysBetweenShows) % stops.length] ?? stops[0]
  return {
    name: `${stop.project}, ${stop.town}`,
    shortDescription: `One night in ${stop.town}, ${day.inWords('en')}.`,
    eventCategory: 'theatre',
    start: '19:30',
    end: '21:45',
    capacity: 120,
    stage: stop.stage,
    project: stop.project,
    products: ['Early bird', 'Seat', 'Playscript'],
    options: ['Audio description', 'Wheelchair space'],
    artists: [
      ['Imogen Vale', '19:30'],
      ['Desmond Achterberg', '19:40'],
    ],
    crowd: { tonight: 20, before: 3 },
    ...(isPostponed ? { outcome: postponement } : {}),
  }
}
