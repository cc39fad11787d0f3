import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { Actor } from '../../features/account/actor.ts'
import { answerRegistration, type RegistrationAnswer } from '../../features/tenant/answer-registration.ts'
import { longestReason } from '../../features/tenant/approval.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { Maybe, TypedLongText } from '../../http/wire/schemas.ts'
import { PageRefusal } from '../kit/explained.ts'
import { organisationAction } from './organisation-action.ts'

/** Approves or refuses an organisation that was made by the form (ADR 0220). */
export function registerOrganisationRegistration(app: FastifyInstance, context: Context): void {
  const answer = (actor: Actor, tenant: Tenant, given: RegistrationAnswer) =>
    actFromRoot(context, actor, { tenant, action: `organisation.${given.approval}` as const }, (acting) =>
      answerRegistration(context, tenant, acting, given),
    )
  organisationAction(app, context, {
    name: 'approval',
    act: ({ request: { actor } }, tenant) => answer(actor, tenant, { approval: 'approved' }),
    outcome: () => 'approved',
  })
  organisationAction(app, context, {
    name: 'refusal',
    body: { reason: Maybe(TypedLongText({ max: 2_000 })) },
    async act({ request: { actor, language } }, tenant, { reason }) {
      if (!reason || reason.length > longestReason)
        throw new PageRefusal(400, [{ field: 'reason', detail: registrationTexts[language].reasonMissing }])
      return answer(actor, tenant, { approval: 'refused', reason })
    },
    outcome: () => 'refused',
    typed: ({ reason }) => ({ reason: reason ?? '' }),
  })
}
