import type { Context } from '../context.ts'
import { type Actor, may } from '../features/account/actor.ts'
import type { Price, ProductWithPrices } from '../features/catalog/catalog.queries.ts'
import type { MembershipPeriod, ProductKind } from '../features/catalog/product.ts'
import { priceFields } from '../features/catalog/price-fields.ts'
import { productFields } from '../features/catalog/product-fields.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { NullableEnumOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf, tenantCurrency } from '../http/wire/answer-fields.ts'
import { byCode } from './by-code.ts'
import { ImageUrlOut, imageUrl } from './image-wire.ts'
import { presentVat, VatOut } from './vat-wire.ts'

/** The letter of each kind of product (docs/interface/catalogue.md, "Products"). `S` is taken as an alias of `R` on the way in. */
export const letterOfKind = {
  ticket: 'B',
  pack: 'P',
  cashless_top_up: 'R',
  clothing: 'T',
  merchandise: 'M',
  membership: 'A',
  free: 'F',
} as const satisfies Record<ProductKind, string>

export const kindOfLetter = { ...byCode(letterOfKind), S: 'cashless_top_up' } as const

export const letterOfPeriod = {
  hour: 'H',
  day: 'D',
  week: 'W',
  month: 'M',
  calendar_month: 'O',
  year: 'Y',
  civil_year: 'C',
  school_year: 'S',
} as const satisfies Record<MembershipPeriod, string>

/** By the letters that are taken: `N` and `L` are without end, as null is. */
export const periodOfLetter = { ...byCode(letterOfPeriod), N: null, L: null } as const

/** Which organisation sells it, and who reads it. */
type Reader = {
  readonly context: { readonly urls: Pick<Context['urls'], 'base'> }
  readonly tenant: Pick<Tenant, 'host' | 'currency'>
  readonly actor: Actor
}
const keepsCatalogue = ({ actor }: Reader) => may(actor, 'product:read')

const ofPrice = fieldsOf<Price, Reader>(tenantCurrency)
export const price = ofPrice.object('Price', {
  uuid: ofPrice.uuid('id'),
  product: ofPrice.uuid('productId'),
  ...ofPrice.said(priceFields, keepsCatalogue),
  prix: ofPrice.amount('amountMinor', 12.5),
  vat: ofPrice.value(VatOut, ({ vatRateHundredths }) => presentVat(vatRateHundredths)),
  max_per_user: ofPrice.integer('maxPerUser', 10),
  subscription_type: ofPrice.value(
    withExample(NullableEnumOut(Object.values(letterOfPeriod)), null),
    ({ membershipPeriod }) => membershipPeriod && letterOfPeriod[membershipPeriod],
  ),
})

const ofProduct = fieldsOf<ProductWithPrices, Reader>()
export const product = ofProduct.object('Product', {
  uuid: ofProduct.uuid('id'),
  ...ofProduct.said(productFields, keepsCatalogue),
  img: ofProduct.value(ImageUrlOut, ({ imageKey }, { context, tenant }) =>
    imageUrl(imageKey, context.urls.base(tenant.host)),
  ),
  categorie_article: ofProduct.choice(Object.values(letterOfKind), ({ kind }) => letterOfKind[kind], 'B'),
  prices: ofProduct.each(price, 'prices'),
})
