import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { type Actor, requirePermission } from '../../features/account/actor.ts'
import { keyFromHeader } from '../../features/account/api-key.ts'
import { authenticateApiKey, authenticateSession } from '../../features/account/authenticate.ts'
import { type Awaits, rpIdOf } from '../../features/account/passkey.ts'
import type { BasicDeps, Deps } from '../../features/deps.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { assertNever } from '../../lib/assert-never.ts'
import { type Access, strangersBodyBytes } from '../route.ts'
import { wantsPage } from '../wants-page.ts'
import { againPath, awaitedPath, awaitsOf } from './passkey-path.ts'
import { sessionCookieName } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * A form that only somebody signed in may send, filled in here before the session ended, or long after they showed who they
     * are where that is asked again: refused once it is read.
     */
    isUnsigned?: 'ended' | 'stale'
  }
}

/** Twice what strangers may send: a list of guests that somebody typed for an hour, accents and all. */
const longestEndedBytes = 2 * strangersBodyBytes

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

type AccessDeps = BasicDeps<'urls' | 'secondFactor'>

/** Finds out who is asking and whether the route is theirs, before the body is read. Device routes look after themselves. */
export function checkAccess(app: FastifyInstance, deps: AccessDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    const { access, everyHost } = request.routeOptions.config
    request.actor = { kind: 'anonymous' }
    if (everyHost || !access || access.kind === 'device') return
    if (!isAtHost(access, request.tenant)) throw new AppError('not_found')
    if (request.ownDomain !== null && isAtLabel(request)) return leadToLabel(deps, request, reply)
    request.actor = await authenticate(deps, request)
    if (request.actor.kind === 'api_key') await app.countKeyUse(reply, request.actor.keyId)
    const awaits = awaitsOf(request.actor)
    if (awaits !== null && !isAwaited(request, awaits)) {
      if (access.kind !== 'public') return leadToAwaited(request, reply, awaits)
      request.actor = { kind: 'anonymous' }
    }
    if (request.actor.kind === 'anonymous' && isFilledHere(request) && isShort(request)) request.isUnsigned = 'ended'
    else requireAccess(access, request.actor, request.tenant)
    if (request.routeOptions.config.asksAgain && isStale(request.actor)) return askAgain(request, reply)
    if (isBeyond(request)) return askAgain(request, reply)
  })
}

const isStale = (actor: Actor) => actor.kind === 'account' && actor.isStale === true

/** It reaches beyond the organisation, whose provider alone says who asks. */
function isBeyond({ actor, routeOptions: { config } }: FastifyRequest): boolean {
  const isKnownHereAlone = actor.kind === 'account' && actor.byProvider === true
  const isPersons = config.access?.kind === 'signed_in' || config.access?.kind === 'known'
  return isKnownHereAlone && isPersons && config.atLabel === true && config.shows !== true
}

/**
 * Has a reader show who they are and come back; nothing of a form is lost.
 *
 * @throws AppError permission_denied (programs)
 */
function askAgain(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (safeMethods.has(request.method) && wantsPage(request))
    return reply.redirect(againPath(request.routeOptions.config.linkedOn ?? request.url), 302)
  if (!isFilledHere(request)) throw shownLongAgo()
  request.isUnsigned = 'stale'
  return undefined
}

const shownLongAgo = () => new AppError('permission_denied', { detail: 'shown_long_ago' })

/** The id of the hosts for which a passkey that is shown to this one is good. */
export function rpIdAt({ urls }: Pick<Deps, 'urls'>, request: FastifyRequest): string {
  return rpIdOf(urls.domain, new URL(request.base).hostname)
}

/** Tells whether the route is where what the session waits for is shown, or made. */
function isAwaited({ routeOptions: { config } }: FastifyRequest, awaits: Awaits): boolean {
  return config.shows === true || (awaits !== 'ask' && config.makesPasskey === true)
}

/** Leads a reader to what their session waits for, and back. @throws AppError permission_denied (all others) */
function leadToAwaited(request: FastifyRequest, reply: FastifyReply, awaits: Awaits): FastifyReply {
  if (safeMethods.has(request.method) && wantsPage(request))
    return reply.redirect(awaitedPath(awaits, request.url), 302)
  throw new AppError('permission_denied', { detail: 'passkey_awaited' })
}

/** Tells whether a route gives somebody rights, or needs those of staff. */
function isAtLabel({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.atLabel === true || config.access?.kind === 'staff' || config.access?.kind === 'super_user'
}

/** Leads a reader to the label's host. @throws AppError permission_denied (anyone who would change something) */
function leadToLabel({ urls }: Pick<Deps, 'urls'>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new AppError('permission_denied', { detail: 'at_label_only' })
  return reply.redirect(`${urls.base(request.tenant.label)}${request.url}`, 302)
}

/**
 * A form of a page for people who are signed in, sent from a page of this host. Only of such a one is anything returned (ADR 0201):
 * what another site sends comes without the cookie, so that a session that is live looks like one that ended.
 */
function isFilledHere(request: FastifyRequest): boolean {
  const { access, forms } = request.routeOptions.config
  const isForStaff = access !== undefined && ['signed_in', 'staff', 'super_user'].includes(access.kind)
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    request.headers['content-type'] ?? '',
  )
  const isOwn = request.headers.origin === request.base
  return isForStaff && forms !== false && isForm && isOwn && wantsPage(request)
}

/** Anybody may say that their session ended: what is read and returned for that is bounded. Files are passed over. */
function isShort({ headers }: FastifyRequest): boolean {
  const isMultipart = /^multipart\//i.test(headers['content-type'] ?? '')
  return isMultipart || Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= longestEndedBytes
}

/** Refuses a form whose session has ended, once it is read and before anything looks at it. */
export function refuseUnsigned(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.isUnsigned === 'ended') throw new AppError('credentials_required')
    if (request.isUnsigned === 'stale') throw shownLongAgo()
  })
}

/** Tells whether a route is on this host: what belongs to Root or to Meta is nowhere else, for any caller. */
export function isAtHost(access: Access, tenant: Tenant): boolean {
  if (access.kind === 'super_user') return tenant.category === 'root'
  const onMeta = access.kind === 'create_tenants' || ('onlyOn' in access && access.onlyOn === 'meta')
  return !onMeta || tenant.category === 'meta'
}

async function authenticate(deps: AccessDeps, request: FastifyRequest): Promise<Actor> {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const key = keyFromHeader(authorization)
    if (key === null) throw new AppError('key_invalid')
    return authenticateApiKey(deps, request.tenant.id, { text: key, address: request.ip })
  }
  const token = request.cookies[sessionCookieName(request.base)]
  if (!token) return { kind: 'anonymous' }
  const actor = await authenticateSession(deps, request.tenant, {
    token,
    ownDomain: request.ownDomain,
    rpId: rpIdAt(deps, request),
  })
  // Tenant sub-domains are one site for a browser, so SameSite alone would let one tenant's page act on another's.
  if (actor.kind === 'account' && !safeMethods.has(request.method) && request.headers.origin !== request.base) {
    throw new AppError('origin_refused')
  }
  return actor
}

function requireAccess(access: Exclude<Access, { kind: 'device' }>, actor: Actor, tenant: Tenant): void {
  switch (access.kind) {
    case 'public':
      return
    case 'permission':
      if (actor.kind !== 'account') requirePermission(actor, access.permission)
      else if (!access.staffPermissions.some((permission) => hasStaffPermission(actor, tenant, permission)))
        throw new AppError('permission_denied', { permission: access.permission })
      return
    case 'any_key':
      requireKnown(actor)
      if (actor.kind !== 'api_key') throw new AppError('permission_denied')
      return
    case 'create_tenants':
      requirePermission(actor, 'place:write')
      if (actor.kind !== 'api_key' || !actor.canCreateTenants) throw new AppError('permission_denied')
      return
    case 'known':
      requireKnown(actor)
      return
    case 'signed_in':
      requireKnown(actor)
      if (actor.kind !== 'account') throw new AppError('permission_denied')
      return
    case 'staff':
      requireKnown(actor)
      if (!hasStaffPermission(actor, tenant, access.permission)) throw new AppError('permission_denied')
      return
    case 'super_user':
      requireKnown(actor)
      if (actor.kind !== 'account' || !actor.isSuperUser) throw new AppError('permission_denied')
      return
    default:
      assertNever(access)
  }
}

function requireKnown(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new AppError('credentials_required')
}
