import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { theServer } from '../account/actor.ts'
import { usualPrice } from '../catalog/price-fields.ts'
import { usualProduct } from '../catalog/product-fields.ts'
import { settled } from '../catalog/product.ts'
import { makePrice } from '../catalog/save-price.ts'
import { makeProduct } from '../catalog/save-product.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { LineOutcome } from './import-kind.ts'
import { listCatalogue, listProductNames } from './import-targets.queries.ts'
import { fold } from './import-targets.ts'
import { readKind, readPeriod } from './import-words.ts'
import type { LineValues } from './read-import-line.ts'

type TakeDeps = Pick<Deps, 'database' | 'now' | 'notifyChange'>

/**
 * Makes the product of a line and its price, where they are not there: by their ids, else by their names.
 *
 * @throws AppError cashless_product_exists, validation_failed
 */
export async function takeProduct(
  deps: TakeDeps,
  tx: TenantTx,
  tenant: Tenant,
  values: LineValues<'products'>,
): Promise<LineOutcome> {
  const kind = values.kind === null ? 'ticket' : readKind(values.kind)
  if (kind === null) return { field: 'categorie_article', problem: 'kind' }
  const period = values.period === null ? null : readPeriod(values.period)
  if (values.period !== null && period === null) return { field: 'prices.subscription_type', problem: 'period' }
  const products = await listProductNames(tx)
  const known = products.find(({ id, name }) =>
    values.id === null ? fold(name) === fold(values.name) : id === values.id,
  )
  const { shortDescription, longDescription, published, archived } = values
  const said = settled({ name: values.name, kind, shortDescription, longDescription, published, archived })
  const product =
    known ?? (await makeProduct(deps, tx, theServer, { ...usualProduct, ...said, id: values.id ?? newId() }))
  const outcome = known ? 'known' : 'taken'
  if (values.priceName === null && values.amountMinor === null) return outcome
  const priceName = values.priceName ?? values.name
  const prices = (await listCatalogue(tx)).filter(({ productId }) => productId === product.id)
  const isThere = ({ id, name }: (typeof prices)[number]) =>
    values.priceId === null ? fold(name) === fold(priceName) : id === values.priceId
  if (prices.some(isThere)) return outcome
  if (values.amountMinor === null) return { field: 'prices.prix', problem: 'required' }
  await makePrice(deps, tx, tenant, theServer, product.id, {
    ...usualPrice,
    id: values.priceId ?? newId(),
    name: priceName,
    amountMinor: values.amountMinor,
    vatRateHundredths: values.vatRateHundredths,
    stock: values.stock,
    maxPerUser: values.maxPerUser ?? usualPrice.maxPerUser,
    membershipPeriod: period,
  })
  return 'taken'
}
