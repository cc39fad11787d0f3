import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { listMembershipOffers } from '../../../features/membership/membership-offers.queries.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import type { TakenMembership } from '../../../features/reservation/take-membership.ts'
import { categoryRules } from '../../../features/tenant/tenant.ts'
import { sha256 } from '../../../lib/hash.ts'
import { newId } from '../../../lib/ids.ts'
import type { Language } from '../../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../../lib/text.ts'
import { becomeMemberWithinLimit } from '../../become-member-within-limit.ts'
import { errorStatus } from '../../error-status.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { texts } from '../../texts/texts.ts'
import { Maybe, Text, UuidIn } from '../../wire/schemas.ts'
import type { FormProblem } from '../form/problems.tsx'
import { page, showPage } from '../page.ts'
import { signInPath } from '../sign-in/next-path.ts'
import { type FilledMembership, MembershipPage } from './membership-form.tsx'

/** Mild, as the form of an event is: what is wrong in it is said beside the field. */
const MembershipBody = Type.Object({
  key: UuidIn,
  price: Maybe(UuidIn),
  first_name: Maybe(Text({ max: 200 })),
  last_name: Maybe(Text({ max: 200 })),
  email: Maybe(Text({ max: 254 })),
})

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** What one can be a member of here, and the form that makes one, without an account. */
export function registerMembership(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/membership/',
    summary: 'The memberships on offer',
    handler: ({ request, reply }) => show(context, { request, reply }, { filled: null, problems: [] }),
  })

  page(app, {
    method: 'POST',
    url: '/membership/',
    summary: 'Become a member',
    forms: true,
    body: MembershipBody,
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled = filledIn(body)
      const knownEmail = actor.kind === 'account' ? actor.email : null
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return show(context, { request, reply }, { filled, problems })
      }
      const wrong = problemsOf(filled, knownEmail, language)
      if (wrong.length > 0) return again(wrong, 400)
      const input = {
        ...{ email: knownEmail ?? normalizeEmail(filled.email), priceId: filled.priceId, language },
        ...{ firstName: filled.firstName, lastName: filled.lastName },
      }
      const repeatable = {
        key: `form ${body.key.toLowerCase()}`,
        bodyHash: sha256(JSON.stringify(body)),
        render: (taken: TakenMembership) => ({ statusCode: 201, response: orderOf(taken) }),
      }
      try {
        const answer = await becomeMemberWithinLimit(context, { request, reply }, input, repeatable)
        const id = answer.kind === 'repeated' ? answer.response : orderOf(answer.taken)
        const next = id !== '' && tenant.paysOnline ? '?step=pay' : ''
        return reply.redirect(id === '' ? '/account/' : bookingPath(context, tenant.id, id) + next, 303)
      } catch (error) {
        const problem = error instanceof AppError ? explainRefusal(error, language) : null
        if (problem === null || !(error instanceof AppError)) throw error
        return again([problem], errorStatus[error.code])
      }
    },
  })
}

/** Its id; '' when there is none, since the membership was granted at once. */
function orderOf(taken: TakenMembership): string {
  return taken.kind === 'ordered' ? taken.id : ''
}

async function show(
  context: Context,
  { request, reply }: Asked,
  form: { readonly filled: FilledMembership | null; readonly problems: readonly FormProblem[] },
): Promise<string> {
  const { tenant, actor, language } = request
  if (!categoryRules[tenant.category].sells) throw new AppError('not_found')
  const offers = await context.database.asTenant(tenant.id, (tx) => listMembershipOffers(tx, context.now()))
  const words = pageTexts[language].membership
  return showPage(
    { request, reply },
    {
      title: words.title,
      description: words.lead(tenant.organisation),
      canonicalUrl: `${context.urls.base(tenant.host)}/membership/`,
    },
    <MembershipPage
      {...form}
      organisation={tenant.organisation}
      currency={tenant.currency}
      offers={offers}
      repeatKey={newId()}
      knownEmail={actor.kind === 'account' ? actor.email : null}
      language={language}
    />,
  )
}

function filledIn(body: Static<typeof MembershipBody>): FilledMembership {
  return {
    priceId: body.price?.toLowerCase() ?? '',
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    email: body.email ?? '',
  }
}

function problemsOf(
  { priceId, email }: FilledMembership,
  knownEmail: string | null,
  language: Language,
): readonly FormProblem[] {
  const words = pageTexts[language]
  const problem = (field: string, detail: string) => ({ field, detail })
  return [
    ...(priceId === '' ? [problem('price', words.membership.choosePlease)] : []),
    ...(knownEmail === null && !isEmail(email) ? [problem('email', words.booking.emailWrong)] : []),
  ]
}

/** Null: nothing the form could put right. */
function explainRefusal({ code }: AppError, language: Language): FormProblem | null {
  const words = pageTexts[language].membership
  switch (code) {
    case 'sold_out':
      return { field: 'price', detail: texts[language].errors.sold_out.detail }
    case 'max_per_user':
      return { field: 'price', detail: words.overMaximum }
    case 'membership_required':
      return {
        field: 'price',
        detail: words.membershipNeeded,
        next: [{ href: signInPath('/membership/'), label: pageTexts[language].booking.signIn }],
      }
    case 'validation_failed':
      return { field: 'price', detail: words.choosePlease }
    default:
      return null
  }
}
