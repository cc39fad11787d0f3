import type { TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { findNotedMembership, type NotedMembership } from '../membership/membership.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findKnownCard, findUsedCard, type KnownCard } from './card.queries.ts'
import { listMovements, type Movement } from './purse.queries.ts'

/** A card at one tenant, with its latest movements, the latest first. */
export type CardView = KnownCard & {
  readonly movements: readonly Movement[]
  /** The membership that is noted on it; null: none is valid. */
  readonly membership: NotedMembership | null
}

const latest = 20

/** Describes a card for a till, which has it in its hand. @throws AppError not_found, alike for a card that is unknown and for one that is not known here */
export async function describeCard(deps: BasicDeps, tenant: Tenant, tagId: string): Promise<CardView> {
  return deps.database.asTenant(tenant.id, (tx) => getCardView(tx, tagId, deps.now()))
}

/**
 * Describes a card for staff, who has not got it in its hand.
 *
 * @throws AppError not_found, alike for a card that is unknown and for one that was not used here (ADR 0160)
 */
export async function describeUsedCard(deps: BasicDeps, tenant: Tenant, tagId: string): Promise<CardView> {
  return deps.database.asTenant(tenant.id, (tx) => getCardView(tx, tagId, deps.now(), findUsedCard))
}

/** @throws AppError not_found */
export async function getCardView(tx: TenantTx, tagId: string, now: Date, find = findKnownCard): Promise<CardView> {
  const card = orNotFound(await find(tx, tagId, now))
  const movements = card.purseId === null ? [] : await listMovements(tx, card.purseId, latest)
  const membership = card.email === null ? null : await findNotedMembership(tx, card.email, now)
  return { ...card, movements, membership }
}
