import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import type { SoldProduct } from './sold-product.ts'

/** Lists what is told of products where they are sold, by their ids. */
export async function listSoldProducts(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SoldProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await selectRows(tx, 'product')
    .select(['id', 'name', 'kind', 'shortDescription', 'longDescription', 'imageKey', 'termsUrl'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
