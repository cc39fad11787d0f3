import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertMissing, isThere, sameTenant, selectRows, updateRows } from '../../db/rows.ts'
import type { PurseMovement, Purse as PurseRow } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { MovementKind } from './card.ts'

export type Purse = Selectable<PurseRow>
export type Movement = Omit<Selectable<PurseMovement>, 'kind'> & { readonly kind: MovementKind }

/** Who a purse belongs to: a person, by normalised address, or a card which is nobody's. */
export type PurseHolder = { readonly email: string } | { readonly cardId: string }

/** Locks a purse, which is made when there is none yet. Every change of a balance is decided under this lock. */
export async function lockPurse(tx: TenantTx, holder: PurseHolder, now: Date): Promise<Purse> {
  const found = await lockPurseOf(tx, holder)
  if (found) return found
  await insertMissing(tx, 'purse', { id: newId(), ...holder, createdAt: now }).execute()
  const made = await lockPurseOf(tx, holder)
  if (!made) throw new Error('the purse just made is missing')
  return made
}

/** Locks a holder's purse; null when there is none. */
export async function lockPurseOf(tx: TenantTx, holder: PurseHolder): Promise<Purse | null> {
  const query = selectRows(tx, 'purse').selectAll()
  const row = await ('email' in holder
    ? query.where('email', '=', holder.email)
    : query.where('cardId', '=', holder.cardId)
  )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Finds the purse that what was on a card went to when it was linked after one of its credits; null: it is on the card still. */
export async function findSuccessor(tx: TenantTx, cardId: string, creditId: string): Promise<string | null> {
  const row = await selectRows(tx, 'purseMovement')
    .select('purseId')
    .where('cardId', '=', cardId)
    .where('kind', '=', 'card_replaced')
    .where('changeMinor', '>', 0)
    .where('id', '>', creditId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.purseId ?? null
}

export async function lockPurseById(tx: TenantTx, id: string): Promise<Purse> {
  return selectRows(tx, 'purse').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Finds what a person's cards are worth here; null: nothing was ever on them. */
export async function findBalance(tx: TenantTx, email: string): Promise<number | null> {
  const row = await selectRows(tx, 'purse').select('balanceMinor').where('email', '=', email).executeTakeFirst()
  return row?.balanceMinor ?? null
}

/** Changes a balance, if it stays at zero or above. @returns the new one; null when it would not */
export async function changeBalance(tx: TenantTx, purseId: string, changeMinor: number): Promise<number | null> {
  const row = await updateRows(tx, 'purse')
    .set((set) => ({ balanceMinor: set('balanceMinor', '+', changeMinor) }))
    .where('id', '=', purseId)
    .where((where) => where(where('balanceMinor', '+', changeMinor), '>=', 0))
    .returning('balanceMinor')
    .executeTakeFirst()
  return row?.balanceMinor ?? null
}

export async function insertMovement(tx: TenantTx, movement: Omit<Movement, 'tenantId' | 'id'>): Promise<Movement> {
  const row = { tenantId: tx.tenantId, id: newId(), ...movement }
  await tx.insertInto('purseMovement').values(row).execute()
  return row
}

function selectMovements(tx: TenantTx) {
  return selectRows(tx, 'purseMovement').selectAll()
}

/** The latest first. */
export async function listMovements(tx: TenantTx, purseId: string, limit: number): Promise<readonly Movement[]> {
  return selectMovements(tx).where('purseId', '=', purseId).orderBy('id', 'desc').limit(limit).execute()
}

/** Lists the orders that put money on a card itself, while it was nobody's. */
export async function listOrderIdsOf(tx: TenantTx, cardId: string): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'purse')
    .innerJoin('purseMovement as movement', sameTenant('movement.purseId', 'purse.id'))
    .select('movement.reservationId')
    .distinct()
    .where('purse.cardId', '=', cardId)
    .where('movement.reservationId', 'is not', null)
    .$narrowType<{ reservationId: string }>()
    .execute()
  return rows.map(({ reservationId }) => reservationId)
}

/** What was asked for under an Idempotency-Key, however long ago. */
export async function findMovementByRequest(tx: TenantTx, key: string): Promise<Movement | null> {
  return (await selectMovements(tx).where('requestKey', '=', key).executeTakeFirst()) ?? null
}

/** A movement of a purse that is locked, and whether it was reversed. */
export async function findReversible(tx: TenantTx, purseId: string, id: string) {
  const row = await selectMovements(tx).where('purseId', '=', purseId).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return { ...row, isReversed: await isThere(selectRows(tx, 'purseMovement').where('reversalOf', '=', id)) }
}

/** Selects movements that were not reversed in one of these ways. */
function selectUnreversed(tx: TenantTx, ways: readonly MovementKind[]) {
  return selectMovements(tx).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('purseMovement as back')
          .select('back.id')
          .whereRef('back.tenantId', '=', 'purseMovement.tenantId')
          .whereRef('back.reversalOf', '=', 'purseMovement.id')
          .where('back.kind', 'in', ways),
      ),
    ),
  )
}

/** What a reservation has put on its booker's purse, and staff has not reversed; its own cancellation may have. */
export async function listCreditsOf(tx: TenantTx, reservationId: string): Promise<readonly Movement[]> {
  return selectUnreversed(tx, ['reversal'])
    .where('reservationId', '=', reservationId)
    .where('kind', 'in', ['top_up', 'membership'] satisfies MovementKind[])
    .orderBy('id')
    .execute()
}

/**
 * What a membership that was taken alone has put there before memberships credited nothing (ADR 0090), and nobody has reversed. It bears
 * no number, but the moment it was granted.
 */
export async function findMembershipCredit(
  tx: TenantTx,
  purseId: string,
  { amountMinor, at }: { readonly amountMinor: number; readonly at: Date },
): Promise<Movement | null> {
  const row = await selectUnreversed(tx, ['reversal', 'cancellation'])
    .where('purseId', '=', purseId)
    .where('kind', '=', 'membership')
    .where('reservationId', 'is', null)
    .where('changeMinor', '=', amountMinor)
    .where('createdAt', '=', at)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** What a reservation has bought for a card. */
export type TopUp = {
  readonly amountMinor: number
  /** The card it is for; null: the cards of the booker. */
  readonly cardId: string | null
}

/** The top-ups of a reservation, by line. What costs nothing puts nothing on a card. */
export async function listTopUps(tx: TenantTx, reservationId: string): Promise<readonly TopUp[]> {
  const rows = await selectRows(tx, 'reservationLine as line')
    .innerJoin('product', sameTenant('product.id', 'line.productId'))
    .select(['line.quantity', 'line.unitAmountMinor', 'line.cardId'])
    .where('line.reservationId', '=', reservationId)
    .where('line.unitAmountMinor', '>', 0)
    .where('product.kind', '=', 'cashless_top_up')
    .orderBy('line.id')
    .execute()
  return rows.map(({ quantity, unitAmountMinor, cardId }) => ({ amountMinor: quantity * unitAmountMinor, cardId }))
}
