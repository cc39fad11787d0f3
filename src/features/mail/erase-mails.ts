import type { TenantTx } from '../../db/database.ts'

/** Forgets every mail to a person, sent or not. @returns their ids, by which copies outside the database are found */
export async function eraseMailsTo(tx: TenantTx, email: string): Promise<readonly string[]> {
  const rows = await tx
    .deleteFrom('mail')
    .where('tenantId', '=', tx.tenantId)
    .where('recipient', '=', email)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
