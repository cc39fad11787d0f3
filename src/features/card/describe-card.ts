import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findKnownCard, findUsedCard, type KnownCard } from './card.queries.ts'
import { listMovements, type Movement } from './purse.queries.ts'

/** A card at one tenant, with its latest movements, the latest first. */
export type CardView = KnownCard & { readonly movements: readonly Movement[] }

const latest = 20

/** @throws AppError not_found, alike for a card that is unknown and for one that is not known here */
export async function describeCard(deps: BasicDeps, tenant: Tenant, tagId: string): Promise<CardView> {
  return deps.database.asTenant(tenant.id, (tx) => getCardView(tx, tagId, deps.now()))
}

/**
 * The same for staff, who has not got the card in its hand.
 *
 * @throws AppError not_found, alike for a card that is unknown and for one that was not used here (ADR 0160)
 */
export async function describeUsedCard(deps: BasicDeps, tenant: Tenant, tagId: string): Promise<CardView> {
  return deps.database.asTenant(tenant.id, async (tx) => viewCard(tx, await findUsedCard(tx, tagId, deps.now())))
}

/** @throws AppError not_found */
export async function getCardView(tx: TenantTx, tagId: string, now: Date): Promise<CardView> {
  return viewCard(tx, await findKnownCard(tx, tagId, now))
}

async function viewCard(tx: TenantTx, card: KnownCard | null): Promise<CardView> {
  if (!card) throw new AppError('not_found')
  const movements = card.purseId === null ? [] : await listMovements(tx, card.purseId, latest)
  return { ...card, movements }
}
