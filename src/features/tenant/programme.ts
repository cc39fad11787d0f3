import type { CountRule } from './category-rules.ts'
import { categoryRules, type TenantCategory } from './tenant.ts'

/** What events are put together from. Each is a table of its own, with these columns besides its id. */
export type ProgrammeValues = {
  readonly location: {
    readonly name: string
    readonly address: string | null
    readonly postalCode: string | null
    readonly city: string | null
  }
  readonly stage: {
    readonly name: string
    /** Null: a stage that travels, of no location. */
    readonly locationId: string | null
  }
  readonly project: {
    readonly name: string
    readonly shortDescription: string | null
    readonly longDescription: string | null
  }
  readonly artist: {
    readonly name: string
    readonly shortDescription: string | null
    readonly longDescription: string | null
    readonly website: string | null
  }
  /** Something a person may ask for with a ticket: a meal, a wheelchair place. */
  readonly ticketOption: { readonly name: string; readonly description: string | null }
}

export type ProgrammeNoun = keyof ProgrammeValues

export type ProgrammeEntry<Noun extends ProgrammeNoun> = ProgrammeValues[Noun] & {
  readonly id: string
  readonly createdAt: Date
  /** Archived: nobody chooses it any more (ADR 0142). */
  readonly archived: boolean
}

type PickValues<Noun extends ProgrammeNoun> = (entry: ProgrammeValues[Noun]) => ProgrammeValues[Noun]

const pick: { readonly [Noun in ProgrammeNoun]: PickValues<Noun> } = {
  location: ({ name, address, postalCode, city }) => ({ name, address, postalCode, city }),
  stage: ({ name, locationId }) => ({ name, locationId }),
  project: ({ name, shortDescription, longDescription }) => ({ name, shortDescription, longDescription }),
  artist: ({ name, shortDescription, longDescription, website }) => ({
    ...{ name, shortDescription, longDescription, website },
  }),
  ticketOption: ({ name, description }) => ({ name, description }),
}

/** What staff says of an entry, in one order. */
export function entryValues<Noun extends ProgrammeNoun>(
  noun: Noun,
  entry: ProgrammeEntry<Noun>,
): ProgrammeValues[ProgrammeNoun] & { readonly archived: boolean } {
  const values: ProgrammeValues[ProgrammeNoun] = pick[noun](entry)
  return { ...values, archived: entry.archived }
}

/** How many of them a tenant of that category has, or may have (ADR 0073). */
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
