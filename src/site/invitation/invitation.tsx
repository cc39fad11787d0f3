import { AppError } from '../../errors.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { roleTexts } from '../../messages/mail/role.ts'
import { acceptInvitation } from '../../features/team/accept-invitation.ts'
import { findInvitation } from '../../features/team/invitation.queries.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { invitationTexts } from '../../messages/site/invitation.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, Facts } from '../../pages/parts.tsx'
import { browserOf, openSession } from '../sign-in/open-session.ts'
import { TokenParams } from '../sign-in/sign-in.tsx'

const pages = pageSection({ url: visitorPaths.invitation, atLabel: true, beforeApproval: true, params: TokenParams })

/** What the mail of an invitation leads to. Opening it uses nothing up, since mail scanners follow links; its button does (ADR 0150). */
export const registerInvitation = pages.register

pages.get('', {
  handler: async ({ context, tenant, actor, language, params, request, reply }) => {
    const offered = { token: params.token, now: context.now() }
    const invitation = await context.database.asTenant(tenant.id, (tx) => findInvitation(tx, offered))
    if (!invitation) throw new AppError('link_invalid')
    const { email, role } = invitation
    const words = invitationTexts[language]
    return showNarrow(
      { request, reply },
      { title: words.title({ organisation: organisationName(tenant) }), lead: words.lead({ email }) },
      <>
        <Facts
          facts={[
            [
              words.role,
              <>
                <strong>{roleTexts[language][role]}</strong>
                <br />
                {teamTexts[language].permissions[role]}
              </>,
            ],
          ]}
        />
        {actor.kind === 'account' && actor.email !== email ? (
          <p class="notice">{words.other({ email: actor.email })}</p>
        ) : null}
        <ActionButton look="main">{words.button}</ActionButton>
        <p class="muted small">{words.note}</p>
      </>,
    )
  },
})

pages.post('', {
  handler: async ({ context, tenant, params, request, reply }) => {
    await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
    const signedIn = await acceptInvitation(context, tenant, browserOf(request), params.token)
    return openSession(context, { tenant, request, reply }, signedIn)
  },
})
