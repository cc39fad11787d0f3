import type { TenantTx } from '../../db/database.ts'
import { countDone, deleteRows, insertMissing, selectRows } from '../../db/rows.ts'

/** @param email normalised */
export async function insertObjection(tx: TenantTx, email: string, now: Date): Promise<void> {
  await insertMissing(tx, 'mailObjection', { email, createdAt: now }).execute()
}

/** Deletes an objection. Returns how many there were: one, or none. */
export async function deleteObjection(tx: TenantTx, email: string): Promise<number> {
  return deleteRows(tx, 'mailObjection').where('email', '=', email).$call(countDone)
}

/** Lists which of these addresses object to messages. */
export async function listObjectors(tx: TenantTx, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const rows = await selectRows(tx, 'mailObjection').select('email').where('email', 'in', emails).execute()
  return new Set(rows.map(({ email }) => email))
}
