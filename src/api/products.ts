import { Type } from 'typebox'
import { AppError } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import {
  countProducts,
  findProduct,
  listProducts,
  type ProductWithPrices,
} from '../features/catalog/catalog.queries.ts'
import { copyProduct } from '../features/catalog/copy-product.ts'
import { productFields, usualProduct } from '../features/catalog/product-fields.ts'
import { createProduct, updateProduct } from '../features/catalog/save-product.ts'
import { newId } from '../lib/ids.ts'
import { needs, open } from '../http/route.ts'
import { EnumIn, Maybe, Text, UrlIn, UuidIn } from '../http/wire/schemas.ts'
import { kindOfLetter, product } from './catalogue-wire.ts'
import { collection } from './collection.ts'
import { byId, byText, listOffer } from './list-offer.ts'
import { sendCopy } from '../http/send-copy.ts'
import { fieldsIn, readFields, readNewFields } from '../http/wire/field-wire.ts'
import { publishedProducts } from './published-products.ts'
import { takeChangedImage, takeImage } from '../http/take-image.ts'

const { archived, ...written } = productFields
const productIn = { ...fieldsIn(written), img_url: Maybe(UrlIn) }
const ProductCreation = Type.Object(
  { ...productIn, categorie_article: EnumIn(['B', 'P', 'R', 'T', 'M', 'A', 'F', 'S']) },
  { title: 'ProductCreation' },
)
const ProductChange = Type.Partial(Type.Object({ ...productIn, ...fieldsIn({ archived }) }), { title: 'ProductChange' })

const CopyIn = Type.Object(
  { uuid: Maybe(UuidIn), name: Text({ max: 200, example: 'Saturday night' }) },
  { title: 'ProductCopy' },
)

const products = collection({
  tag: 'Catalogue',
  url: '/api/products/',
  access: open,
  writes: needs('product:write', 'programme'),
  ...product,
  read: async (id, { inTenant, actor }): Promise<ProductWithPrices> => {
    const product = await inTenant((tx) => findProduct(tx, id))
    const isStaff = may(actor, 'product:read')
    if (!product || !(product.published || isStaff)) throw new AppError('not_found')
    return { ...product, prices: product.prices.filter(({ archived }) => isStaff || !archived) }
  },
})

/** The products of a tenant (docs/interface/catalogue.md, "Products"). */
export const registerProducts = products.register

products.list({
  isCopy: true,
  summary: 'List products with their prices',
  description: '`product:read` also sees unpublished products.',
  offer: listOffer({ sorts: { created: byId, name: byText(({ name }: ProductWithPrices) => name) } }),
  kept: async ({ context, tenant, actor, query, request, reply }) => {
    if (actor.kind !== 'anonymous' || Object.keys(query).length > 0) return undefined
    reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding, Origin')
    return sendCopy(await publishedProducts(context).read(tenant), { request, reply })
  },
  rows: (page, { inTenant, actor }) =>
    inTenant((tx) => listProducts(tx, { publishedOnly: !may(actor, 'product:read'), ...page })),
  count: (narrowing, { inTenant, actor }) =>
    inTenant((tx) => countProducts(tx, { publishedOnly: !may(actor, 'product:read'), ...narrowing })),
})

products.one({ summary: 'Read one product' })

products.create({
  refuses: ['category_rule', 'storage_full', 'cashless_product_exists'],
  summary: 'Create a product',
  forms: 'with_files',
  body: ProductCreation,
  handler: async ({ context, tenant, actor, body, request }) =>
    createProduct(context, tenant, actor, {
      ...usualProduct,
      ...readNewFields(written, body, tenant.timeZone),
      kind: kindOfLetter[body.categorie_article],
      imageKey: await takeImage(context, tenant, request, body.img_url ?? null),
    }),
})

products.change({
  refuses: ['storage_full', 'cashless_product_exists', 'changed_meanwhile'],
  summary: 'Change a product',
  description:
    'Changes the fields that are sent. An archived product is no longer published; publishing it restores it.',
  forms: 'with_files',
  body: ProductChange,
  handler: async ({ context, id, tenant, actor, body, request }) =>
    updateProduct(context, tenant, actor, id, {
      ...(await takeChangedImage(context, tenant, request, body)),
      ...readFields(productFields, body, tenant.timeZone),
    }),
})

products.post(':uuid/copies/', {
  operationId: 'copyProduct',
  refuses: ['idempotency_mismatch'],
  summary: 'Make a product again',
  description:
    'Under another name, with its prices but those that are archived. The copy is not published, and no card takes its membership. The same `uuid` sent again is the same copy; with another name or product it is refused.',
  madeAt: '/api/products/',
  body: CopyIn,
  response: { 201: product.out },
  handler: (call) => {
    const { context, id, tenant, actor, body } = call
    const copying = { key: body.uuid ?? newId(), name: body.name, isWhole: true }
    return products.answer(call, () => copyProduct(context, tenant, actor, id, copying))
  },
})
