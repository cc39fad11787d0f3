import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { orNotFound } from '../errors.ts'
import { type ListedState, listedStates } from '../features/membership/membership.ts'
import { countMemberships, findMembership, listMemberships } from '../features/membership/membership.queries.ts'
import { eraseByStaff } from '../features/person/erase-by-staff.ts'
import { normalizeEmail } from '../lib/text.ts'
import { needs, open } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { EmailIn } from '../http/wire/schemas.ts'
import { costFields } from './amount-wire.ts'
import { BookingHeaders, bookingRefusals, cancellationRefusals } from './booking-wire.ts'
import { collection } from './collection.ts'
import { byId, byOwnName, listOffer } from './list-offer.ts'
import { MembershipIn, membership, readMembership } from './membership-wire.ts'
import { addressFields, answerOrder, ofOrder, orderFields, orderOf } from './order-wire.ts'

const order = ofOrder.object('MembershipOrder', { ...orderFields, ...costFields, ...addressFields })

const memberships = collection({
  tag: 'Memberships',
  url: '/api/memberships/',
  access: needs('membership:read', 'people'),
  ...membership,
  read: async (id, { inTenant }) => orNotFound(await inTenant((tx) => findMembership(tx, id))),
})

/** A membership can also be taken alone (ADR 0100). */
export const registerMemberships = memberships.register

memberships.list({
  summary: 'List memberships',
  description:
    'Its status is what its times say now: `to_come` begins later, `valid` holds, `ended` does no longer, and `cancelled` was cancelled, whenever it ended.',
  offer: listOffer({
    filters: { email: Type.Optional(EmailIn) },
    dates: 'was taken',
    statuses: byOwnName(listedStates),
    sorts: { created: byId },
  }),
  rows: ({ statuses, ...page }, call) =>
    call.inTenant((tx) => listMemberships(tx, { ...page, ...chosen(call, statuses) })),
  count: ({ statuses, ...narrowing }, call) =>
    call.inTenant((tx) => countMemberships(tx, { ...narrowing, ...chosen(call, statuses) })),
})

type Chosen = { readonly context: Context; readonly query: { readonly email?: string } }

const chosen = ({ context, query: { email } }: Chosen, states: readonly ListedState[] | undefined) =>
  defined({ email: email && normalizeEmail(email), state: states && { among: states, now: context.now() } })

memberships.one({ summary: 'Read one membership' })

memberships.post('', {
  access: open,
  operationId: 'takeMembership',
  refuses: [...bookingRefusals, 'permission_denied', 'too_many_unconfirmed', 'amount_mismatch'],
  summary: 'Take a membership',
  description:
    'With `membership:write` for anybody and at any price, and signed in a free one for oneself: 201. Anybody else orders: 202 with the reservation, at no event, that makes the person of `email` a member once it is paid (`checkout_url`, or at the desk where it is null) or, when it is free, confirmed by mail. What a stranger orders without paying online is held for 30 minutes until its address is confirmed; too much of that is refused with `too_many_unconfirmed`, as at booking. A membership that is still live is prolonged from its end. Stock, personal maximum and required membership of the price hold as at booking; of an order the maximum is decided when it is paid or confirmed, so that nobody learns who is a member. `custom_amount` is what is paid at a price with `free_price`, without it the least; `promotional_code` takes off what it does at booking. With an `Idempotency-Key` header, a repeat within 24 hours gets the first answer again; a refusal is not kept.',
  madeAt: '/api/memberships/',
  headers: BookingHeaders,
  body: MembershipIn,
  response: { 201: membership.out, 202: order.out },
  handler: async ({ context, tenant, language, body, request, reply }) => {
    const wanted = readMembership(body, { tenant, language })
    const input = { ...wanted, kind: 'membership', cardNumber: null, atDesk: false } as const
    return answerOrder(
      context,
      { request, reply },
      {
        input,
        sent: body,
        present: (taken) =>
          taken.kind === 'granted'
            ? { statusCode: 201, body: membership.present(taken.membership, { tenant }) }
            : { statusCode: 202, body: order.present(orderOf(context, request, taken, input), { tenant }) },
      },
    )
  },
})

memberships.act(':uuid/erasure/', {
  access: needs('membership:write', 'erasure'),
  asksAgain: true,
  operationId: 'eraseMember',
  refuses: ['changed_meanwhile', ...cancellationRefusals],
  keepsAnswer: false,
  summary: 'Erase the data of a member',
  description:
    'Erases at this organisation everything of the person who has the address of the membership, as the person could themselves. It cannot be undone: it takes the session of an owner or a manager who signed in during the last half an hour, and a key is refused. A repeat changes nothing. Answers with the membership, which is nobody’s then.',
  work: ({ context, id, tenant, actor }) =>
    eraseByStaff(context, tenant, actor, { noun: 'membership', id, seen: null }),
})
