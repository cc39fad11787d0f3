import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import { findProduct, listProducts, type ProductWithPrices } from '../features/catalog/catalog.queries.ts'
import { copyProduct } from '../features/catalog/copy-product.ts'
import { productFields, usualProduct } from '../features/catalog/product-fields.ts'
import { createProduct, updateProduct } from '../features/catalog/save-product.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { newId } from '../lib/ids.ts'
import { needs, open, route } from '../http/route.ts'
import { EnumIn, Maybe, PageQuery, Text, UrlIn, UuidIn } from '../http/wire/schemas.ts'
import { answerList, byId } from './answer-list.ts'
import { type Catalogue, kindOfLetter, ProductOut, presentProduct } from './catalogue-wire.ts'
import { fieldsIn, readFields, readNewFields } from './field-wire.ts'
import { UuidParams } from '../http/wire/params.ts'
import { sendCopy } from '../http/send-copy.ts'
import type { PublishedProducts } from './published-products.ts'
import { takeImage } from '../http/take-image.ts'

const { archived, ...written } = productFields
const productIn = { ...fieldsIn(written), img_url: Maybe(UrlIn) }
const ProductCreation = Type.Object({
  ...productIn,
  categorie_article: EnumIn(['B', 'P', 'R', 'T', 'M', 'A', 'F', 'S']),
})
const ProductChange = Type.Partial(Type.Object({ ...productIn, ...fieldsIn({ archived }) }))

const CopyIn = Type.Object({ uuid: Maybe(UuidIn), name: Text({ max: 200, example: 'Saturday night' }) })

/** The products of a tenant (docs/interface/catalogue.md, "Products"). */
export function registerProducts(app: FastifyInstance, context: Context, published: PublishedProducts): void {
  const tag = 'Catalogue'
  const catalogueOf = (tenant: Tenant, isStaff: boolean): Catalogue => ({
    base: context.urls.base(tenant.host),
    currency: tenant.currency,
    isStaff,
  })

  route(app, {
    method: 'GET',
    url: '/api/products/',
    access: open,
    isCopy: true,
    tag,
    summary: 'List products with their prices',
    description: '`product:read` also sees unpublished products.',
    query: Type.Object(PageQuery),
    response: { 200: Type.Array(ProductOut) },
    handler: async ({ tenant, actor, query, request, reply }) => {
      if (actor.kind === 'anonymous' && query.limit === undefined && query.cursor === undefined) {
        reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding, Origin')
        return sendCopy(await published.read(tenant), { request, reply })
      }
      const isStaff = may(actor, 'product:read')
      return answerList<ProductWithPrices, typeof ProductOut, string>(
        { query, request, reply },
        {
          item: ProductOut,
          present: (product) => presentProduct(product, catalogueOf(tenant, isStaff)),
          keys: byId,
          next: (after, limit) =>
            context.database.asTenant(tenant.id, (tx) => listProducts(tx, { publishedOnly: !isStaff, after, limit })),
        },
      )
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/products/:uuid/',
    access: open,
    tag,
    summary: 'Read one product',
    params: UuidParams,
    response: { 200: ProductOut },
    handler: async ({ tenant, actor, params }) => {
      const product = await context.database.asTenant(tenant.id, (tx) => findProduct(tx, params.uuid))
      const isStaff = may(actor, 'product:read')
      if (!product || !(product.published || isStaff)) throw new AppError('not_found')
      const prices = product.prices.filter(({ archived }) => isStaff || !archived)
      return presentProduct({ ...product, prices }, catalogueOf(tenant, isStaff))
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/products/',
    access: needs('product:write', 'programme'),
    tag,
    summary: 'Create a product',
    forms: 'with_files',
    body: ProductCreation,
    response: { 201: ProductOut },
    handler: async ({ tenant, actor, body, request }) => {
      const product = await createProduct(context, tenant, actor, {
        ...usualProduct,
        ...readNewFields(written, body, tenant.timeZone),
        kind: kindOfLetter[body.categorie_article],
        imageKey: await takeImage(context, tenant, request, body.img_url ?? null),
      })
      return presentProduct(product, catalogueOf(tenant, may(actor, 'product:read')))
    },
  })

  route(app, {
    method: 'PATCH',
    url: '/api/products/:uuid/',
    access: needs('product:write', 'programme'),
    tag,
    summary: 'Change a product',
    description:
      'Changes the fields that are sent. An archived product is no longer published; publishing it restores it.',
    forms: 'with_files',
    params: UuidParams,
    body: ProductChange,
    response: { 200: ProductOut },
    handler: async ({ tenant, actor, params, body, request }) => {
      const imageKey = await takeImage(context, tenant, request, body.img_url ?? null)
      const product = await updateProduct(context, tenant, actor, params.uuid, {
        ...readFields(productFields, body, tenant.timeZone),
        // A null address takes the image away.
        ...(imageKey !== null || body.img_url === null ? { imageKey } : {}),
      })
      return presentProduct(product, catalogueOf(tenant, may(actor, 'product:read')))
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/products/:uuid/copies/',
    access: needs('product:write', 'programme'),
    tag,
    summary: 'Make a product again',
    description:
      'Under another name, with its prices but those that are archived. The copy is not published, and no card takes its membership. The same `uuid` sent again is the same copy; with another name or product it is refused.',
    params: UuidParams,
    body: CopyIn,
    response: { 201: ProductOut },
    handler: async ({ tenant, actor, params, body }) => {
      const copying = { key: body.uuid ?? newId(), name: body.name, isWhole: true }
      const product = await copyProduct(context, tenant, actor, params.uuid, copying)
      return presentProduct(product, catalogueOf(tenant, may(actor, 'product:read')))
    },
  })
}
