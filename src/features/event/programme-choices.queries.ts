import type { TenantTx } from '../../db/database.ts'
import { eventsMadeFor, type ListedProduct, listProducts } from '../catalog/catalog.queries.ts'
import { listEntries } from '../tenant/programme.queries.ts'
import type { ProgrammeEntry } from '../tenant/programme.ts'

/** What an event can be put together from. */
export type ProgrammeChoices = {
  readonly locations: readonly ProgrammeEntry<'location'>[]
  readonly stages: readonly ProgrammeEntry<'stage'>[]
  readonly projects: readonly ProgrammeEntry<'project'>[]
  readonly artists: readonly ProgrammeEntry<'artist'>[]
  readonly options: readonly ProgrammeEntry<'ticketOption'>[]
  readonly products: readonly ListedProduct[]
}

const mostChoices = { limit: 1000 }

export async function listProgrammeChoices(tx: TenantTx): Promise<ProgrammeChoices> {
  const [products, events] = [await listProducts(tx, { publishedOnly: false }), await eventsMadeFor(tx)]
  return {
    locations: await listEntries(tx, 'location', mostChoices),
    stages: await listEntries(tx, 'stage', mostChoices),
    projects: await listEntries(tx, 'project', mostChoices),
    artists: await listEntries(tx, 'artist', mostChoices),
    options: await listEntries(tx, 'ticketOption', mostChoices),
    products: products.map((product) => ({ ...product, madeFor: events.get(product.id) ?? null })),
  }
}
