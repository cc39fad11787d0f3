import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { correctMemberName } from '../../features/membership/correct-member-name.ts'
import { findMembership } from '../../features/membership/membership.queries.ts'
import { sendMembershipAgain } from '../../features/membership/send-membership-again.ts'
import { cancelMembership } from '../../features/reservation/cancel-membership.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { IntegerIn, largestInteger, MachineText, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { type Answering, type RefusedChange, showMember } from './member-page.tsx'
import { memberName } from './member-standing.tsx'

const url = paths.member
const longestReason = 200

const Name = Maybe(TypedText({ max: 200 }))

/** One member, by any of their memberships, and what staff does about it (ADR 0159). */
export function registerMemberPages(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('people'), params: UuidParams } as const

  page(app, {
    ...shared,
    method: 'GET',
    url,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ params, query, request, reply }) =>
      showMember(context, { request, reply }, params.uuid, { problems: [], done: query.done ?? '' }),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: `${url}name/`,
    forms: true,
    body: Type.Object({ seen: MachineText({ max: 64 }), first_name: Name, last_name: Name }),
    handler: ({ tenant, actor, params, body, request, reply }) => {
      const wanted = { firstName: body.first_name ?? '', lastName: body.last_name ?? '' }
      return orSay(context, { request, reply }, params.uuid, {
        done: 'saved',
        work: (id) => correctMemberName(context, tenant, actor, { id, seen: body.seen, wanted }),
        filled: { name: wanted },
      })
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: `${url}mails/`,
    forms: true,
    body: Type.Object({ seen: IntegerIn({ min: 0, max: largestInteger }) }),
    handler: ({ tenant, actor, params, body, request, reply }) =>
      orSay(context, { request, reply }, params.uuid, {
        done: 'sent',
        work: (id) => sendMembershipAgain(context, tenant, actor, { id, seen: body.seen }),
      }),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: `${url}cancellation/`,
    forms: true,
    body: Type.Object({ reason: Maybe(TypedText({ max: longestReason })) }),
    handler: ({ tenant, actor, language, params, body, request, reply }) => {
      const [reason, to] = [body.reason ?? '', { request, reply }]
      if (reason === '') {
        reply.code(400)
        const problems = [{ field: 'reason', detail: memberTexts[language].cancel.reasonMissing }]
        return showMember(context, to, params.uuid, { problems, done: '', reason })
      }
      return orSay(context, to, params.uuid, {
        done: 'cancelled',
        work: (id) => cancelMembership(context, tenant, actor, { id, reason }),
        filled: { reason },
      })
    },
  })
}

type Asked = {
  readonly done: 'saved' | 'sent' | 'cancelled'
  readonly work: (id: string) => Promise<void>
  /** What was typed. */
  readonly filled?: Pick<RefusedChange, 'name' | 'reason'>
}

/** Back to the page; where it was refused, it says why, and how the member stands. */
async function orSay(context: Context, to: Answering, id: string, { done, work, filled }: Asked) {
  const { tenant, language } = to.request
  const back = () => to.reply.redirect(at(paths.member, { uuid: id }, { done }), 303)
  try {
    await work(id)
    return back()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const stands = await context.database.asTenant(tenant.id, (tx) => findMembership(tx, id))
    // A second press, or a colleague's, has found it cancelled: that is what was wanted.
    if (error.code === 'invalid_transition' && done === 'cancelled' && stands?.cancelledAt) return back()
    const problem = stands && explain(error, { done, name: memberName({ ...stands, email: '' }), language })
    if (problem === null) throw error
    to.reply.code(errorStatus[error.code])
    return showMember(context, to, id, { problems: [problem], done: '', ...filled })
  }
}

type Explained = {
  readonly done: Asked['done']
  /** As it is now; '' when there is none. */
  readonly name: string
  readonly language: Language
}

/** Null: nothing that this page can put right. */
function explain(error: AppError, { done, name, language }: Explained): FormProblem | null {
  const words = memberTexts[language]
  switch (error.code) {
    case 'changed_meanwhile':
      return { field: null, detail: words.name.changedMeanwhile({ now: name || words.name.none }) }
    case 'invalid_transition':
      return { field: null, detail: done === 'sent' ? words.notLive : words.cancel.over }
    case 'top_up_spent':
      return { field: null, detail: words.cancel.spent }
    default:
      return null
  }
}
