import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { findUsableLink, followSignInLink } from '../../../features/account/sign-in.ts'
import { requestSignIn } from '../../../features/tenant/request-sign-in.ts'
import { normalizeEmail } from '../../../lib/text.ts'
import { addressOf, countRequest } from '../../plugins/rate-limit.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { EmailIn } from '../../wire/schemas.ts'
import { EmailField } from '../email-field.tsx'
import { organisationName } from '../layout.tsx'
import { page, showPage } from '../page.ts'
import { showCodePage } from './code.tsx'
import { formerSession, openSession } from './open-session.ts'

export const TokenParams = Type.Object({ token: Type.String({ maxLength: 200 }) })

/**
 * Sign-in by a one-time link (decisions, section 1), or the code that is mailed with it. Opening the link changes nothing, so that a preview signs nobody in;
 * its button does.
 */
export function registerSignIn(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/sign-in/',
    summary: 'Ask for a sign-in mail',
    handler: ({ language, request, reply }) => {
      const words = pageTexts[language].signIn
      return showPage(
        { request, reply },
        { title: words.title },
        <div class="stack narrow">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
          <EmailForm label={words.email} button={words.send} />
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/sign-in/',
    summary: 'Send a link and a code to sign in',
    forms: true,
    body: Type.Object({ email: EmailIn }),
    handler: async ({ tenant, language, body, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      await countRequest(context, reply, 'sign_in_by_email', normalizeEmail(body.email))
      const { email } = body
      const handle = await requestSignIn(context, tenant, { email, language, base: request.base })
      return showCodePage({ request, reply }, { email, handle, problem: null })
    },
  })

  page(app, {
    method: 'GET',
    url: '/sign-in/:token/',
    summary: 'Show the button of a sign-in link',
    params: TokenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const link = await findUsableLink(context, tenant.id, params.token)
      if (!link?.email) throw new AppError('link_invalid')
      const words = pageTexts[language].signIn
      const title = words.linkTitle(organisationName(tenant))
      return showPage(
        { request, reply },
        { title },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{words.linkLead(link.email)}</p>
          <form method="post">
            <button class="button" type="submit">
              {words.linkButton}
            </button>
          </form>
          <p class="muted small">{words.linkNote}</p>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/sign-in/:token/',
    summary: 'Sign in by the link',
    forms: true,
    params: TokenParams,
    handler: async ({ tenant, params, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const signedIn = await followSignInLink(context, {
        tenantId: tenant.id,
        token: params.token,
        formerSession: formerSession(request),
      })
      return openSession(context, { tenant, request, reply }, signedIn)
    },
  })
}

function EmailForm({ label, button }: { label: string; button: string }) {
  return (
    <form method="post" action="/sign-in/">
      <EmailField label={label} />
      <button class="button" type="submit">
        {button}
      </button>
    </form>
  )
}
