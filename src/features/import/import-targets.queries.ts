import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import type { ProductKind } from '../catalog/product.ts'
import { listEntries } from '../tenant/programme.queries.ts'
import type { ProgrammeNoun } from '../tenant/programme-fields.ts'
import { mostLines } from './import-kind.ts'

/** Lists every price, with its product; archived ones too: what was sold of them is imported as well. */
export function listCatalogue(tx: TenantTx) {
  return selectRows(tx, 'price')
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select(['price.id', 'price.name', 'price.amountMinor', 'price.vatRateHundredths'])
    .select(['product.id as productId', 'product.name as productName'])
    .select((row) => row.ref('product.kind').$castTo<ProductKind>().as('kind'))
    .execute()
}

/** Lists every product, sold or not. */
export function listProductNames(tx: TenantTx) {
  return selectRows(tx, 'product').select(['id', 'name', 'kind']).execute()
}

export function listEventNames(tx: TenantTx) {
  return selectRows(tx, 'event').select(['id', 'slug', 'name', 'startsAt']).execute()
}

/** Lists what the programme is made of; archived ones too. */
export function listEntryNames(tx: TenantTx, noun: ProgrammeNoun): Promise<readonly { id: string; name: string }[]> {
  return listEntries(tx, noun, { limit: mostLines })
}
