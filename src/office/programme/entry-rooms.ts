import { programmeRule } from '../../features/tenant/programme.ts'
import { programmeFields, type ProgrammeNoun, type ProgrammeValues } from '../../features/tenant/programme-fields.ts'
import { categoryRules, type Tenant, type TenantCategory, tenantCategories } from '../../features/tenant/tenant.ts'
import { type Fields, only } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import type { AdminArea } from '../kit/areas.ts'
import type { Checked } from '../kit/edit-page.ts'
import { type FieldWords, type Filled, readForm, typedFields } from '../kit/form-fields.tsx'
import { readTyped } from '../kit/typed.ts'

export type EntryRoom<Noun extends ProgrammeNoun> = {
  readonly noun: Noun
  readonly area: AdminArea
  /** What tells one from another in the list. */
  about(values: ProgrammeValues[Noun]): string | null
}

export const locationRoom: EntryRoom<'location'> = {
  noun: 'location',
  area: 'locations',
  about: ({ address, postalCode, city }) =>
    [address, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
}
export const stageRoom: EntryRoom<'stage'> = { noun: 'stage', area: 'stages', about: () => null }
export const projectRoom: EntryRoom<'project'> = {
  noun: 'project',
  area: 'projects',
  about: ({ shortDescription }) => shortDescription,
}
export const artistRoom: EntryRoom<'artist'> = {
  noun: 'artist',
  area: 'artists',
  about: ({ shortDescription }) => shortDescription,
}
export const optionRoom: EntryRoom<'ticketOption'> = {
  noun: 'ticketOption',
  area: 'options',
  about: ({ description }) => description,
}

/** The form as it was typed. */
export type FilledEntry = Filled<Fields>

/** What its form takes; what is wrong in it is said by the page. */
export const entryBody = (noun: ProgrammeNoun) => typedFields(programmeFields[noun])

/** A venue has one place and one stage, and where they are is said of the organisation: nothing but their names is asked. */
export function askedFields(noun: ProgrammeNoun, { category }: Tenant): Fields {
  const fields: Fields = programmeFields[noun]
  const hasOne = (noun === 'location' || noun === 'stage') && programmeRule(noun, category) === 'exactly_one'
  return hasOne ? only(fields, 'name') : fields
}

export function fieldWords(noun: ProgrammeNoun, language: Language): FieldWords<Fields> {
  const { fields, nouns } = entryTexts[language]
  const { nameHelp, nameMissing } = nouns[noun]
  return { ...fields, nameHelp, nameMissing }
}

/** What the form says, or what is wrong with it, beside each field. */
export function readEntry<Noun extends ProgrammeNoun>(
  noun: Noun,
  filled: FilledEntry,
  { tenant, language }: { readonly tenant: Tenant; readonly language: Language },
): Checked<ProgrammeValues[Noun]> {
  const typed = readTyped(tenant)
  const values = readForm(askedFields(noun, tenant), filled, { typed, words: fieldWords(noun, language), language })
  return { values: values as unknown as ProgrammeValues[Noun], problems: typed.problems }
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
