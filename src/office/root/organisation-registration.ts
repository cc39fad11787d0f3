import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { answerRegistration } from '../../features/tenant/answer-registration.ts'
import { longestReason } from '../../features/tenant/approval.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { Maybe, TypedLongText } from '../../http/wire/schemas.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { organisationAction } from './organisation-action.ts'

/** Approves or refuses an organisation that was made by the form (ADR 0220). */
export function registerOrganisationRegistration(app: FastifyInstance, context: Context): void {
  organisationAction(app, context, {
    name: 'approval',
    action: 'organisation.approved',
    act: (acting, tenant) => answerRegistration(context, tenant, acting, { approval: 'approved' }),
    outcome: 'approved',
  })
  organisationAction(app, context, {
    name: 'refusal',
    action: 'organisation.refused',
    body: { reason: Maybe(TypedLongText({ max: 2_000 })) },
    async act(acting, tenant, { reason }, language) {
      if (!reason || reason.length > longestReason)
        throw new PageRefusal(400, [{ field: 'reason', detail: registrationTexts[language].reasonMissing }])
      return answerRegistration(context, tenant, acting, { approval: 'refused', reason })
    },
    outcome: 'refused',
    typed: ({ reason }) => ({ reason: reason ?? '' }),
  })
}
