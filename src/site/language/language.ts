import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { languageCookieName, sessionCookieOptions } from '../../http/plugins/session-cookie.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { languages } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { cameFrom } from '../../pages/came-from.ts'
import { ownPath } from '../../pages/own-path.ts'
import { pageSection } from '../../pages/page-section.ts'

const year = 365 * 24 * 3600

const pages = pageSection({ url: visitorPaths.language, beforeApproval: true })

/** Keeps a visitor's language in their browser, and shows the page they came from (ADR 0253). */
export const registerLanguage = pages.register

pages.post('', {
  body: Type.Object({ language: EnumIn(languages) }),
  handler: ({ body, request, reply }) => {
    const { base } = request
    reply.setCookie(languageCookieName(base), body.language, sessionCookieOptions(base, year))
    return reply.redirect(pageBefore(request), 303)
  },
})

/** Finds the page to go back to; from the answer to a form, whose address has no page to read, the nearest page above. */
function pageBefore(request: FastifyRequest): string {
  const { server, tenant } = request
  const from = cameFrom(request)
  // When the query makes it no address of ours, the page alone counts.
  const page = ownPath(from) ?? ownPath(from?.split('?')[0])
  const methodsAt = (url: string) => server.methodsOf({ url, tenant })
  if (page === null) return visitorPaths.home
  const { pathname, search } = page
  // When nothing is at the address, its error page is shown again.
  if (methodsAt(pathname).length === 0) return pathname + search
  let path = pathname
  while (path !== visitorPaths.home && !methodsAt(path).includes('GET')) path = path.replace(/[^/]*\/?$/, '')
  return path === pathname ? path + search : path
}
