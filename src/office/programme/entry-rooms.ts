import { type Static, Type } from 'typebox'
import { type ProgrammeNoun, type ProgrammeValues, programmeRule } from '../../features/tenant/programme.ts'
import {
  categoryRules,
  type Tenant,
  type TenantCategory,
  tenantCategories,
} from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { isUuid } from '../../lib/text.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { Maybe, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import type { AdminArea } from '../kit/areas.ts'
import { readTyped } from '../kit/typed.ts'

const longest = {
  ...{ name: 200, address: 250, postal_code: 20, city: 100, location: 40 },
  ...{ short_description: 250, long_description: 20_000, website: 2000, description: 250 },
} as const
export type EntryField = keyof typeof longest

/** Mild: what is wrong in it is said by the page. */
export const EntryBody = Type.Object({
  name: Maybe(TypedText({ max: longest.name })),
  address: Maybe(TypedText({ max: 1000 })),
  postal_code: Maybe(TypedText({ max: 100 })),
  city: Maybe(TypedText({ max: 1000 })),
  location: Maybe(TypedText({ max: 100 })),
  short_description: Maybe(TypedText({ max: 1000 })),
  long_description: Maybe(TypedLongText({ max: 60_000 })),
  website: Maybe(TypedText({ max: 4000 })),
  description: Maybe(TypedText({ max: 1000 })),
})

/** The form as it was typed; what its room has no field for is empty. */
export type FilledEntry = Readonly<Record<EntryField, string>>

export const emptyEntry: FilledEntry = {
  ...{ name: '', address: '', postal_code: '', city: '', location: '' },
  ...{ short_description: '', long_description: '', website: '', description: '' },
}

/** Fields of the form, by what use cases call them. */
export const fieldOf = { postalCode: 'postal_code' }

/** Says what was typed into a field; null: nothing. */
type Said = (field: EntryField) => string | null

export type EntryRoom<Noun extends ProgrammeNoun> = {
  readonly noun: Noun
  readonly area: AdminArea
  /** The first line of its form is its name. */
  readonly fields: readonly EntryField[]
  /** What tells one from another in the list. */
  about(values: ProgrammeValues[Noun]): string | null
  fill(values: ProgrammeValues[Noun]): Readonly<Partial<Record<EntryField, string | null>>>
  read(name: string, said: Said): ProgrammeValues[Noun]
}

export const locationRoom: EntryRoom<'location'> = {
  ...{ noun: 'location', area: 'locations', fields: ['address', 'postal_code', 'city'] },
  about: ({ address, postalCode, city }) =>
    [address, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  fill: ({ address, postalCode, city }) => ({ address, postal_code: postalCode, city }),
  read: (name, said) => ({
    ...{ name, address: said('address'), postalCode: said('postal_code'), city: said('city') },
  }),
}

export const stageRoom: EntryRoom<'stage'> = {
  ...{ noun: 'stage', area: 'stages', fields: ['location'] },
  about: () => null,
  fill: ({ locationId }) => ({ location: locationId }),
  read: (name, said) => ({ name, locationId: said('location') }),
}

const described = ['short_description', 'long_description'] as const

export const projectRoom: EntryRoom<'project'> = {
  ...{ noun: 'project', area: 'projects', fields: described },
  about: ({ shortDescription }) => shortDescription,
  fill: ({ shortDescription, longDescription }) => ({
    ...{ short_description: shortDescription, long_description: longDescription },
  }),
  read: (name, said) => ({
    ...{ name, shortDescription: said('short_description'), longDescription: said('long_description') },
  }),
}

export const artistRoom: EntryRoom<'artist'> = {
  ...{ noun: 'artist', area: 'artists', fields: [...described, 'website'] },
  about: ({ shortDescription }) => shortDescription,
  fill: ({ website, ...artist }) => ({ ...projectRoom.fill(artist), website }),
  read: (name, said) => ({ ...projectRoom.read(name, said), website: said('website') }),
}

export const optionRoom: EntryRoom<'ticketOption'> = {
  ...{ noun: 'ticketOption', area: 'options', fields: ['description'] },
  about: ({ description }) => description,
  fill: ({ description }) => ({ description }),
  read: (name, said) => ({ name, description: said('description') }),
}

/** A venue has one place and one stage, and where they are is said of the organisation: nothing but their names is asked. */
export function askedFields<Noun extends ProgrammeNoun>(
  { noun, fields }: EntryRoom<Noun>,
  { category }: Tenant,
): readonly EntryField[] {
  return (noun === 'location' || noun === 'stage') && programmeRule(noun, category) === 'exactly_one'
    ? []
    : fields
}

/** @param former what is there of what is not asked */
export function filledIn(
  asked: readonly EntryField[],
  body: Static<typeof EntryBody>,
  former: FilledEntry = emptyEntry,
): FilledEntry {
  const typed = ['name' as const, ...asked].map((field) => [field, body[field] ?? ''])
  return { ...former, ...Object.fromEntries(typed) }
}

export function filledFrom<Noun extends ProgrammeNoun>(
  room: EntryRoom<Noun>,
  values: ProgrammeValues[Noun],
): FilledEntry {
  const filled = Object.entries({ name: values.name, ...room.fill(values) })
  return { ...emptyEntry, ...Object.fromEntries(filled.map(([field, value]) => [field, value ?? ''])) }
}

/** What the form says, or what is wrong with it, beside each field. */
export function readEntry<Noun extends ProgrammeNoun>(
  room: EntryRoom<Noun>,
  filled: FilledEntry,
  { tenant, language }: { readonly tenant: Tenant; readonly language: Language },
): { readonly values: ProgrammeValues[Noun]; readonly problems: readonly FormProblem[] } {
  const { problems: usual } = deskTexts[language]
  const typed = readTyped(tenant)
  const said = (field: EntryField) => {
    const text = filled[field]
    if (field === 'website') return typed.webAddress(field, text, usual.address)
    if (field === 'location') return isUuid(text) ? text.toLowerCase() : null
    return typed.text(field, text, longest[field], usual.tooLong)
  }
  const name = typed.name('name', filled.name, entryTexts[language].nouns[room.noun].nameMissing)
  return { values: room.read(name, said), problems: typed.problems }
}

export function lengthOf(field: EntryField): number {
  return longest[field]
}

/** What the kind of organisation says about how many there are; null: nothing worth saying. */
export function ruleOf(noun: ProgrammeNoun, { category }: Tenant, language: Language): string | null {
  const { rules } = entryTexts[language]
  if (!categoryRules[category].sells) return rules.sellsNothing
  switch (programmeRule(noun, category)) {
    case 'exactly_one':
      return noun === 'location' ? `${rules.venue} ${rules.venueAddress}` : rules.venue
    case 'one_or_more':
      return noun === 'project' ? rules.projects : rules.oneOrMore
    case 'none':
      return rules.noProjects
    case 'any':
      return null
  }
}

/** Whether there may be one more. */
export function mayAdd(noun: ProgrammeNoun, { category }: Pick<Tenant, 'category'>): boolean {
  return ['any', 'one_or_more'].includes(programmeRule(noun, category))
}

/** The kinds of organisations that may have several. */
export function categoriesThatAdd(noun: ProgrammeNoun): readonly TenantCategory[] {
  return tenantCategories.filter((category) => mayAdd(noun, { category }))
}
