import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { normalizeCode } from '../../features/catalog/promotional-code.ts'
import { findMembership } from '../../features/membership/membership.queries.ts'
import { priceMembershipSale, sellMembership } from '../../features/payment/sell-membership.ts'
import { Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { CodeField } from '../../pages/form/code-field.tsx'
import { EmailField } from '../../pages/form/field.tsx'
import { deskCodeWords } from '../kit/desk-methods.tsx'
import { type FilledOrder, orderPage } from '../kit/desk-order.tsx'
import { NameFields } from './member-forms.tsx'

type FilledMember = FilledOrder & {
  readonly firstName: string
  readonly lastName: string
  readonly promotionalCode: string
}

const empty: FilledMember = { priceId: '', amount: '', firstName: '', lastName: '', email: '', promotionalCode: '' }

/** Registers the form at the desk by which somebody becomes a member, or stays one for longer (ADR 0159). */
export function registerNewMember(app: FastifyInstance, context: Context): void {
  orderPage(app, context, {
    url: paths.newMember,
    listUrl: paths.members,
    permission: 'people',
    area: 'members',
    kind: 'membership',
    form: 'member',
    query: { member: Type.Optional(UuidIn) },
    body: {
      first_name: Maybe(TypedText({ max: 200 })),
      last_name: Maybe(TypedText({ max: 200 })),
      promotional_code: Maybe(TypedText({ max: 100 })),
    },
    words: (language) => {
      const { desk, everybody } = membersTexts[language]
      return { ...desk, list: everybody, priceHelp: desk.renewal }
    },
    begin: async ({ member: id }, tenant) => {
      if (id === undefined) return empty
      // To be prolonged, at the price they had.
      const membership = await context.database.asTenant(tenant.id, (tx) => findMembership(tx, id))
      if (!membership || membership.email === '') throw new AppError('not_found')
      const { priceId, firstName, lastName, email } = membership
      return { ...empty, priceId, firstName, lastName, email }
    },
    typed: ({ first_name: firstName, last_name: lastName, promotional_code: code }) => ({
      firstName: firstName ?? '',
      lastName: lastName ?? '',
      promotionalCode: code ?? '',
    }),
    check: ({ email }, language) =>
      isEmail(normalizeEmail(email)) ? [] : [{ field: 'email', detail: membersTexts[language].desk.emailWrong }],
    wanted: ({ firstName, lastName, promotionalCode }) => ({
      ...{ firstName, lastName },
      promotionalCode: normalizeCode(promotionalCode) || null,
    }),
    price: ({ request: { tenant, actor } }, order) => priceMembershipSale(context, tenant, actor, order),
    sell: ({ request: { tenant, actor } }, order, payment) => sellMembership(context, tenant, actor, order, payment),
    goesOn: (id) => at(paths.member, { uuid: id }, { done: 'granted' }),
    hasPeriods: true,
    show: ({ filled, problems, takesCodes }, language) => {
      const { desk } = membersTexts[language]
      return (
        <>
          <EmailField label={desk.email} help={desk.emailHelp} problems={problems} value={filled.email} />
          <NameFields words={desk} {...{ filled, problems }} note={deskTexts[language].optional} />
          {takesCodes || filled.promotionalCode !== '' ? (
            <CodeField value={filled.promotionalCode} problems={problems} words={deskCodeWords(saleTexts[language])} />
          ) : null}
        </>
      )
    },
    checkout: (language) => {
      const { methods, grant } = membersTexts[language].desk
      return { words: { methods, handOver: grant } }
    },
  })
}
