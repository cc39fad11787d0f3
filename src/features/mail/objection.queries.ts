import type { TenantTx } from '../../db/database.ts'

/** @param email normalised */
export async function insertObjection(tx: TenantTx, email: string, now: Date): Promise<void> {
  await tx
    .insertInto('mailObjection')
    .values({ tenantId: tx.tenantId, email, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many there were: one, or none. */
export async function deleteObjection(tx: TenantTx, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mailObjection')
    .where('tenantId', '=', tx.tenantId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Who of them wants no more messages. */
export async function listObjectors(tx: TenantTx, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const rows = await tx
    .selectFrom('mailObjection')
    .select('email')
    .where('tenantId', '=', tx.tenantId)
    .where('email', 'in', emails)
    .execute()
  return new Set(rows.map(({ email }) => email))
}
