import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import { countDone, deleteRows, updateRows } from '../../db/rows.ts'
import { lockCardsOf } from './card.queries.ts'

/**
 * Makes a person's purse of a tenant nobody's; its movements and its balance stay in the accounts. Whoever uses a card of
 * theirs is waited for, and the next waits in turn: it would make a purse under the address that was read before. Their cards are
 * not known there any more, but for those that are blocked there: erasing a person gets no stolen card going again.
 *
 * @returns how many there were, which is one at most
 */
export async function erasePurseHolder(tx: TenantTx, email: string): Promise<number> {
  await lockCardsOf(serverSide(tx), email)
  await deleteRows(tx, 'knownCard')
    .where('lostAt', 'is', null)
    .where('cardId', 'in', (where) =>
      where
        .selectFrom('nfcCard')
        .innerJoin('account', 'account.id', 'nfcCard.accountId')
        .select('nfcCard.id')
        .where('account.email', '=', email),
    )
    .execute()
  return countDone(updateRows(tx, 'purse').set({ email: null }).where('email', '=', email))
}

/** Unlinks a person's cards, on the whole server. */
export async function eraseCardHolder(tx: ServerTx, email: string): Promise<void> {
  await tx
    .updateTable('nfcCard')
    .set({ accountId: null })
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .execute()
}
