import { type ServerTx, serverSide } from '../../db/database.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import type { EnqueueDeps } from '../deps.ts'
import { requireApproved } from './approval.ts'
import { requireSelling } from './category-rules.ts'
import { type FederationMove, federationMoves, type MemberMove, type MetaMove } from './federation.ts'
import {
  type Federated,
  type FederationPlace,
  findEver,
  findFederated,
  findPlaceState,
  findSharedCalendar,
  movePlace,
  type SharedCalendar,
} from './federation.queries.ts'
import { noteFederationMove } from './note-federation-move.ts'
import type { Tenant } from './tenant.ts'

/**
 * Asks, for an organisation, for a place on a calendar, withdraws that, or leaves it: its events go in the same transaction. Each may be
 * repeated.
 *
 * @throws AppError category_rule (it sells nothing, or the calendar lists everybody by itself), not_found, is_sandbox, not_approved,
 *   invalid_transition
 */
export async function moveOnCalendar(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  metaId: string,
  move: MemberMove,
): Promise<SharedCalendar> {
  requireSelling(tenant)
  return deps.database.asTenant(tenant.id, async (tx) => {
    const common = serverSide(tx)
    const { organisation: calendar, standing } = orNotFound(await findSharedCalendar(common, tenant, metaId))
    if (standing === 'everybody') throw new AppError('category_rule', { rule: 'lists_everybody' })
    if (move === 'asked') {
      requireApproved(tenant)
      if (tenant.sandbox) throw new AppError('is_sandbox')
    }
    const place = { metaId, memberId: tenant.id }
    if (await isMoved(deps, common, place, move)) {
      const names = { calendar, organisation: tenant.organisation }
      await noteFederationMove(deps, tx, actor, { move, place, names })
    }
    return orNotFound(await findSharedCalendar(common, tenant, metaId))
  })
}

/**
 * Accepts or declines, for the people of a Meta, who asks to be on it, or removes a member: its events come and go in the same transaction. Each
 * may be repeated.
 *
 * @returns the member; null: it is none
 * @throws AppError not_found, invalid_transition (it withdrew, say)
 */
export async function moveInFederation(
  deps: EnqueueDeps,
  meta: Tenant,
  actor: Actor,
  memberId: string,
  move: MetaMove,
): Promise<Federated | null> {
  return deps.database.asTenant(meta.id, async (tx) => {
    const common = serverSide(tx)
    const place = { metaId: meta.id, memberId }
    const { organisation } = orNotFound(await findEver(common, place))
    if (await isMoved(deps, common, place, move)) {
      const names = { calendar: meta.organisation, organisation }
      await noteFederationMove(deps, tx, actor, { move, place, names })
    }
    return findFederated(common, meta, memberId)
  })
}

/** @returns false: it was so before. @throws AppError invalid_transition */
async function isMoved(
  deps: Pick<EnqueueDeps, 'now'>,
  tx: ServerTx,
  place: FederationPlace,
  move: FederationMove,
): Promise<boolean> {
  if (await movePlace(tx, place, move, deps.now())) return true
  const [from, { to }] = [await findPlaceState(tx, place), federationMoves[move]]
  if (from !== to) throw new AppError('invalid_transition', { move: { of: 'federation', from: from ?? 'none', to } })
  return false
}
