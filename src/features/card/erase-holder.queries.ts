import type { ServerTx, TenantTx } from '../../db/database.ts'

/** Makes a person's purse of a tenant nobody's; its movements and its balance stay in the accounts. */
export async function erasePurseHolder(tx: TenantTx, email: string): Promise<void> {
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
