import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { keyFromHeader } from '../../features/account/api-key.ts'
import { languagesOf, type Tenant } from '../../features/tenant/tenant.ts'
import { type Language, languages } from '../../lib/language.ts'
import { anyLanguage } from '../../lib/spoken.ts'
import { chooseLanguage } from '../choose-language.ts'
import { languageCookieName } from './session-cookie.ts'

type Deps = Pick<Context, 'directory' | 'urls' | 'deviceKeys'>

/**
 * The tenant of a request is its Host header and nothing else. An unknown host is a 404 for every path but the health
 * addresses, and that of an archived tenant is unknown to all but its devices; a retired label sends reading requests to the
 * tenant's present address.
 */
export function resolveTenantFromHost(app: FastifyInstance, deps: Deps): void {
  const { directory, urls } = deps
  app.addHook('onRequest', async (request, reply) => {
    request.language = chooseLanguage(request.headers['accept-language'], anyLanguage)
    if (request.routeOptions.config.everyHost) return
    const host = hostName(request)
    const target = host === null ? null : await directory.find(host)
    if (host === null || target === null) {
      if (host === null || !(await isOwnDevice(deps, request, host)))
        throw new AppError('not_found', { detail: 'unknown_host' })
      return
    }
    if (target.retired) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new AppError('not_found', { detail: 'retired_address' })
      return reply.redirect(`${urls.base(target.tenant.label)}${request.url}`, 302)
    }
    request.tenant = target.tenant
    request.base = urls.base(target.name)
    request.ownDomain = ownDomainOf(target.name)
    request.language = languageAt(request, target.tenant)
  })
}

/** The pages of a phone at the door, which are in its own language, whatever the other pages are offered in. */
const ofPhones = /^\/scan(ner)?(\/|$)/

function languageAt({ url, headers, cookies, base }: FastifyRequest, tenant: Tenant): Language {
  const wanted = headers['accept-language']
  if (ofPhones.test(url)) return chooseLanguage(wanted, [tenant.language, ...languages])
  const offered = languagesOf(tenant)
  const kept = cookies[languageCookieName(base)]
  return offered.find((language) => language === kept) ?? chooseLanguage(wanted, offered)
}

/** The languages in which somebody may read a page: none where no organisation answers, and where the phone decides. */
export function choiceOfLanguages({ url, tenant }: FastifyRequest): readonly Language[] {
  return tenant === undefined || ofPhones.test(url) ? [] : languagesOf(tenant)
}

/**
 * Whether the host is that of an archived tenant, and who asks shows the key of one of its devices: those are told that it is
 * over, and may tell what they scanned (ADR 0198). Everybody else cannot tell it from a host that never was.
 *
 * @throws AppError device_archived
 */
async function isOwnDevice(
  { directory, urls, deviceKeys }: Deps,
  request: FastifyRequest,
  host: string,
): Promise<boolean> {
  const { access } = request.routeOptions.config
  const key = keyFromHeader(request.headers.authorization)
  if (access?.kind !== 'device' || key === null) return false
  const target = await directory.findArchived(host)
  if (target === null) return false
  try {
    await deviceKeys.identify(target.tenant.id, key, 'deliver')
  } catch (error) {
    if (error instanceof AppError && error.code === 'key_invalid') return false
    throw error
  }
  if (access.may !== 'deliver') throw new AppError('device_archived')
  request.tenant = target.tenant
  request.base = urls.base(target.name)
  request.ownDomain = ownDomainOf(target.name)
  return true
}

/** A label has no dot. */
function ownDomainOf(name: string | null): string | null {
  return name?.includes('.') ? name : null
}

/**
 * The one host a request names. Null when a proxy in front could read another one out of the same request: several Host
 * headers, more than a name and a port in one, or a second host in the request line (RFC 9112, sections 3.2 and 7.2).
 */
function hostName({ raw, url }: FastifyRequest): string | null {
  if (!url.startsWith('/') || countHeader(raw.rawHeaders, 'host') !== 1) return null
  const match = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.?(?::\d{1,5})?$/i.exec(raw.headers.host ?? '')
  return match?.[1]?.toLowerCase() ?? null
}

/** Counts a header in Node's list of names and values as they came: sorting all by name costs more than finding the tenant. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name) count++
  }
  return count
}
