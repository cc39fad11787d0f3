import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'

/**
 * Lists what the actors in a log are called now, by the id that it keeps: the address of an account, the name of an API key
 * or of a device. People who were erased are not among them: a log keeps no name, so that nobody has to be taken out of it.
 */
export async function listActorNames(
  tx: TenantTx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const accounts = await tx.selectFrom('account').select(['id', 'email as name']).where('id', 'in', known).execute()
  const keys = await selectRows(tx, 'apiKey').select(['id', 'name']).where('id', 'in', known).execute()
  const devices = await selectRows(tx, 'device').select(['id', 'name']).where('id', 'in', known).execute()
  return new Map([...accounts, ...keys, ...devices].map(({ id, name }) => [id, name]))
}
