import { type ProgrammeEntry, programmeRule } from '../../features/tenant/programme.ts'
import { programmeFields, type ProgrammeNoun, type ProgrammeValues } from '../../features/tenant/programme-fields.ts'
import { categoryRules, type Tenant, type TenantCategory, tenantCategories } from '../../features/tenant/tenant.ts'
import { type Fields, only } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import type { AdminArea } from '../kit/areas.ts'
import type { Checked } from '../kit/edit-page.ts'
import { checkForm, type FieldWords, type Filled, typedFields } from '../kit/form-values.ts'

/** What events are made of, and the area of the administration where it is kept. */
export type EntryRoom = { readonly noun: ProgrammeNoun; readonly area: AdminArea }

export const entryRooms: readonly EntryRoom[] = [
  { noun: 'location', area: 'locations' },
  { noun: 'stage', area: 'stages' },
  { noun: 'artist', area: 'artists' },
  { noun: 'project', area: 'projects' },
  { noun: 'ticketOption', area: 'options' },
]

/** An entry of any room. */
export type Entry = ProgrammeEntry<ProgrammeNoun>
type EntryValues = ProgrammeValues[ProgrammeNoun]

/** Says what tells one entry from another in the list. */
export function aboutOf(values: EntryValues): string | null {
  if ('shortDescription' in values) return values.shortDescription
  if ('description' in values) return values.description
  if (!('address' in values)) return null
  const town = [values.postalCode, values.city].filter(Boolean).join(' ')
  return [values.address, town].filter(Boolean).join(', ')
}

/** The form as it was typed. */
export type FilledEntry = Filled<Fields>

/** The body of the form; the page says what is wrong in it. */
export const entryBody = (noun: ProgrammeNoun) => typedFields(programmeFields[noun])

/** Fields of the form; a venue has one place and one stage, whose address is the organisation's: only their names are asked. */
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

/** Reads what the form says, or what is wrong with it, beside each field. */
export function readEntry(
  noun: ProgrammeNoun,
  filled: FilledEntry,
  reader: { readonly tenant: Tenant; readonly language: Language },
): Checked<EntryValues> {
  const fields = askedFields(noun, reader.tenant)
  return checkForm(fields, filled, fieldWords(noun, reader.language), reader) as Checked<EntryValues>
}

/** Says how many the kind of organisation may have; null: nothing worth saying. */
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

/** Kinds of organisations that may have several. */
export function categoriesThatAdd(noun: ProgrammeNoun): readonly TenantCategory[] {
  return tenantCategories.filter((category) => mayAdd(noun, { category }))
}
