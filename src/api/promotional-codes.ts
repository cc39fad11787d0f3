import { type Static, Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { codeFields } from '../features/catalog/code-fields.ts'
import {
  countPromotionalCodes,
  findPromotionalCodes,
  getPromotionalCode,
  listPromotionalCodes,
} from '../features/catalog/promotional-code.queries.ts'
import { isCode, normalizeCode, type PromotionalCode } from '../features/catalog/promotional-code.ts'
import {
  createManyCodes,
  createPromotionalCode,
  longestPrefix,
  mostCodes,
  type PromotionalCodeValues,
  updatePromotionalCode,
} from '../features/catalog/save-promotional-code.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { unsaid } from '../lib/field.ts'
import { newId } from '../lib/ids.ts'
import { amountFromMinor } from '../lib/money.ts'
import { needs } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { IntegerIn, MachineText, Maybe, PositiveAmountIn, Seldom, UuidIn } from '../http/wire/schemas.ts'
import { readAmount } from './amount-wire.ts'
import { type AtTenant, fieldsOf } from '../http/wire/answer-fields.ts'
import { collection } from './collection.ts'
import { fieldsIn, readFields } from '../http/wire/field-wire.ts'
import { byId, listOffer } from './list-offer.ts'

/** A discount in percent, in any currency. */
const RateIn = Type.Unsafe<number>({ type: 'number', 'x-wire': 'number', minimum: 0, decimals: 2, examples: [12.5] })

const discountIn = { discount_rate: Maybe(RateIn), discount_amount: Seldom(PositiveAmountIn) }
const CodeCreation = Type.Object(
  { code: MachineText({ max: 40, example: 'EARLY-2026' }), ...discountIn, ...fieldsIn(codeFields) },
  { title: 'PromotionalCodeCreation' },
)
const CodeUpdate = Type.Partial(CodeCreation, { title: 'PromotionalCodeChange' })
const { active: _, ...sharedFields } = codeFields
const ManyCodesIn = Type.Object(
  {
    uuid: Maybe(UuidIn),
    prefix: MachineText({ max: longestPrefix, example: 'FRIENDS' }),
    count: IntegerIn({ min: 1, max: mostCodes, example: 50 }),
    ...discountIn,
    ...fieldsIn(sharedFields),
  },
  { title: 'ManyPromotionalCodesCreation' },
)

const ofCode = fieldsOf<PromotionalCode, AtTenant>()
const promotionalCode = ofCode.object('PromotionalCode', {
  uuid: ofCode.uuid('id'),
  code: ofCode.text('code', 'EARLY-2026'),
  discount_rate: ofCode.numberOrNull(({ discountHundredths: rate }) => rate && rate / 100, 20),
  discount_amount: ofCode.numberOrNull(
    ({ discountMinor: minor }, { tenant }) => minor && amountFromMinor(minor, tenant.currency),
    null,
  ),
  ...ofCode.said(codeFields),
  usage_count: ofCode.integer('used', 12),
})

const codes = collection({
  tag: 'Catalogue',
  url: '/api/promotional-codes/',
  access: needs('product:read', 'programme'),
  writes: needs('product:write', 'programme'),
  ...promotionalCode,
  read: (id, { inTenant }) => inTenant((tx) => getPromotionalCode(tx, id)),
  wireFields: { code_end: 'end_datetime' },
})

/** Codes that take something off (ADR 0121). */
export const registerPromotionalCodes = codes.register

codes.list({
  summary: 'List promotional codes',
  offer: listOffer({ sorts: { created: byId } }),
  rows: (page, { inTenant }) => inTenant((tx) => listPromotionalCodes(tx, page)),
  count: (narrowing, { inTenant }) => inTenant((tx) => countPromotionalCodes(tx, narrowing)),
})

codes.one({ summary: 'Read one promotional code' })

codes.create({
  refuses: ['category_rule', 'promotional_code_exists'],
  summary: 'Create a promotional code',
  description:
    'One of `discount_rate` (percent) and `discount_amount` (of each). Without `products` it is for everything but memberships; never for top-ups and free prices. `usage_limit` counts bookings: one that is cancelled whole, or expires, releases its use.',
  body: CodeCreation,
  handler: async ({ context, tenant, actor, body }) =>
    createPromotionalCode(context, tenant, actor, {
      ...leftOut,
      code: readCode(body.code, 'code'),
      ...readDiscount(body, tenant),
      ...readFields(codeFields, body, tenant.timeZone),
    }),
})

codes.post('many/', {
  operationId: 'createManyPromotionalCodes',
  refuses: ['category_rule', 'promotional_code_exists', 'idempotency_mismatch'],
  summary: 'Create many promotional codes',
  description:
    'All alike, such as `FRIENDS-8RT2KX4M`: they begin with `prefix`, and nobody guesses the rest. The same `uuid` sent again makes no more and gets the same ones, and is refused with anything else; one of version 7 lets them lie where new ones do.',
  body: ManyCodesIn,
  response: { 201: Type.Array(promotionalCode.out) },
  handler: (call) => {
    const { context, inTenant, tenant, actor, body } = call
    const { uuid, prefix, count } = body
    const { active: _, ...values } = {
      ...leftOut,
      ...readDiscount(body, tenant),
      ...readFields(sharedFields, body, tenant.timeZone),
    }
    const asked = { ...values, count, key: uuid ?? newId(), prefix: readCode(prefix, 'prefix') }
    return codes.answerAll(call, async () => {
      const ids = await createManyCodes(context, tenant, actor, asked)
      return inTenant((tx) => findPromotionalCodes(tx, ids))
    })
  },
})

codes.change({
  refuses: ['promotional_code_exists', 'changed_meanwhile'],
  summary: 'Change a promotional code',
  description: 'Changes the fields that are sent. Bookings made before keep the amounts they were made at.',
  body: CodeUpdate,
  handler: async ({ context, id, tenant, actor, body }) =>
    updatePromotionalCode(context, tenant, actor, id, {
      ...(body.code === undefined ? {} : { code: readCode(body.code, 'code') }),
      ...readDiscount(body, tenant),
      ...readFields(codeFields, body, tenant.timeZone),
    }),
})

/** The values of fields that a creation left out. */
const leftOut = { discountHundredths: null, discountMinor: null, ...unsaid(codeFields) }

/** Reads the discount from a body. */
function readDiscount(
  { discount_rate: rate, discount_amount: amount }: Static<typeof CodeUpdate>,
  { currency }: Tenant,
): Partial<PromotionalCodeValues> {
  return defined({
    discountHundredths: rate == null ? rate : readRate(rate),
    discountMinor: amount == null ? amount : readAmount(amount, { field: 'discount_amount', currency }),
  })
}

function readCode(text: string, field: 'code' | 'prefix'): string {
  const code = normalizeCode(text)
  if (!isCode(code)) throw fieldError(field, 'promotional_code_form')
  return code
}

function readRate(rate: number): number {
  const hundredths = Math.round(rate * 100)
  if (hundredths < 1 || hundredths > 10_000) throw fieldError('discount_rate', 'discount_rate')
  return hundredths
}
