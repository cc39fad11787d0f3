import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { findUsableLink, setUpServer } from '../../../features/account/sign-in.ts'
import { addressOf, countRequest } from '../../plugins/rate-limit.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { EmailIn } from '../../wire/schemas.ts'
import { EmailField } from '../email-field.tsx'
import { page, showPage } from '../page.ts'
import { formerSession, openSession } from './open-session.ts'
import { TokenParams } from './sign-in.tsx'

/** The one-time link that a new server prints: whoever opens it says who administers the server. */
export function registerSetUp(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/set-up/:token/',
    summary: 'Ask who administers a new server',
    params: TokenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const link = await findUsableLink(context, tenant.id, params.token)
      if (link?.email !== null) throw new AppError('link_invalid')
      const words = pageTexts[language].setUp
      return showPage(
        { request, reply },
        { title: words.title },
        <div class="stack narrow">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
          <form method="post">
            <EmailField label={words.email} />
            <button class="button" type="submit">
              {words.button}
            </button>
          </form>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/set-up/:token/',
    summary: 'Make the first super-user',
    forms: true,
    params: TokenParams,
    body: Type.Object({ email: EmailIn }),
    handler: async ({ tenant, params, body, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const signedIn = await setUpServer(context, {
        tenantId: tenant.id,
        token: params.token,
        email: body.email,
        formerSession: formerSession(request),
      })
      return openSession(context, { tenant, request, reply }, signedIn)
    },
  })
}
