import type { TenantTx } from '../../db/database.ts'
import { foldedWords, readUuid } from '../../lib/text.ts'
import { makesTickets, type ProductKind } from '../catalog/product.ts'
import type { ImportProblem } from './import-kind.ts'
import { listCatalogue, listEntryNames, listEventNames } from './import-targets.queries.ts'
import { readNameWithId } from './import-words.ts'

/** A price that a line may name, with its product. */
export type TargetPrice = Awaited<ReturnType<typeof listCatalogue>>[number]
export type TargetEvent = Awaited<ReturnType<typeof listEventNames>>[number]

/** What of the programme is imported, and named by events. */
export type ImportedNoun = 'location' | 'artist' | 'ticketOption'

type Named = { readonly field: string; readonly problem: ImportProblem }

/** Finds what lines name, by id or by name. */
export type ImportTargets = {
  /** Finds the price of a ticket or a membership. Null: neither a product nor a price is named. */
  price(of: 'ticket' | 'membership', product: string | null, price: string | null): TargetPrice | Named | null
  /** Finds an event by its id, the last part of its address or its name. */
  event(text: string): TargetEvent | Named
}

/** Reads what lines may name. */
export async function readTargets(tx: TenantTx): Promise<ImportTargets> {
  const [prices, events] = [await listCatalogue(tx), await listEventNames(tx)]
  const byId = new Map(events.map((event) => [event.id, event]))
  const bySlug = new Map(events.map((event) => [event.slug, event]))
  const byName = Map.groupBy(events, ({ name }) => fold(name))
  return {
    price(of, product, price) {
      if (product === null && price === null) return null
      const right = prices.filter(({ kind }) => isOf(of, kind))
      const ofProduct =
        product === null ? right : right.filter((one) => isNamed(product, one.productId, one.productName))
      if (product !== null && ofProduct.length === 0) return { field: 'product', problem: 'unknown_product' }
      const found = price === null ? ofProduct : ofProduct.filter((one) => isNamed(price, one.id, one.name))
      const [first, ...others] = found
      if (!first) return { field: 'price', problem: 'unknown_price' }
      return others.length === 0 ? first : { field: 'price', problem: 'several_prices' }
    },
    event(text) {
      const known = byId.get(readUuid(text) ?? '') ?? bySlug.get(text)
      if (known) return known
      const [first, ...others] = byName.get(fold(text)) ?? []
      if (!first) return { field: 'event', problem: 'unknown_event' }
      return others.length === 0 ? first : { field: 'event', problem: 'several_events' }
    },
  }
}

/**
 * Finds what a cell names of the programme: ids, or names parted by commas, semicolons or bars, or names with ids, of which the id counts where
 * it is known. Whether there is something of an id alone is known to the database.
 */
export async function findNamed(
  tx: TenantTx,
  noun: ImportedNoun,
  field: string,
  text: string | null,
): Promise<readonly string[] | Named> {
  if (text === null) return []
  const ids = text.split(/[\s,;|]+/).map(readUuid)
  if (ids.every((id) => id !== null)) return [...new Set(ids)]
  const entries = await listEntryNames(tx, noun)
  const byName = Map.groupBy(entries, ({ name }) => fold(name))
  // One name may have a comma.
  const isOne = (part: string) => byName.has(fold(part)) || readNameWithId(part) !== null
  const divided = (parts: readonly string[], by: RegExp) =>
    parts.flatMap((part) => (isOne(part) ? part : part.split(by)))
  const found = new Set<string>()
  for (const part of divided(divided([text], /[|]/), /[,;]/)) {
    const { name, id } = readNameWithId(part) ?? { name: part, id: readUuid(part) }
    const there = entries.filter((entry) => entry.id === id)
    const [first, ...others] = there.length > 0 ? there : (byName.get(fold(name)) ?? [])
    const one = first?.id ?? id
    if (one === null) return { field, problem: unknownEntries[noun] }
    if (others.length > 0) return { field, problem: 'several_entries' }
    found.add(one)
  }
  return [...found]
}

const unknownEntries = {
  location: 'unknown_location',
  artist: 'unknown_artist',
  ticketOption: 'unknown_option',
} as const satisfies Record<ImportedNoun, ImportProblem>

function isOf(of: 'ticket' | 'membership', kind: ProductKind): boolean {
  return of === 'ticket' ? makesTickets(kind) : kind === 'membership'
}

/** Whether a text names a thing. */
export function isNamed(text: string, id: string, name: string): boolean {
  return readUuid(text) === id || fold(text) === fold(name)
}

/** A name as two people type it. */
export const fold = (name: string) => foldedWords(name).join(' ')
