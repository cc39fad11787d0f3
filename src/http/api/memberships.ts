import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import {
  findMembership,
  listMemberships,
  type Membership,
} from '../../features/membership/membership.queries.ts'
import { takeMembership } from '../../features/reservation/take-membership.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { formatDateTime } from '../../lib/time.ts'
import { needs, open, route } from '../route.ts'
import { defined } from '../wire/defined.ts'
import {
  DateTimeOut,
  EmailIn,
  NullableDateTimeOut,
  NullableUuidOut,
  PageQuery,
  TextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../wire/schemas.ts'
import { answerList, byId } from './answer-list.ts'
import { UuidParams } from './params.ts'

const MembershipOut = Type.Object(
  {
    uuid: UuidOut,
    email: withExample(TextOut, 'ada@example.org'),
    product: UuidOut,
    price: UuidOut,
    reservation: NullableUuidOut,
    valid_from: DateTimeOut,
    valid_until: NullableDateTimeOut,
    cancelled_at: NullableDateTimeOut,
    datetime: DateTimeOut,
  },
  { title: 'Membership' },
)

const optionalTime = (time: Date | null) => (time === null ? null : formatDateTime(time))

function presentMembership(membership: Membership): Type.Static<typeof MembershipOut> {
  return {
    uuid: membership.id,
    email: membership.email,
    product: membership.productId,
    price: membership.priceId,
    reservation: membership.reservationId,
    valid_from: formatDateTime(membership.validFrom),
    valid_until: optionalTime(membership.validUntil),
    cancelled_at: optionalTime(membership.cancelledAt),
    datetime: formatDateTime(membership.createdAt),
  }
}

/** Decisions, section 4: a membership can also be taken alone. */
export function registerMemberships(app: FastifyInstance, context: Context): void {
  const tag = 'Memberships'

  route(app, {
    method: 'GET',
    url: '/api/memberships/',
    access: needs('membership:read'),
    tag,
    summary: 'List memberships',
    query: Type.Object({ ...PageQuery, email: Type.Optional(EmailIn) }),
    response: { 200: Type.Array(MembershipOut) },
    handler: ({ tenant, query, request, reply }) => {
      const filter = defined({ email: query.email === undefined ? undefined : normalizeEmail(query.email) })
      return answerList<Membership, typeof MembershipOut, string>(
        { query, request, reply },
        {
          item: MembershipOut,
          present: presentMembership,
          keys: byId,
          next: (after, limit) =>
            context.database.asTenant(tenant.id, (tx) =>
              listMemberships(tx, { ...filter, limit, ...defined({ after }) }),
            ),
        },
      )
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/memberships/:uuid/',
    access: needs('membership:read'),
    tag,
    summary: 'Read one membership',
    params: UuidParams,
    response: { 200: MembershipOut },
    handler: async ({ tenant, params }) => {
      const membership = await context.database.asTenant(tenant.id, (tx) => findMembership(tx, params.uuid))
      if (!membership) throw new AppError('not_found')
      return presentMembership(membership)
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/memberships/',
    access: open,
    tag,
    summary: 'Take a membership',
    description:
      'With `membership:write` for anybody and at any price. A signed-in person may take a free one for themselves; one that costs something waits for online payment. A membership that is still live is prolonged from its end. Stock, personal maximum and required membership of the price hold as at booking.',
    body: Type.Object({ email: EmailIn, price: UuidIn }),
    response: { 201: MembershipOut },
    handler: async ({ tenant, actor, language, body }) =>
      presentMembership(
        await takeMembership(context, tenant, actor, {
          email: normalizeEmail(body.email),
          priceId: body.price,
          language,
        }),
      ),
  })
}
