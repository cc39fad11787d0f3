import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findRole } from '../../features/account/account.queries.ts'
import { knownBrowserLifeMs, sessionLifeMs } from '../../features/account/session.ts'
import type { BrowserInput, SignedIn } from '../../features/account/sign-in.ts'
import { noteBrowser } from '../../features/tenant/note-browser.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { deviceWords } from '../../lib/device-words.ts'
import { knownBrowserCookieName, sessionCookieName, sessionCookieOptions } from '../../http/plugins/session-cookie.ts'
import { paths, visitorPaths } from '../../lib/paths.ts'
import { nextPath } from '../../pages/next-path.ts'

/** The session that the browser sent, whether or not it is still good. */
export function formerSession(request: FastifyRequest): string | null {
  return request.cookies[sessionCookieName(request.base)] ?? null
}

/** Describes the browser that asks to be signed in. */
export function browserOf(request: FastifyRequest): BrowserInput {
  return {
    tenantId: request.tenant.id,
    ownDomain: request.ownDomain,
    formerSession: formerSession(request),
    device: deviceWords(request.headers['user-agent']),
  }
}

/** Gives the browser its session. */
export function giveSession(request: FastifyRequest, reply: FastifyReply, sessionToken: string): void {
  const { base } = request
  reply.setCookie(sessionCookieName(base), sessionToken, sessionCookieOptions(base, sessionLifeMs / 1000))
  reply.header('cache-control', 'no-store')
}

/** Takes the session from the browser, which is a stranger's from here on. */
export function forgetSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(request.base), sessionCookieOptions(request.base, 0))
  request.actor = { kind: 'anonymous' }
}

/** Gives the browser its session and sends it back to the page the person came from, or to where they have something to do. */
export async function openSession(
  context: Pick<Context, 'database' | 'now' | 'enqueue' | 'urls'>,
  { tenant, request, reply }: { tenant: Tenant; request: FastifyRequest; reply: FastifyReply },
  signedIn: SignedIn,
  asked: string | undefined | null = null,
): Promise<FastifyReply> {
  const { account, sessionToken } = signedIn
  const next = nextPath(asked)
  if (request.ownDomain !== null) {
    giveSession(request, reply, sessionToken)
    return reply.redirect(next ?? visitorPaths.account, 303)
  }
  const role = await context.database.asTenant(tenant.id, (tx) => findRole(tx, account.id))
  const mark = role !== null || account.isSuperUser ? await markOf(context, { tenant, request }, signedIn) : null
  giveSession(request, reply, sessionToken)
  if (mark !== null) reply.setCookie(...mark)
  const atHome = role !== null || (account.isSuperUser && tenant.category === 'root')
  // A page for staff asks for the passkey itself, where one is awaited.
  return reply.redirect(next ?? (atHome ? paths.admin : visitorPaths.account), 303)
}

/** Makes the cookie by which a browser of staff is recognised; its owner is told of a new browser before the session is handed over. */
async function markOf(
  context: Pick<Context, 'database' | 'now' | 'enqueue' | 'urls'>,
  { tenant, request }: { tenant: Tenant; request: FastifyRequest },
  { account, fromRoot }: SignedIn,
) {
  // The browser is known at Root, where the sign-in was opened; both logs say so.
  if (fromRoot) return null
  const name = knownBrowserCookieName(request.base, account.id)
  const token = await noteBrowser(context, tenant, account, {
    token: request.cookies[name] ?? null,
    device: browserOf(request).device,
  })
  return [name, token, sessionCookieOptions(request.base, knownBrowserLifeMs / 1000)] as const
}
