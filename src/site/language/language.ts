import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { languagesOf } from '../../features/tenant/tenant.ts'
import {
  languageCookieLifeMs,
  languageCookieName,
  sessionCookieOptions,
} from '../../http/plugins/session-cookie.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { languagePath } from '../../pages/language-switch.tsx'
import { ownPath } from '../../pages/own-path.ts'
import { page } from '../../pages/page.ts'

/** Keeps in which language somebody reads the pages, in their browser, and shows the page they came from (ADR 0253). */
export function registerLanguage(app: FastifyInstance): void {
  page(app, {
    method: 'POST',
    url: languagePath,
    beforeApproval: true,
    summary: 'Choose the language of the pages',
    forms: true,
    body: Type.Object({ language: TypedText({ max: 35 }), next: Maybe(TypedText({ max: 500 })) }),
    handler: ({ tenant, body, request, reply }) => {
      const chosen = languagesOf(tenant).find((language) => language === body.language)
      const path = ownPath(body.next ?? '/')
      // No page of ours sends anything else.
      if (chosen === undefined || path === null) throw new AppError('invalid_body')
      const options = sessionCookieOptions(request.base, languageCookieLifeMs / 1000)
      reply.setCookie(languageCookieName(request.base), chosen, options)
      return reply.redirect(path.pathname + path.search, 303)
    },
  })
}
