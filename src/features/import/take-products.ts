import type { TenantTx } from '../../db/database.ts'
import { saidOf } from '../../lib/field.ts'
import { newId } from '../../lib/ids.ts'
import { readUuid } from '../../lib/text.ts'
import { theServer } from '../account/actor.ts'
import { usualPrice } from '../catalog/price-fields.ts'
import { productFields, usualProduct } from '../catalog/product-fields.ts'
import { type ProductKind, settled } from '../catalog/product.ts'
import { makePrice } from '../catalog/save-price.ts'
import { makeProduct } from '../catalog/save-product.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { LineOutcome, LineProblem } from './import-kind.ts'
import { listCatalogue, listProductNames } from './import-targets.queries.ts'
import { fold, isNamed } from './import-targets.ts'
import { readKind, readPeriod } from './import-words.ts'
import type { LineValues } from './read-import-line.ts'

type TakeDeps = BasicDeps<'notifyChange'>

/** The membership products that a file brings, by their ids and their names. */
export type Memberships = ReadonlyMap<string, readonly Said[]>

type Said = LineValues<'products'>

/** Finds the membership products among the lines of a file: prices name them, which may come before. */
export async function readMemberships(lines: AsyncIterable<Said>): Promise<Memberships> {
  const found = new Map<string, readonly Said[]>()
  for await (const values of lines) {
    if (readKind(values.kind ?? '') !== 'membership') continue
    for (const key of [values.id ?? '', fold(values.name)]) {
      const there = found.get(key) ?? []
      // A line for each of its prices.
      if (!there.some(({ id }) => id === values.id)) found.set(key, [...there, values])
    }
  }
  return found
}

/**
 * Makes the product of a line and its price, where they are not there: by their ids, else by their names.
 *
 * @throws AppError cashless_product_exists, validation_failed
 */
export async function takeProduct(
  deps: TakeDeps,
  tx: TenantTx,
  tenant: Tenant,
  values: Said,
  memberships: Memberships,
): Promise<LineOutcome> {
  const kind = values.kind === null ? 'ticket' : readKind(values.kind)
  if (kind === null) return { field: 'categorie_article', problem: 'kind' }
  const period = values.period === null ? null : readPeriod(values.period)
  if (values.period !== null && period === null) return { field: 'prices.subscription_type', problem: 'period' }
  const known = await findProduct(tx, values)
  const outcome = known ? 'known' : 'taken'
  if (values.priceName === null && values.amountMinor === null) {
    if (!known) await makeSaid(deps, tx, values, kind)
    return outcome
  }
  const priceName = values.priceName ?? values.name
  const prices = (await listCatalogue(tx)).filter(({ productId }) => productId === known?.id)
  const isThere = ({ id, name }: (typeof prices)[number]) =>
    values.priceId === null ? fold(name) === fold(priceName) : id === values.priceId
  if (prices.some(isThere)) return outcome
  if (values.amountMinor === null) return { field: 'prices.prix', problem: 'required' }
  const required = await requireMembership(deps, tx, values.requiredMembership, memberships)
  if (typeof required === 'object' && required !== null) return required
  const product = (await findProduct(tx, values)) ?? (await makeSaid(deps, tx, values, kind))
  await makePrice(deps, tx, tenant, theServer, product.id, {
    ...usualPrice,
    id: values.priceId ?? newId(),
    name: priceName,
    amountMinor: values.amountMinor,
    vatRateHundredths: values.vatRateHundredths,
    stock: values.stock,
    openAmount: values.openAmount,
    recurringPayment: values.recurringPayment,
    saleStartsAt: values.saleStartsAt,
    saleEndsAt: values.saleEndsAt,
    maxPerUser: values.maxPerUser ?? usualPrice.maxPerUser,
    membershipPeriod: period,
    requiredMembershipId: required,
    shortDescription: values.priceShortDescription,
    longDescription: values.priceLongDescription,
    scanNote: values.priceScanNote,
    archived: values.priceArchived,
  })
  return 'taken'
}

async function findProduct(tx: TenantTx, said: Said) {
  const products = await listProductNames(tx)
  return products.find(({ id, name }) => (said.id === null ? fold(name) === fold(said.name) : id === said.id))
}

function makeSaid(deps: TakeDeps, tx: TenantTx, values: Said, kind: ProductKind) {
  const said = settled({ ...saidOf(productFields, values), kind })
  return makeProduct(deps, tx, theServer, { ...usualProduct, ...said, id: values.id ?? newId() })
}

/** Finds the membership that a price needs, here or in the file: that of the file is made, since its line may come later. */
async function requireMembership(
  deps: TakeDeps,
  tx: TenantTx,
  said: string | null,
  memberships: Memberships,
): Promise<string | null | LineProblem> {
  if (said === null) return null
  const field = 'prices.adhesion_obligatoire'
  const here = (await listProductNames(tx)).filter(
    ({ id, name, kind }) => kind === 'membership' && isNamed(said, id, name),
  )
  const inFile = here.length > 0 ? [] : (memberships.get(readUuid(said) ?? fold(said)) ?? [])
  if (here.length + inFile.length > 1) return { field, problem: 'several_entries' }
  const [[found], [brought]] = [here, inFile]
  if (found) return found.id
  // Of another kind, under its id or its name.
  if (!brought || (await findProduct(tx, brought))) return { field, problem: 'unknown_membership' }
  return (await makeSaid(deps, tx, brought, 'membership')).id
}
