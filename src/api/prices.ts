import { type Static, Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import { countPrices, getPrice, listPrices, type Price } from '../features/catalog/catalog.queries.ts'
import { priceFields, usualPrice } from '../features/catalog/price-fields.ts'
import { createPrice, type PriceValues, updatePrice } from '../features/catalog/save-price.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { needs, open, strangersBodyBytes } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import {
  AmountIn,
  EnumIn,
  IntegerIn,
  largestInteger,
  MachineText,
  Maybe,
  OrNothing,
  Seldom,
  UuidIn,
} from '../http/wire/schemas.ts'
import { parseVat } from '../lib/money.ts'
import { readAmount } from './amount-wire.ts'
import { periodOfLetter, price } from './catalogue-wire.ts'
import { collection } from './collection.ts'
import { byId, byText, listOffer } from './list-offer.ts'
import { fieldsIn, readFields, readNewFields } from '../http/wire/field-wire.ts'

const MaxPerUser = Maybe(IntegerIn({ min: 1, max: largestInteger, example: 10 }))

const { archived, ...written } = priceFields
const priceIn = {
  ...fieldsIn(written),
  prix: AmountIn,
  vat: Maybe(MachineText({ max: 10, example: '5.50' })),
  max_per_ser: MaxPerUser,
  max_per_user: MaxPerUser,
  subscription_type: Seldom(EnumIn(['H', 'D', 'W', 'M', 'O', 'Y', 'C', 'S', 'N', 'L'])),
}

const PriceCreation = Type.Object({ ...priceIn, product: UuidIn }, { title: 'PriceCreation' })
const PriceUpdate = Type.Partial(Type.Object({ ...priceIn, ...fieldsIn({ archived }) }), { title: 'PriceChange' })
const offer = listOffer({
  filters: { product: Type.Optional(UuidIn) },
  sorts: { created: byId, name: byText(({ name }: Price) => name) },
})

const prices = collection({
  tag: 'Catalogue',
  url: '/api/prices/',
  access: open,
  writes: needs('product:write', 'programme'),
  ...price,
  read: (id, { inTenant, actor }) => inTenant((tx) => getPrice(tx, id, { publishedOnly: !may(actor, 'product:read') })),
  wireFields: { required_membership: 'adhesion_obligatoire', sale_end: 'sales_end' },
})

/** The prices of products (docs/interface/catalogue.md, "Prices"). */
export const registerPrices = prices.register

const list = prices.list({
  summary: 'List prices',
  description: '`product:read` also sees the prices of unpublished products.',
  offer,
  rows: (page, { inTenant, actor, query }) => {
    const filter = { publishedOnly: !may(actor, 'product:read'), productId: query.product }
    return inTenant((tx) => listPrices(tx, { ...filter, ...page }))
  },
  count: (narrowing, { inTenant, actor, query }) => {
    const filter = { publishedOnly: !may(actor, 'product:read'), productId: query.product }
    return inTenant((tx) => countPrices(tx, { ...filter, ...narrowing }))
  },
})

prices.post('', {
  access: open,
  bodyNeeds: 'product:write',
  madeAt: '/api/prices/',
  mostBytes: 2 * strangersBodyBytes,
  operationId: 'createPrice',
  refuses: ['category_rule', 'credentials_required', 'permission_denied'],
  summary: 'Create a price, or list prices',
  description:
    'Needs `product`, `name` and `prix`, and the permission `product:write`; everything else may be left out. Without a body, or with `{}` or `null`, it lists prices like GET, for everybody. `max_per_ser` and `max_per_user` are one field; `vat` is `NA`, a rate, or one of DX, VG, HC, DD; a null `stock` is unlimited. With `free_price` the buyer chooses the amount, and `prix` is the least. Outside `sales_start` and `sales_end` nobody can book it.',
  body: OrNothing(PriceCreation),
  query: offer.query,
  response: { 200: Type.Array(price.out), 201: price.out },
  handler: async ({ body, ...call }) => {
    const { context, tenant, actor, reply } = call
    if (body === null) return list({ ...call, body: undefined })
    reply.code(201)
    return prices.answer(call, () =>
      createPrice(context, tenant, actor, body.product, {
        ...usualPrice,
        ...readNewFields(written, body, tenant.timeZone),
        amountMinor: readPrix(body.prix, tenant),
        ...readPrice(body, tenant),
      }),
    )
  },
})

prices.one({ summary: 'Read one price' })

prices.change({
  refuses: ['changed_meanwhile'],
  summary: 'Change a price',
  description:
    'Changes the fields that are sent. Bookings made before keep the amount they were made at. Nobody can book an archived price any more.',
  body: PriceUpdate,
  handler: ({ context, id, tenant, actor, body }) => updatePrice(context, tenant, actor, id, readPrice(body, tenant)),
})

/** The fields that were sent, in our words. */
function readPrice(body: Static<typeof PriceUpdate>, { currency, timeZone }: Tenant): Partial<PriceValues> {
  return {
    ...readFields(priceFields, body, timeZone),
    ...defined({
      amountMinor: body.prix === undefined ? undefined : readPrix(body.prix, { currency }),
      vatRateHundredths: body.vat === undefined ? undefined : readVat(body.vat),
      maxPerUser: readMaxPerUser(body),
      membershipPeriod: body.subscription_type && periodOfLetter[body.subscription_type],
    }),
  }
}

function readPrix(prix: number, { currency }: Pick<Tenant, 'currency'>): number {
  return readAmount(prix, { field: 'prix', currency })
}

function readVat(text: string | null): number | null {
  const rate = text === null ? null : parseVat(text)
  if (rate === undefined) throw fieldError('vat', 'vat_rate')
  return rate
}

/** One field under two names (ADR 0053): the interface's own spelling, and the one it answers with. */
function readMaxPerUser(body: Static<typeof PriceUpdate>): number | undefined {
  const { max_per_ser, max_per_user } = body
  if (max_per_ser != null && max_per_user != null && max_per_ser !== max_per_user)
    throw fieldError('max_per_ser', 'personal_maximum_twice')
  return max_per_user ?? max_per_ser ?? undefined
}
