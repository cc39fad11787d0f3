import type { TenantTx } from '../../db/database.ts'
import { deleteRows, insertMissing, selectRows } from '../../db/rows.ts'
import { nameWords } from '../../lib/name-words.ts'

type Named = { readonly firstName: string; readonly lastName: string }

/** Makes a member found under one more name, beside those that their other memberships bear. */
export async function addNameWords(tx: TenantTx, email: string, name: Named): Promise<void> {
  const { tenantId } = tx
  const rows = nameWords(name).map((word) => ({ tenantId, email, word }))
  if (rows.length === 0) return
  await insertMissing(tx, 'memberNameWord', rows).execute()
}

/** Makes a member, whose memberships are locked, found under the names they bear now, and no other. */
export async function rewriteNameWords(tx: TenantTx, email: string): Promise<void> {
  await eraseNameWords(tx, email)
  const names = await selectRows(tx, 'membership')
    .select(['firstName', 'lastName'])
    .distinct()
    .where('email', '=', email)
    .execute()
  for (const name of names) await addNameWords(tx, email, name)
}

export async function eraseNameWords(tx: TenantTx, email: string): Promise<void> {
  await deleteRows(tx, 'memberNameWord').where('email', '=', email).execute()
}
