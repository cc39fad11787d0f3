import { Type } from 'typebox'
import type { Price, ProductWithPrices } from '../features/catalog/catalog.queries.ts'
import type { MembershipPeriod, ProductKind } from '../features/catalog/product.ts'
import { priceFields } from '../features/catalog/price-fields.ts'
import { productFields } from '../features/catalog/product-fields.ts'
import { amountFromMinor } from '../lib/money.ts'
import { EnumOut, IntegerOut, NullableEnumOut, NumberOut, UuidOut, withExample } from '../http/wire/schemas.ts'
import { byCode } from './by-code.ts'
import { fieldsOut, presentFields } from './field-wire.ts'
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

export const PriceOut = Type.Object(
  {
    uuid: UuidOut,
    product: UuidOut,
    ...fieldsOut(priceFields),
    prix: withExample(NumberOut, 12.5),
    vat: VatOut,
    max_per_user: withExample(IntegerOut, 10),
    subscription_type: withExample(NullableEnumOut(Object.values(letterOfPeriod)), null),
  },
  { title: 'Price' },
)

export const ProductOut = Type.Object(
  {
    uuid: UuidOut,
    ...fieldsOut(productFields),
    img: ImageUrlOut,
    categorie_article: withExample(EnumOut(Object.values(letterOfKind)), letterOfKind.ticket),
    prices: Type.Array(PriceOut),
  },
  { title: 'Product' },
)

export function presentPrice(
  price: Price,
  { currency, isStaff }: Pick<Catalogue, 'currency' | 'isStaff'>,
): Type.Static<typeof PriceOut> {
  return {
    uuid: price.id,
    product: price.productId,
    ...presentFields(priceFields, price, isStaff),
    prix: amountFromMinor(price.amountMinor, currency),
    vat: presentVat(price.vatRateHundredths),
    max_per_user: price.maxPerUser,
    subscription_type: price.membershipPeriod === null ? null : letterOfPeriod[price.membershipPeriod],
  }
}

/** Which organisation sells it, and who reads it. */
export type Catalogue = {
  /** The tenant's address: images are absolute on its domain. */
  readonly base: string
  readonly currency: string
  /** Whether the caller keeps the catalogue. */
  readonly isStaff: boolean
}

export function presentProduct(product: ProductWithPrices, catalogue: Catalogue): Type.Static<typeof ProductOut> {
  return {
    uuid: product.id,
    ...presentFields(productFields, product, catalogue.isStaff),
    img: imageUrl(product.imageKey, catalogue.base),
    categorie_article: letterOfKind[product.kind],
    prices: product.prices.map((price) => presentPrice(price, catalogue)),
  }
}
