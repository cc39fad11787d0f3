import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import type { Actor } from '../account/actor.ts'
import { isSoldByNoOther } from '../catalog/catalog.queries.ts'
import { usualPrice } from '../catalog/price-fields.ts'
import { usualProduct } from '../catalog/product-fields.ts'
import { makePrice, type NewPrice } from '../catalog/save-price.ts'
import { makeProduct } from '../catalog/save-product.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'

/** A price that is typed into the form of an event. */
export type EventPrice = Pick<NewPrice, 'name' | 'amountMinor' | 'stock' | 'vatRateHundredths' | 'id'>

/**
 * Adds prices for this event alone, in a transaction that makes or changes it: to the product that was made for it, or to a new one of
 * its name. What costs nothing is a free entry, unless there is a ticket to which it belongs; it has tickets like any other.
 */
export async function addPrices(
  deps: Pick<Deps, 'now' | 'notifyChange'>,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  event: { readonly id: string; readonly name: string },
  prices: readonly EventPrice[],
): Promise<void> {
  if (prices.length === 0) return
  const kinds = prices.every(({ amountMinor }) => amountMinor === 0)
    ? (['ticket', 'free'] as const)
    : ['ticket' as const]
  const productId =
    (await findOwnProduct(tx, event.id, kinds)) ??
    (await makeOwnProduct(deps, tx, actor, event, kinds.at(-1) ?? 'ticket'))
  for (const price of prices) await makePrice(deps, tx, tenant, actor, productId, { ...usualPrice, ...price })
}

/** Finds a product that was made for the event and is sold there, and at no other. */
async function findOwnProduct(
  tx: TenantTx,
  eventId: string,
  kinds: readonly ('ticket' | 'free')[],
): Promise<string | null> {
  const own = await selectRows(tx, 'eventProduct')
    .innerJoin('product', sameTenant('product.id', 'eventProduct.productId'))
    .select('product.id')
    .where('eventProduct.eventId', '=', eventId)
    .where('product.madeForEventId', '=', eventId)
    .where('product.kind', 'in', kinds)
    .where('product.archived', '=', false)
    .where(isSoldByNoOther)
    .orderBy('product.kind', 'desc')
    .orderBy('product.id')
    .limit(1)
    .executeTakeFirst()
  return own?.id ?? null
}

/** Makes a product that is sold at the event, below all others. */
async function makeOwnProduct(
  deps: Pick<Deps, 'now' | 'notifyChange'>,
  tx: TenantTx,
  actor: Actor,
  event: { readonly id: string; readonly name: string },
  kind: 'ticket' | 'free',
): Promise<string> {
  const { id } = await makeProduct(deps, tx, actor, {
    ...usualProduct,
    name: event.name,
    kind,
    madeForEventId: event.id,
  })
  const { last } = await selectRows(tx, 'eventProduct')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('eventId', '=', event.id)
    .executeTakeFirstOrThrow()
  const row = { tenantId: tx.tenantId, eventId: event.id, productId: id, position: (last ?? -1) + 1 }
  await tx.insertInto('eventProduct').values(row).execute()
  return id
}
