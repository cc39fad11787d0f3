import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Sorted } from '../../db/in-order.ts'
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

const byId = inOrderOfMaking('credit.id')
export const creditOrders = {
  created: byId,
  credited: [{ column: 'credit.changeMinor', type: 'bigint' }, ...byId],
  balance: [{ column: 'purse.balanceMinor', type: 'bigint' }, ...byId],
} as const satisfies Readonly<Record<string, Order>>
export type CreditOrder = keyof typeof creditOrders

type CreditSearch = Sorted<CreditOrder> & { readonly limit: number; readonly offset: number }

export async function listMembershipCredits(
  tx: TenantTx,
  { sort, ...page }: CreditSearch,
): Promise<readonly MembershipCredit[]> {
  const credits = selectMembershipCredits(tx)
    .select(['credit.id', 'credit.purseId', 'credit.createdAt', 'credit.changeMinor'])
    .select(['purse.email', 'purse.balanceMinor'])
  return inOrder(credits, creditOrders[sort], page).execute()
}

export function countMembershipCredits(tx: TenantTx): Promise<number> {
  return countFound(tx, selectMembershipCredits(tx))
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
