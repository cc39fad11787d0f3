import { Type } from 'typebox'
import { AppError } from '../errors.ts'
import { cancelRenewal } from '../features/membership/cancel-renewal.ts'
import { correctMemberName, nameVersion } from '../features/membership/correct-member-name.ts'
import { findMembership, type Membership } from '../features/membership/membership.queries.ts'
import { countMembershipMails, sendMembershipAgain } from '../features/membership/send-membership-again.ts'
import { priceMembershipSale, sellMembership } from '../features/payment/sell-membership.ts'
import { cancelMembership } from '../features/reservation/cancel-membership.ts'
import { needs } from '../http/route.ts'
import { IntegerIn, IntegerOut, largestInteger, Maybe, Text, withExample } from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { BookingHeaders, bookingRefusals } from './booking-wire.ts'
import { type Caller, collection } from './collection.ts'
import { NameIn, readName } from './name-wire.ts'
import { readSaleRepeat } from '../http/repeat-wire.ts'
import { MembershipIn, membership, readMembership } from './membership-wire.ts'
import { expectedTotal, MoneyIn, quote, QuotedMoneyIn } from './sale-wire.ts'

const MembershipMailsOut = Type.Object({ seen: withExample(IntegerOut, 2) }, { title: 'MembershipMails' })

const memberships = collection({
  tag: 'Memberships',
  url: '/api/memberships/',
  access: needs('membership:read', 'people'),
  writes: needs('membership:write', 'people'),
  ...membership,
  read,
})

/** Members at the desk, and what is put right about them (ADR 0159 and 0190). Not in the interface. */
export const registerMembershipChanges = memberships.register

memberships.post('sales/', {
  operationId: 'sellMembership',
  refuses: [
    ...bookingRefusals,
    'too_many_unconfirmed',
    'invalid_transition',
    'amount_mismatch',
    'insufficient_balance',
  ],
  summary: 'Sell a membership at the desk',
  description:
    'Somebody stands there and pays: they are a member at once, or what they have is prolonged, and the payment and its receipt are noted. `amount` is what they were told; what comes to something else is refused with `amount_mismatch`. With `free` nothing is taken, and the amount is 0. With an `Idempotency-Key` header a repeat within 24 hours finishes what the first began and sells nothing more, whatever its `method` and `amount`.',
  madeAt: '/api/memberships/',
  headers: BookingHeaders,
  body: Type.Object({ ...MembershipIn.properties, ...MoneyIn }, { title: 'MembershipSale' }),
  response: { 201: membership.out },
  handler: (call) => {
    const { context, tenant, actor, language, body, request } = call
    const { method, amount, ...wanted } = body
    const { currency } = tenant
    const told = readOptionalAmount(amount, { field: 'amount', currency })
    const sale = { ...readMembership(wanted, { tenant, language }), ...expectedTotal(method, told) }
    const repeat = readSaleRepeat(request, sale.email, wanted)
    return memberships.answer(call, async () =>
      read(await sellMembership(context, tenant, actor, sale, { method, repeat }), call),
    )
  },
})

memberships.post('sales/quote/', {
  operationId: 'quoteMembership',
  refuses: [...bookingRefusals, 'amount_mismatch'],
  keepsAnswer: false,
  summary: 'Say what a membership comes to at the desk',
  description:
    'At this moment, or it is refused as the sale would be. No code is used. The body is the sale’s; `method` and `amount` change nothing.',
  body: Type.Object({ ...MembershipIn.properties, ...QuotedMoneyIn }, { title: 'MembershipSaleQuote' }),
  response: { 200: quote.out },
  handler: async ({ context, tenant, actor, language, body: { method: _, amount, ...sale } }) => {
    readOptionalAmount(amount, { field: 'amount', currency: tenant.currency })
    const wanted = readMembership(sale, { tenant, language })
    return quote.present(await priceMembershipSale(context, tenant, actor, wanted), { tenant })
  },
})

memberships.change({
  refuses: ['changed_meanwhile'],
  summary: 'Correct the name of a member',
  description:
    'On this membership, and on those of the same address that bear the same name. Changes the fields that are sent; what somebody else changed at the same moment is refused with `changed_meanwhile`.',
  body: Type.Object({ ...NameIn }, { title: 'MembershipChange' }),
  work: async (call) => {
    const { context, id, tenant, actor, body } = call
    const former = await read(id, call)
    const wanted = { ...readName(body, former) }
    await correctMemberName(context, tenant, actor, { id, seen: nameVersion(former), wanted })
  },
})

memberships.get(':uuid/mails/', {
  operationId: 'readMembershipMails',
  summary: 'Read how often a member was mailed their membership',
  description: '`seen` grows with every such mail to that address.',
  response: { 200: MembershipMailsOut },
  handler: async (call) => ({ seen: await countMails(call.id, call) }),
})

memberships.post(':uuid/mails/', {
  operationId: 'resendMembership',
  refuses: ['invalid_transition'],
  summary: 'Mail a membership to its member again',
  description:
    'With the way to their card. Of one that has ended or was cancelled it is refused with `invalid_transition`. With `seen` as it was read before, a repeat sends nothing. Answers with how often they were mailed by now.',
  body: Type.Object(
    { seen: Maybe(IntegerIn({ min: 0, max: largestInteger, example: 1 })) },
    { title: 'MembershipMailing' },
  ),
  response: { 200: MembershipMailsOut },
  handler: async (call) => {
    const { context, id, tenant, actor, body } = call
    const seen = body.seen ?? (await countMails(id, call))
    await sendMembershipAgain(context, tenant, actor, { id, seen })
    return { seen: await countMails(id, call) }
  },
})

memberships.act(':uuid/cancellation/', {
  operationId: 'cancelMembership',
  refuses: ['invalid_transition', 'insufficient_balance', 'top_up_spent'],
  summary: 'Cancel a membership that was granted alone',
  description:
    'It ends at once; its place and its use of a code are released, and what it had put on a card is reversed, or `top_up_spent`. One with a `reservation` ends with that; it, and one that has ended, is refused with `invalid_transition`. The reason is kept.',
  body: Type.Object(
    { reason: Text({ max: 200, multiline: true, example: 'Registered twice' }) },
    { title: 'MembershipCancellation' },
  ),
  work: ({ context, id, tenant, actor, body }) => cancelMembership(context, tenant, actor, { id, reason: body.reason }),
})

memberships.act(':uuid/renewal-cancellation/', {
  operationId: 'cancelRenewal',
  refuses: ['invalid_transition'],
  summary: 'Cancel the renewal of a membership',
  description:
    'It is paid no more by itself, and stays until its end; nothing is refunded. The payment service is told, again until it has confirmed. One that is not renewed by itself, or no more, is refused with `invalid_transition`.',
  work: ({ context, id, tenant, actor }) => cancelRenewal(context, tenant, actor, { membershipId: id }),
})

/** @throws AppError not_found, also of one that is nobody's any more */
async function read(id: string, { inTenant }: Caller): Promise<Membership> {
  const found = await inTenant((tx) => findMembership(tx, id))
  if (!found || found.email === '') throw new AppError('not_found')
  return found
}

async function countMails(id: string, caller: Caller): Promise<number> {
  const { email } = await read(id, caller)
  return caller.inTenant((tx) => countMembershipMails(tx, email))
}
