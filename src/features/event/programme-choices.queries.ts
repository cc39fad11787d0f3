import type { TenantTx } from '../../db/database.ts'
import { listProducts, type ProductWithPrices } from '../catalog/catalog.queries.ts'
import { listEntries } from '../tenant/programme.queries.ts'
import type { ProgrammeEntry } from '../tenant/programme.ts'

/** What an event can be put together from. */
export type ProgrammeChoices = {
  readonly locations: readonly ProgrammeEntry<'location'>[]
  readonly stages: readonly ProgrammeEntry<'stage'>[]
  readonly projects: readonly ProgrammeEntry<'project'>[]
  readonly artists: readonly ProgrammeEntry<'artist'>[]
  readonly options: readonly ProgrammeEntry<'ticketOption'>[]
  readonly products: readonly ProductWithPrices[]
}

const mostChoices = { limit: 1000 }

export async function listProgrammeChoices(tx: TenantTx): Promise<ProgrammeChoices> {
  return {
    locations: await listEntries(tx, 'location', mostChoices),
    stages: await listEntries(tx, 'stage', mostChoices),
    projects: await listEntries(tx, 'project', mostChoices),
    artists: await listEntries(tx, 'artist', mostChoices),
    options: await listEntries(tx, 'ticketOption', mostChoices),
    products: await listProducts(tx, { publishedOnly: false }),
  }
}
