import { mostLatitude, mostLongitude } from '../../lib/coordinates.ts'
import { degrees, line, lines, link, type ValuesOf, webAddress } from '../../lib/field.ts'

const described = {
  shortDescription: { wire: 'short_description', most: 250 },
  longDescription: { wire: 'long_description', most: 20_000, marked: true, exampleOut: null },
} as const

/** What staff enters about the parts of events. Each noun is a table of its own, with these columns. */
export const programmeFields = {
  location: {
    name: line({ wire: 'name', most: 200, required: true, example: 'Town hall', exampleOut: 'Le Bikini' }),
    address: line({ wire: 'adress', form: 'address', most: 250, example: '1 Market Square' }),
    postalCode: line({ wire: 'postal_code', most: 20, example: '69001' }),
    city: line({ wire: 'city', most: 100, example: 'Lyon', exampleOut: 'Toulouse' }),
    latitude: degrees({ wire: 'latitude', most: mostLatitude, next: 'longitude', example: 43.578542 }),
    longitude: degrees({ wire: 'longitude', most: mostLongitude, example: 1.521738 }),
  },
  stage: {
    name: line({ wire: 'name', most: 200, required: true, example: 'Main stage' }),
    /** The stage's location; empty: a stage that travels. */
    locationId: link({ wire: 'location' }),
  },
  project: {
    name: line({ wire: 'name', most: 200, required: true, example: 'The winter tale', exampleOut: 'Spring tour' }),
    shortDescription: line({ ...described.shortDescription, example: 'Twelve dates in eight towns' }),
    longDescription: lines({ ...described.longDescription, example: 'From the coast to the mountains, by train.' }),
  },
  artist: {
    name: line({ wire: 'name', most: 200, required: true, example: 'The Lovelaces', exampleOut: 'Nina’s Choir' }),
    shortDescription: line({ ...described.shortDescription, example: 'Six voices and a piano' }),
    longDescription: lines({ ...described.longDescription, example: 'They have toured together since 2011.' }),
    website: webAddress({ wire: 'site_web', form: 'website', example: 'https://example.org/' }),
  },
  /** Something a person may ask for with a ticket: a meal, a wheelchair place. */
  ticketOption: {
    name: line({ wire: 'name', most: 200, required: true, example: 'Wheelchair place' }),
    description: line({ wire: 'description', most: 250, example: 'Step-free, beside the sound desk' }),
  },
}

export type ProgrammeNoun = keyof typeof programmeFields

export type ProgrammeValues = {
  readonly [Noun in ProgrammeNoun]: ValuesOf<(typeof programmeFields)[Noun]>
}
