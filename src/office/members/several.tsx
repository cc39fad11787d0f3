import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import { type ListedMember, listTheseMembers } from '../../features/membership/member-list.queries.ts'
import { isLive } from '../../features/membership/membership.ts'
import { findMemberLanguage, findMembership } from '../../features/membership/membership.queries.ts'
import { countMembershipMails, sendMembershipAgain } from '../../features/membership/send-membership-again.ts'
import { type DeskMethod, deskMethods } from '../../features/payment/payment.ts'
import { type DeskMembership, priceMembershipSale, sellMembership } from '../../features/payment/sell-membership.ts'
import { cancelMembership } from '../../features/reservation/cancel-membership.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { staff } from '../../http/route.ts'
import { EnumIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { amountText } from '../../lib/format.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { Field } from '../../pages/form/field.tsx'
import { doOnce } from '../../pages/form/pressed-twice.ts'
import { Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { DeskMethods } from '../kit/desk-methods.tsx'
import { type Look, severalPages } from '../kit/several.tsx'
import { longestReason } from './member.tsx'
import { MemberStanding, memberName } from './member-standing.tsx'

/** What is done to several members at once: each as it is done to one. */
export const memberActs = ['mails', 'renewal', 'cancellation'] as const
type MemberAct = (typeof memberActs)[number]

/** Registers what is done to the members that were ticked in the list (ADR 0284). */
export function registerSeveralMembers(app: FastifyInstance, context: Context): void {
  severalPages(app, {
    url: paths.membersSeveral,
    acts: memberActs,
    urls: { mails: paths.membersMails, renewal: paths.membersRenewal, cancellation: paths.membersCancellation },
    access: staff('people'),
    area: 'members',
    body: {
      reason: Maybe(TypedText({ max: longestReason })),
      method: Maybe(EnumIn(deskMethods)),
      /** By which a second press renews nothing more. */
      key: Maybe(UuidIn),
    },
    words: (language) => {
      const { title, columns, several } = membersTexts[language]
      return { title, columns, back: memberTexts[language].all, ...several, told: { mails: '', renewal: '' } }
    },
    read: ({ request: { tenant } }, ids) =>
      context.database.asTenant(tenant.id, (tx) => listTheseMembers(tx, ids, context.now())),
    look: async ({ request: { tenant, actor, language } }, act, rows) => {
      const looks: Look[] = []
      for (const row of rows) looks.push(await lookAt(context, { tenant, actor, language }, act, row))
      return looks
    },
    sums: async ({ request: { tenant, language } }, act, open) => {
      const total = open.reduce((sum, { seen }) => sum + seen, 0)
      const { due } = membersTexts[language].several
      return act === 'renewal' ? [[due, amountText(total, tenant.currency, language)]] : []
    },
    check: ({ request: { language } }, act, { reason, method, key }) => {
      if (act === 'cancellation' && !reason)
        return [{ field: 'reason', detail: memberTexts[language].cancel.reasonMissing }]
      if (act === 'renewal' && (!method || !key)) throw new AppError('invalid_body')
      return []
    },
    act: ({ request }, act, row, { body, before }) => {
      const { tenant, actor } = request
      const { id, email, seen } = row
      if (act === 'cancellation') return cancelMembership(context, tenant, actor, { id, reason: body.reason ?? '' })
      if (act === 'renewal') return renew(context, request, row, body)
      // Mails are counted by address: those that another of their memberships has just got were not seen.
      const own = before.filter((one) => one.email === email).length
      return sendMembershipAgain(context, tenant, actor, { id, seen: seen + own })
    },
    isDone: async ({ request: { tenant } }, act, { id }) =>
      act === 'cancellation' &&
      (await context.database.asTenant(tenant.id, (tx) => findMembership(tx, id)))?.cancelledAt != null,
    explain: ({ request: { language } }, act, { code }) => whyOf(act, code, language),
    form: ({ request: { language } }, act, { open, problems, body }) => {
      const { cancel } = memberTexts[language]
      if (act === 'renewal')
        return {
          fields: <input type="hidden" name="key" value={body?.key ?? newId()} />,
          buttons: <RenewalButtons count={open.length} isFree={open.every(({ seen }) => seen === 0)} />,
        }
      return {
        fields:
          act === 'cancellation' ? (
            <Field
              {...{ id: 'reason', label: cancel.reason, help: cancel.reasonHelp, problems }}
              autocomplete="off"
              maxLength={longestReason}
              value={body?.reason ?? ''}
            />
          ) : null,
      }
    },
    columns: (language) => {
      const { columns } = membersTexts[language]
      return [
        { name: columns.who, show: (one) => <strong>{memberName(one)}</strong> },
        { name: columns.membership, show: ({ productName }) => <Written>{productName}</Written> },
      ]
    },
    state: (one) => <MemberStanding held={one} />,
    isDangerous: (act) => act === 'cancellation',
  })
}

/** What a renewal costs is taken by the way that was pressed; free of charge it is pressed as it is. */
function RenewalButtons({ count, isFree }: { readonly count: number; readonly isFree: boolean }) {
  const { desk, several } = useTexts(membersTexts)
  return isFree ? (
    <Submit name="method" value="free">
      {several.buttons.renewal({ count })}
    </Submit>
  ) : (
    <div class="checkout ways">
      <DeskMethods words={desk.methods} />
    </div>
  )
}

type Renewing = { readonly method?: DeskMethod | null | undefined; readonly key?: string | null | undefined }

/** Renews a member once, however often the button is pressed, at the price that was seen. */
async function renew(
  context: Context,
  { tenant, actor }: Pick<Asking, 'tenant' | 'actor'>,
  { seen, ...row }: ListedMember & Pick<Look, 'seen'>,
  { method, key }: Renewing,
): Promise<unknown> {
  const repeat = { key: `members ${key} ${row.id}`, bodyHash: sha256(row.id) }
  const order = { ...(await renewalOf(context, tenant, row)), expectedMinor: seen }
  return doOnce(() => sellMembership(context, tenant, actor, order, { method: method ?? 'free', repeat }))
}

type Asking = { readonly tenant: Tenant; readonly actor: Actor; readonly language: Language }

/** Looks whether an act is open to a member. What a renewal costs is what is seen of it. */
async function lookAt(
  context: Context,
  { tenant, actor, language }: Asking,
  act: MemberAct,
  row: ListedMember,
): Promise<Look> {
  const { notLive, cancel } = memberTexts[language]
  const live = isLive(row, context.now())
  if (act === 'mails') {
    const count = (email: string) => context.database.asTenant(tenant.id, (tx) => countMembershipMails(tx, email))
    return live ? { seen: await count(row.email), closed: null } : { seen: 0, closed: notLive }
  }
  if (act === 'cancellation') {
    const closed = live ? (row.reservationId === null ? null : cancel.booked) : cancel.over
    return { seen: 0, closed }
  }
  try {
    const order = { ...(await renewalOf(context, tenant, row)), expectedMinor: 0 }
    return { seen: (await priceMembershipSale(context, tenant, actor, order)).totalMinor, closed: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { seen: 0, closed: whyOf(act, error.code, language) ?? refusalTexts[language].errors[error.code].detail }
  }
}

/** Orders for a member what they have, at the price they had, as the form at the desk does. */
async function renewalOf(
  { database }: Context,
  tenant: Tenant,
  { id, priceId, email, firstName, lastName }: ListedMember,
): Promise<Omit<DeskMembership, 'expectedMinor'>> {
  const language = await database.asTenant(tenant.id, (tx) => findMemberLanguage(tx, id))
  const names = { email, firstName, lastName, language: language ?? tenant.language }
  return { ...names, priceId, chosenMinor: null, promotionalCode: null }
}

/** Says why one was refused, as the page of one member does. */
function whyOf(act: MemberAct, code: ErrorCode, language: Language): string | undefined {
  const { notLive, cancel } = memberTexts[language]
  const { desk, several } = membersTexts[language]
  const said: Readonly<Record<MemberAct, Partial<Record<ErrorCode, string>>>> = {
    mails: { invalid_transition: notLive },
    cancellation: { invalid_transition: cancel.over, top_up_spent: cancel.spent },
    renewal: {
      sold_out: desk.soldOut,
      not_on_sale: several.gone,
      max_per_user: desk.overMaximum,
      membership_required: desk.notMember,
      amount_mismatch: several.otherAmount,
      invalid_transition: desk.orderGone,
    },
  }
  return said[act][code]
}
