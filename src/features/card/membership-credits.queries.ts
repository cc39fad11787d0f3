import type { TenantTx } from '../../db/database.ts'
import { isThere, sameTenant, selectRows } from '../../db/rows.ts'

/** Money that a membership has put on a card, before memberships were only noted there (ADR 0090). */
export type MembershipCredit = {
  readonly id: string
  readonly purseId: string
  /** The person's e-mail address; null: they were erased. */
  readonly email: string | null
  readonly createdAt: Date
  readonly changeMinor: number
  /** What is on the purse now, whatever it came from; of the credit at most that can be reversed. */
  readonly balanceMinor: number
}

/** Selects the credits that nobody has reversed. */
function selectMembershipCredits(tx: TenantTx) {
  return selectRows(tx, 'purseMovement as credit')
    .innerJoin('purse', sameTenant('purse.id', 'credit.purseId'))
    .leftJoin('purseMovement as back', sameTenant('back.reversalOf', 'credit.id'))
    .where('credit.kind', '=', 'membership')
    .where('back.id', 'is', null)
}

/** The latest first. */
export async function listMembershipCredits(
  tx: TenantTx,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly MembershipCredit[]> {
  return selectMembershipCredits(tx)
    .select(['credit.id', 'credit.purseId', 'credit.createdAt', 'credit.changeMinor'])
    .select(['purse.email', 'purse.balanceMinor'])
    .orderBy('credit.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Whether there is any. */
export async function hasMembershipCredits(tx: TenantTx): Promise<boolean> {
  return isThere(selectMembershipCredits(tx))
}

/** Finds one, reversed or not; null when there is none with that id. */
export async function findMembershipCreditById(
  tx: TenantTx,
  id: string,
): Promise<Pick<MembershipCredit, 'purseId' | 'changeMinor'> | null> {
  const row = await selectRows(tx, 'purseMovement')
    .select(['purseId', 'changeMinor'])
    .where('kind', '=', 'membership')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
