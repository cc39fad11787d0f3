import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { answerRegistration, type RegistrationAnswer } from '../../features/tenant/answer-registration.ts'
import { longestReason } from '../../features/tenant/approval.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import type { Actor } from '../../features/account/actor.ts'
import { errorStatus } from '../../http/error-status.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { Maybe, TypedLongText } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { showOrganisation } from './organisation-page.tsx'
import { UuidParams } from '../../http/wire/params.ts'
import { organisationPath, readOrganisation } from './read-organisation.ts'

const access = { kind: 'super_user' } as const

/** A super-user's yes or no to an organisation that was made by the form (ADR 0220). */
export function registerOrganisationRegistration(app: FastifyInstance, context: Context): void {
  const answer = async (actor: Actor, id: string, given: RegistrationAnswer) => {
    const { tenant } = await readOrganisation(context, id)
    const action = `organisation.${given.approval}` as const
    await actFromRoot(context, actor, { tenant, action }, (acting) =>
      answerRegistration(context, tenant, acting, given),
    )
  }

  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'approval'),
    access,
    forms: true,
    params: UuidParams,
    handler: async ({ actor, params, reply }) => {
      await answer(actor, params.uuid, { approval: 'approved' })
      return reply.redirect(`${organisationPath(params.uuid)}?done=approved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'refusal'),
    access,
    forms: true,
    params: UuidParams,
    body: Type.Object({ reason: Maybe(TypedLongText({ max: 2_000 })) }),
    handler: async ({ actor, language, params, body, request, reply }) => {
      const reason = body.reason ?? ''
      if (reason === '' || reason.length > longestReason) {
        reply.code(errorStatus.validation_failed)
        const problems = [{ field: 'reason', detail: registrationTexts[language].reasonMissing }]
        return showOrganisation(context, { request, reply }, params.uuid, { problems, reason })
      }
      await answer(actor, params.uuid, { approval: 'refused', reason })
      return reply.redirect(`${organisationPath(params.uuid)}?done=refused`, 303)
    },
  })
}
