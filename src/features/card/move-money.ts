import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { MovementKind } from './card.ts'
import { changeBalance, insertMovement, type Movement } from './purse.queries.ts'

export type Change = {
  readonly kind: MovementKind
  readonly changeMinor: number
  readonly now: Date
  readonly cardId?: string
  readonly reversalOf?: string | null
  readonly reservationId?: string | null
  readonly note?: string | null
  readonly request?: { readonly key: string; readonly hash: Buffer } | null
  readonly actorId?: string | null
}

/**
 * Changes the balance of a purse that is locked, and writes the movement: the one way to do either.
 *
 * @throws AppError insufficient_balance when it would fall below zero
 */
export async function moveMoney(tx: TenantTx, purseId: string, change: Change): Promise<Movement> {
  const balanceMinor = await changeBalance(tx, purseId, change.changeMinor)
  if (balanceMinor === null) throw new AppError('insufficient_balance')
  return insertMovement(tx, {
    purseId,
    kind: change.kind,
    changeMinor: change.changeMinor,
    balanceMinor,
    cardId: change.cardId ?? null,
    reversalOf: change.reversalOf ?? null,
    reservationId: change.reservationId ?? null,
    note: change.note ?? null,
    requestKey: change.request?.key ?? null,
    requestHash: change.request?.hash ?? null,
    actorId: change.actorId ?? null,
    createdAt: change.now,
  })
}
