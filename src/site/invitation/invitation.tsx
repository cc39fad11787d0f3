import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { roleTexts } from '../../messages/mail/role.ts'
import { acceptInvitation } from '../../features/team/accept-invitation.ts'
import { findInvitation } from '../../features/team/invitation.queries.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { invitationTexts } from '../../messages/site/invitation.ts'
import { page, showPage } from '../../pages/page.ts'
import { browserOf, openSession } from '../sign-in/open-session.ts'
import { TokenParams } from '../sign-in/sign-in.tsx'

/** What the mail of an invitation leads to. Opening it uses nothing up, since mail scanners follow links; its button does (ADR 0150). */
export function registerInvitation(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/invitation/:token/',
    atLabel: true,
    beforeApproval: true,
    params: TokenParams,
    handler: async ({ tenant, actor, language, params, request, reply }) => {
      const offered = { token: params.token, now: context.now() }
      const invitation = await context.database.asTenant(tenant.id, (tx) => findInvitation(tx, offered))
      if (!invitation) throw new AppError('link_invalid')
      const { email, role } = invitation
      const words = invitationTexts[language]
      const title = words.title({ organisation: organisationName(tenant) })
      return showPage(
        { request, reply },
        { title },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{words.lead({ email })}</p>
          <dl class="facts">
            <div>
              <dt>{words.role}</dt>
              <dd>
                <strong>{roleTexts[language][role]}</strong>
                <br />
                {teamTexts[language].permissions[role]}
              </dd>
            </div>
          </dl>
          {actor.kind === 'account' && actor.email !== email ? (
            <p class="notice">{words.other({ email: actor.email })}</p>
          ) : null}
          <form method="post">
            <button class="button" type="submit">
              {words.button}
            </button>
          </form>
          <p class="muted small">{words.note}</p>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/invitation/:token/',
    atLabel: true,
    beforeApproval: true,
    forms: true,
    params: TokenParams,
    handler: async ({ tenant, params, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const signedIn = await acceptInvitation(context, tenant, browserOf(request), params.token)
      return openSession(context, { tenant, request, reply }, signedIn)
    },
  })
}
