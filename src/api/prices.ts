import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { fieldError } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import { getPrice, listPrices, type Price } from '../features/catalog/catalog.queries.ts'
import { priceFields, usualPrice } from '../features/catalog/price-fields.ts'
import { createPrice, type PriceValues, updatePrice } from '../features/catalog/save-price.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { needs, open, type RouteInput, route, strangersBodyBytes } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { withWireFields } from '../http/wire/field-names.ts'
import {
  AmountIn,
  EnumIn,
  IntegerIn,
  largestInteger,
  MachineText,
  Maybe,
  OrNothing,
  PageQuery,
  UuidIn,
} from '../http/wire/schemas.ts'
import { parseVat } from '../http/wire/vat.ts'
import { readAmount } from './amount-wire.ts'
import { answerList, byId } from './answer-list.ts'
import { PriceOut, periodOfLetter, presentPrice } from './catalogue-wire.ts'
import { fieldsIn, readFields, readNewFields } from './field-wire.ts'
import { UuidParams } from '../http/wire/params.ts'

const MaxPerUser = Maybe(IntegerIn({ min: 1, max: largestInteger, example: 10 }))

const { archived, ...written } = priceFields
const priceIn = {
  ...fieldsIn(written),
  prix: AmountIn,
  vat: Maybe(MachineText({ max: 10, example: '5.50' })),
  max_per_ser: MaxPerUser,
  max_per_user: MaxPerUser,
  subscription_type: Maybe(EnumIn(['Y', 'M'])),
}

const PriceCreation = Type.Object({ ...priceIn, product: UuidIn })
const PriceUpdate = Type.Partial(Type.Object({ ...priceIn, ...fieldsIn({ archived }) }))
const PriceQuery = Type.Object({ ...PageQuery, product: Type.Optional(UuidIn) })

/** The prices of products (docs/interface/catalogue.md, "Prices"). */
export function registerPrices(app: FastifyInstance, context: Context): void {
  const tag = 'Catalogue'

  type ListInput = Pick<
    RouteInput<undefined, undefined, typeof PriceQuery>,
    'tenant' | 'actor' | 'query' | 'request' | 'reply'
  >
  function list({ tenant, actor, query, request, reply }: ListInput) {
    const isStaff = may(actor, 'product:read')
    return answerList<Price, typeof PriceOut, string>(
      { query, request, reply },
      {
        item: PriceOut,
        present: (price) => presentPrice(price, { currency: tenant.currency, isStaff }),
        keys: byId,
        next: (after, limit) =>
          context.database.asTenant(tenant.id, (tx) =>
            listPrices(tx, { publishedOnly: !isStaff, productId: query.product, after, limit }),
          ),
      },
    )
  }

  route(app, {
    method: 'GET',
    url: '/api/prices/',
    access: open,
    tag,
    summary: 'List prices',
    description: '`product:read` also sees the prices of unpublished products.',
    query: PriceQuery,
    response: { 200: Type.Array(PriceOut) },
    handler: list,
  })

  route(app, {
    method: 'POST',
    url: '/api/prices/',
    access: open,
    bodyNeeds: 'product:write',
    mostBytes: 2 * strangersBodyBytes,
    tag,
    summary: 'Create a price, or list prices',
    description:
      'Without a body, or with `{}`, it lists prices like GET, for everybody. Any other body creates a price and needs `product:write`. `max_per_ser` and `max_per_user` are one field; `vat` is `NA`, a rate, or one of DX, VG, HC, DD; a null `stock` is unlimited. With `free_price` the buyer chooses the amount, and `prix` is the least. Outside `sales_start` and `sales_end` nobody can book it.',
    body: OrNothing(PriceCreation),
    query: PriceQuery,
    response: { 200: Type.Array(PriceOut), 201: PriceOut },
    handler: async ({ body, ...input }) => {
      if (body === null) return list(input)
      const price = await withWireFields(wireFields, () =>
        createPrice(context, input.tenant, input.actor, body.product, {
          ...usualPrice,
          ...readNewFields(written, body, input.tenant.timeZone),
          amountMinor: readPrix(body.prix, input.tenant),
          ...readPrice(body, input.tenant),
        }),
      )
      input.reply.code(201)
      return presentPrice(price, { currency: input.tenant.currency, isStaff: may(input.actor, 'product:read') })
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/prices/:uuid/',
    access: open,
    tag,
    summary: 'Read one price',
    params: UuidParams,
    response: { 200: PriceOut },
    handler: async ({ tenant, actor, params }) => {
      const isStaff = may(actor, 'product:read')
      const price = await context.database.asTenant(tenant.id, (tx) =>
        getPrice(tx, params.uuid, { publishedOnly: !isStaff }),
      )
      return presentPrice(price, { currency: tenant.currency, isStaff })
    },
  })

  route(app, {
    method: 'PATCH',
    url: '/api/prices/:uuid/',
    access: needs('product:write', 'programme'),
    tag,
    summary: 'Change a price',
    description:
      'Changes the fields that are sent. Bookings made before keep the amount they were made at. Nobody can book an archived price any more.',
    params: UuidParams,
    body: PriceUpdate,
    response: { 200: PriceOut },
    handler: async ({ tenant, actor, params, body }) => {
      const price = await withWireFields(wireFields, () =>
        updatePrice(context, tenant, actor, params.uuid, readPrice(body, tenant)),
      )
      return presentPrice(price, { currency: tenant.currency, isStaff: may(actor, 'product:read') })
    },
  })
}

const wireFields = { required_membership: 'adhesion_obligatoire', sale_end: 'sales_end' }

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
