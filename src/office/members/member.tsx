import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { cancelRenewal } from '../../features/membership/cancel-renewal.ts'
import { correctMemberName } from '../../features/membership/correct-member-name.ts'
import { findMembership } from '../../features/membership/membership.queries.ts'
import type { RenewalState } from '../../features/membership/renewal.queries.ts'
import { sendMembershipAgain } from '../../features/membership/send-membership-again.ts'
import { cancelMembership } from '../../features/reservation/cancel-membership.ts'
import { type Asked, staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { IntegerIn, largestInteger, MachineText, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { detailPage } from '../kit/edit-page.ts'
import { asWhole } from '../../pages/form/problems.tsx'
import { pressPage } from '../kit/press-page.ts'
import { showMember } from './member-page.tsx'
import { memberName } from './member-standing.tsx'

const access = staff('people')
/** The longest reason for a cancellation. */
export const longestReason = 200

const Name = Maybe(TypedText({ max: 200 }))

type OfMember = Asked & { readonly params: { readonly uuid: string } }

/** Registers the page of a member, by any of their memberships, and what staff does about it (ADR 0159). */
export function registerMemberPages(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: paths.member,
    access,
    read: async (_, id) => id,
    show: (asked, id, { problems, done }) => showMember(context, asked, id, { problems, done }),
  })
  registerName(app, context)
  registerMails(app, context)
  registerCancellation(app, context)
  registerRenewalCancellation(app, context)
}

const back = (done: string) => (asked: OfMember) => at(paths.member, { uuid: asked.params.uuid }, { done })

function findAsked({ database }: Pick<Context, 'database'>, { request, params }: OfMember) {
  return database.asTenant(request.tenant.id, (tx) => findMembership(tx, params.uuid))
}

function registerName(app: FastifyInstance, context: Context): void {
  const nameOf = (body: { readonly first_name?: string | null; readonly last_name?: string | null }) => ({
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
  })
  pressPage(app, {
    url: paths.memberName,
    access,
    body: { seen: MachineText({ max: 64 }), first_name: Name, last_name: Name },
    act: ({ tenant, actor, params: { uuid: id }, body }) =>
      correctMemberName(context, tenant, actor, { id, seen: body.seen, wanted: nameOf(body) }),
    explain: async ({ code }, asked) => {
      const stands = code === 'changed_meanwhile' ? await findAsked(context, asked) : null
      const words = memberTexts[asked.language].name
      return stands && asWhole(words.changedMeanwhile({ now: memberName({ ...stands, email: '' }) || words.none }))
    },
    show: (asked, problems) => showMember(context, asked, asked.params.uuid, { problems, name: nameOf(asked.body) }),
    goesOn: back('saved'),
  })
}

function registerMails(app: FastifyInstance, context: Context): void {
  pressPage(app, {
    url: paths.memberMails,
    access,
    body: { seen: IntegerIn({ min: 0, max: largestInteger }) },
    act: ({ tenant, actor, params: { uuid: id }, body }) =>
      sendMembershipAgain(context, tenant, actor, { id, seen: body.seen }),
    explain: ({ code }, { language }) =>
      code === 'invalid_transition' ? asWhole(memberTexts[language].notLive) : null,
    show: (asked, problems) => showMember(context, asked, asked.params.uuid, { problems }),
    goesOn: back('sent'),
  })
}

function registerCancellation(app: FastifyInstance, context: Context): void {
  pressPage(app, {
    url: paths.memberCancellation,
    access,
    body: { reason: Maybe(TypedText({ max: longestReason })) },
    check: ({ body, language }) =>
      body.reason ? [] : [{ field: 'reason', detail: memberTexts[language].cancel.reasonMissing }],
    act: ({ tenant, actor, params: { uuid: id }, body }) =>
      cancelMembership(context, tenant, actor, { id, reason: body.reason ?? '' }),
    isDone: async (asked) => (await findAsked(context, asked))?.cancelledAt != null,
    explain: (refusal, { language }) => explainCancellation(refusal, memberTexts[language].cancel),
    show: (asked, problems) =>
      showMember(context, asked, asked.params.uuid, { problems, reason: asked.body.reason ?? '' }),
    goesOn: back('cancelled'),
  })
}

function registerRenewalCancellation(app: FastifyInstance, context: Context): void {
  pressPage(app, {
    url: paths.memberRenewalCancellation,
    access,
    act: ({ tenant, actor, params: { uuid: membershipId } }) => cancelRenewal(context, tenant, actor, { membershipId }),
    isDone: async (asked) => isCancelled((await findAsked(context, asked))?.renewalState),
    explain: ({ code }, { language }) =>
      code === 'invalid_transition' ? asWhole(memberTexts[language].renewalCancellation.over) : null,
    show: (asked, problems) => showMember(context, asked, asked.params.uuid, { problems }),
    goesOn: back('renewal_cancelled'),
  })
}

const isCancelled = (state: RenewalState | null | undefined) => state === 'ending' || state === 'ended'

function explainCancellation({ code }: AppError, words: { readonly over: string; readonly spent: string }) {
  if (code === 'invalid_transition') return asWhole(words.over)
  return code === 'top_up_spent' ? asWhole(words.spent) : null
}
