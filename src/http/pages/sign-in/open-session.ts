import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { findRole } from '../../../features/account/account.queries.ts'
import { sessionLifeMs } from '../../../features/account/session.ts'
import type { BrowserInput, SignedIn } from '../../../features/account/sign-in.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { deviceWords } from '../../../lib/device-words.ts'
import { sessionCookieName, sessionCookieOptions } from '../../plugins/session-cookie.ts'
import { nextPath } from './next-path.ts'

/** The session the browser sent, whatever became of it. */
export function formerSession(request: FastifyRequest): string | null {
  return request.cookies[sessionCookieName(request.base)] ?? null
}

/** The browser that asks to be signed in. */
export function browserOf(request: FastifyRequest): BrowserInput {
  return {
    tenantId: request.tenant.id,
    ownDomain: request.ownDomain,
    formerSession: formerSession(request),
    device: deviceWords(request.headers['user-agent']),
  }
}

/** Hands the browser its session. */
export function giveSession(request: FastifyRequest, reply: FastifyReply, sessionToken: string): void {
  const { base } = request
  reply.setCookie(sessionCookieName(base), sessionToken, sessionCookieOptions(base, sessionLifeMs / 1000))
  reply.header('cache-control', 'no-store')
}

/** Hands the browser its session and sends it back to where the person came from, or where they have something to do. */
export async function openSession(
  context: Pick<Context, 'database'>,
  { tenant, request, reply }: { tenant: Tenant; request: FastifyRequest; reply: FastifyReply },
  { account, sessionToken }: SignedIn,
  asked: string | undefined | null = null,
): Promise<FastifyReply> {
  giveSession(request, reply, sessionToken)
  const next = nextPath(asked)
  if (next !== null) return reply.redirect(next, 303)
  if (request.ownDomain !== null) return reply.redirect('/account/', 303)
  const role = await context.database.asTenant(tenant.id, (tx) => findRole(tx, account.id))
  const atHome = role !== null || (account.isSuperUser && tenant.category === 'root')
  return reply.redirect(atHome ? '/admin/' : '/account/', 303)
}
