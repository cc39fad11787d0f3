import { type Fields, saidOf } from '../../lib/field.ts'
import type { CountRule } from './category-rules.ts'
import { programmeFields, type ProgrammeNoun, type ProgrammeValues } from './programme-fields.ts'
import { categoryRules, type TenantCategory } from './tenant.ts'

export type ProgrammeEntry<Noun extends ProgrammeNoun> = ProgrammeValues[Noun] & {
  readonly id: string
  readonly createdAt: Date
  /** Whether it is archived: nobody can choose it any more (ADR 0142). */
  readonly archived: boolean
}

/** What staff enters about an entry, in a fixed order. */
export function entryValues<Noun extends ProgrammeNoun>(
  noun: Noun,
  entry: ProgrammeEntry<Noun>,
): ProgrammeValues[ProgrammeNoun] & { readonly archived: boolean } {
  const values = saidOf<Fields>(programmeFields[noun], entry) as ProgrammeValues[ProgrammeNoun]
  return { ...values, archived: entry.archived }
}

/** How many entries a tenant of that category has, or may have (ADR 0073). */
export function programmeRule(noun: ProgrammeNoun, category: TenantCategory): CountRule {
  const rule = categoryRules[category]
  switch (noun) {
    case 'location':
      return rule.locations
    case 'stage':
      return rule.stages
    case 'project':
      return rule.projects
    case 'artist':
    case 'ticketOption':
      return rule.sells ? 'any' : 'none'
  }
}
