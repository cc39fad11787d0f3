import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import type { ProductKind } from './product.ts'
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
  // The closed list is held by a check constraint.
  return new Map(rows.map((row) => [row.id, { ...row, kind: row.kind as ProductKind }]))
}
