import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import { lockCardsOf } from './card.queries.ts'

/**
 * Makes a person's purse of a tenant nobody's; its movements and its balance stay in the accounts. Whoever uses a card of
 * theirs is waited for, and the next waits in turn: it would make a purse under the address that was read before.
 */
export async function erasePurseHolder(tx: TenantTx, email: string): Promise<void> {
  await lockCardsOf(serverSide(tx), email)
  await tx
    .updateTable('purse')
    .set({ email: null })
    .where('tenantId', '=', tx.tenantId)
    .where('email', '=', email)
    .execute()
}

/** Unlinks a person's cards, on the whole server. */
export async function eraseCardHolder(tx: ServerTx, email: string): Promise<void> {
  await tx
    .updateTable('nfcCard')
    .set({ accountId: null })
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .execute()
}
