import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { correctMemberName, nameVersion } from '../features/membership/correct-member-name.ts'
import { findMembership } from '../features/membership/membership.queries.ts'
import { countMembershipMails, sendMembershipAgain } from '../features/membership/send-membership-again.ts'
import { deskMethods } from '../features/payment/payment.ts'
import { priceMembershipSale, sellMembership } from '../features/payment/sell-membership.ts'
import { cancelMembership } from '../features/reservation/cancel-membership.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { sha256 } from '../lib/hash.ts'
import { newId } from '../lib/ids.ts'
import { needs, route } from '../http/route.ts'
import {
  AmountIn,
  EnumIn,
  IntegerIn,
  IntegerOut,
  largestInteger,
  Maybe,
  Text,
  withExample,
} from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { BookingHeaders } from './booking-wire.ts'
import { readOwnKey } from './own-key.ts'
import { MembershipIn, MembershipOut, presentMembership, readMembership } from './membership-wire.ts'
import { UuidParams } from '../http/wire/params.ts'
import { expectedTotal, presentQuote, QuoteOut } from './sale-wire.ts'

const MembershipMailsOut = Type.Object({ seen: withExample(IntegerOut, 2) }, { title: 'MembershipMails' })

/** Members at the desk, and what is put right about them (ADR 0159 and 0190). Not in the interface. */
export function registerMembershipChanges(app: FastifyInstance, context: Context): void {
  const tag = 'Memberships'
  const access = needs('membership:write', 'people')
  const oneUrl = '/api/memberships/:uuid/'

  /** @throws AppError not_found, also of one that is nobody's any more */
  const read = async (tenant: Tenant, id: string) => {
    const membership = await context.database.asTenant(tenant.id, (tx) => findMembership(tx, id))
    if (!membership || membership.email === '') throw new AppError('not_found')
    return membership
  }
  const countMails = async (tenant: Tenant, id: string) => {
    const { email } = await read(tenant, id)
    return context.database.asTenant(tenant.id, (tx) => countMembershipMails(tx, email))
  }

  route(app, {
    method: 'POST',
    url: '/api/memberships/sales/',
    access,
    tag,
    summary: 'Sell a membership at the desk',
    description:
      'Somebody stands there and pays: they are a member at once, or what they have is prolonged, and the payment and its receipt are noted. `amount` is what they were told; what comes to something else is refused with `amount_mismatch`. With `free` nothing is taken, and the amount is 0. With an `Idempotency-Key` header a repeat within 24 hours finishes what the first began and sells nothing more, whatever its `method` and `amount`.',
    headers: BookingHeaders,
    body: Type.Object({
      ...MembershipIn.properties,
      method: withExample(EnumIn(deskMethods), 'cash'),
      amount: Maybe(AmountIn),
    }),
    response: { 201: MembershipOut },
    handler: async ({ tenant, actor, language, body, request }) => {
      const { method, amount, ...wanted } = body
      const { currency } = tenant
      const told = readOptionalAmount(amount, { field: 'amount', currency })
      const sale = { ...readMembership(wanted, { currency, language }), ...expectedTotal(method, told) }
      const key = readOwnKey(request, sale.email)
      // However it is paid: whoever sends another method the second time still sells once.
      const repeat = { key: `sale ${key ?? newId()}`, bodyHash: sha256(JSON.stringify(wanted)) }
      const id = await sellMembership(context, tenant, actor, sale, { method, repeat })
      return presentMembership(await read(tenant, id), currency)
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/memberships/sales/quote/',
    access,
    tag,
    summary: 'Say what a membership comes to at the desk',
    description: 'At this moment, or it is refused as the sale would be. No code is used.',
    body: MembershipIn,
    response: { 200: QuoteOut },
    handler: async ({ tenant, actor, language, body }) => {
      const { currency } = tenant
      const wanted = readMembership(body, { currency, language })
      return presentQuote(await priceMembershipSale(context, tenant, actor, wanted), currency)
    },
  })

  route(app, {
    method: 'PATCH',
    url: oneUrl,
    access,
    tag,
    summary: 'Correct the name of a member',
    description:
      'On this membership, and on those of the same address that bear the same name. Changes the fields that are sent; what somebody else changed at the same moment is refused with `changed_meanwhile`.',
    params: UuidParams,
    body: Type.Object({
      first_name: Maybe(Text({ max: 200, example: 'Ada' })),
      last_name: Maybe(Text({ max: 200, example: 'Lovelace' })),
    }),
    response: { 200: MembershipOut },
    handler: async ({ tenant, actor, params, body }) => {
      const { id, ...former } = await read(tenant, params.uuid)
      const wanted = {
        firstName: body.first_name === undefined ? former.firstName : (body.first_name ?? ''),
        lastName: body.last_name === undefined ? former.lastName : (body.last_name ?? ''),
      }
      await correctMemberName(context, tenant, actor, { id, seen: nameVersion(former), wanted })
      return presentMembership(await read(tenant, id), tenant.currency)
    },
  })

  route(app, {
    method: 'GET',
    url: `${oneUrl}mails/`,
    access: needs('membership:read', 'people'),
    tag,
    summary: 'Read how often a member was mailed their membership',
    description: '`seen` grows with every such mail to that address.',
    params: UuidParams,
    response: { 200: MembershipMailsOut },
    handler: async ({ tenant, params }) => ({ seen: await countMails(tenant, params.uuid) }),
  })

  route(app, {
    method: 'POST',
    url: `${oneUrl}mails/`,
    access,
    tag,
    summary: 'Mail a membership to its member again',
    description:
      'With the way to their card. Of one that has ended or was cancelled it is refused with `invalid_transition`. With `seen` as it was read before, a repeat sends nothing. Answers with how often they were mailed by now.',
    params: UuidParams,
    body: Type.Object({ seen: Maybe(IntegerIn({ min: 0, max: largestInteger, example: 1 })) }),
    response: { 200: MembershipMailsOut },
    handler: async ({ tenant, actor, params, body }) => {
      const id = params.uuid
      const seen = body.seen ?? (await countMails(tenant, id))
      await sendMembershipAgain(context, tenant, actor, { id, seen })
      return { seen: await countMails(tenant, id) }
    },
  })

  route(app, {
    method: 'POST',
    url: `${oneUrl}cancellation/`,
    access,
    tag,
    summary: 'Cancel a membership that was granted alone',
    description:
      'It ends at once; its place and its use of a code are released, and what it had put on a card is reversed, or `top_up_spent`. One with a `reservation` ends with that; it, and one that has ended, is refused with `invalid_transition`. The reason is kept.',
    params: UuidParams,
    body: Type.Object({ reason: Text({ max: 200, multiline: true, example: 'Registered twice' }) }),
    response: { 200: MembershipOut },
    handler: async ({ tenant, actor, params, body }) => {
      await cancelMembership(context, tenant, actor, { id: params.uuid, reason: body.reason })
      return presentMembership(await read(tenant, params.uuid), tenant.currency)
    },
  })
}
