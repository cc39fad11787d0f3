import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { signOut } from '../../features/account/sign-out.ts'
import type { Language } from '../../lib/language.ts'
import { sessionCookieName, sessionCookieOptions } from '../../http/plugins/session-cookie.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { page, showPage } from '../../pages/page.ts'
import { formerSession } from '../sign-in/open-session.ts'

const signOutPath = '/sign-out/'

/** The way out, also of a session that still waits for a passkey. */
export function registerSignOut(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: signOutPath,
    beforeApproval: true,
    forms: true,
    handler: async ({ tenant, language, request, reply }) => {
      const session = formerSession(request)
      if (session !== null) await signOut(context, tenant.id, session)
      reply.clearCookie(sessionCookieName(request.base), sessionCookieOptions(request.base, 0))
      request.actor = { kind: 'anonymous' }
      const words = accountTexts[language]
      return showPage(
        { request, reply },
        { title: words.signedOutTitle },
        <div class="stack narrow">
          <h1>{words.signedOutTitle}</h1>
          <p class="lead">{words.signedOut}</p>
          <p>
            <a href="/sign-in/">{words.signInAgain}</a>
          </p>
        </div>,
      )
    },
  })
}

export function SignOut({ language }: { language: Language }) {
  return (
    <form method="post" action={signOutPath}>
      <button class="button quiet" type="submit">
        {accountTexts[language].signOut}
      </button>
    </form>
  )
}
