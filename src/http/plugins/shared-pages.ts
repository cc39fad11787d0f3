import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOpenTo } from '../../features/tenant/approval.ts'
import { onStage, type Tenant } from '../../features/tenant/tenant.ts'
import { bytesToSend, type Copy, copyOf, sendCopy } from '../send-copy.ts'
import { withoutTracking } from '../without-tracking.ts'
import { showsCredentials } from './refuse-floods.ts'
import type { Asked } from '../route.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The page as it was made for another stranger a moment ago, or as `make` makes it (ADR 0250). */
    showShared(asked: Asked, make: () => unknown): Promise<unknown>
  }
}

/** A page with the policy that was sent with it, which says who may show it within a page of theirs. */
type SharedCopy = Copy & { readonly policy: string }

/** Null: it is no page, but the way to another one. */
type Entry = { readonly making: Promise<SharedCopy | null>; copy: SharedCopy | null }

const policyHeader = 'content-security-policy'

/** How old the number of places left on a page may be; a booking is answered by the numbers of its moment. */
const keptMs = 250
const mostOfTenant = 64
const mostBytes = 32 * 1024 * 1024

/** A longer page gives way to scans, kept or not (give-way.ts): sending it costs as much as making a page. */
const largeBytes = 64 * 1024

/** A cache in front asks again after a second, and need not let anybody wait for the answer; a browser asks each time. */
const cacheControl = 'public, max-age=0, s-maxage=1, stale-while-revalidate=5'

/**
 * Pages that are the same for all who show no cookie and no key are made once for those who come within a moment: a newsletter sends
 * thousands to one page within a minute.
 */
export function sharePages(app: FastifyInstance): void {
  // By the tenant as it was read: one that has changed since is another object.
  const caches = new Map<Tenant, Map<string, Entry>>()
  let bytes = 0

  function makeFor({ request, reply }: Asked, make: () => unknown): Promise<SharedCopy | null> {
    const { tenant } = request
    const key = keyOf(request)
    const cache = caches.get(tenant) ?? new Map<string, Entry>()
    const known = cache.get(key)
    if (known) return known.making
    const making = Promise.resolve(make()).then((made) =>
      typeof made === 'string' ? { ...copyOf(made), policy: String(reply.getHeader(policyHeader)) } : null,
    )
    if (cache.size >= mostOfTenant || bytes >= mostBytes) return making
    const entry: Entry = { making, copy: null }
    caches.set(tenant, cache.set(key, entry))
    const forget = () => {
      if (cache.get(key) !== entry) return
      cache.delete(key)
      if (cache.size === 0 && caches.get(tenant) === cache) caches.delete(tenant)
    }
    // Counted from when it was asked for: what changed while it was read may not be in it.
    setTimeout(forget, keptMs).unref()
    making.then((copy) => {
      if (copy === null) return forget()
      entry.copy = copy
      bytes += copy.body.length
      setTimeout(() => (bytes -= copy.body.length), keptMs).unref()
    }, forget)
    return making
  }

  app.addHook('onRequest', (request, reply, done) => {
    const cache = caches.get(request.tenant)
    const copy = cache && isForAll(request) ? cache.get(keyOf(request))?.copy : null
    if (copy && bytesToSend(copy, request) < largeBytes) send(copy, { request, reply }).catch(done)
    else done()
  })

  // The person who changed something sees it at once, as far as this process answers; so do the calendars it may stand in.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.method !== 'GET' && (request.actor?.kind ?? 'anonymous') !== 'anonymous')
      for (const tenant of caches.keys())
        if (tenant.id === request.tenant.id || showsOthers(tenant)) caches.delete(tenant)
    done()
  })

  app.decorate('showShared', async (asked, make) => {
    if (!isForAll(asked.request)) return make()
    const copy = await makeFor(asked, make)
    return copy === null ? make() : send(copy, asked)
  })
}

/** Whether the home page of an organisation may show events of another one. */
function showsOthers({ category }: Tenant): boolean {
  return category === 'meta' || onStage.includes(category)
}

/** An address as links have it: one written in other ways (`/%65vents/`, `//`, `/#1`) fills no cache with copies of one page. */
const plainPath = /^(\/[a-z0-9-]+)*\/?$/

/**
 * Readers who show nothing that tells who they are. A search is made for each who asks: there are too many to keep, and the
 * numbers of pages with them.
 */
function isForAll(request: FastifyRequest): boolean {
  const { headers, method, tenant, url } = request
  return (
    (method === 'GET' || method === 'HEAD') &&
    !showsCredentials(request) &&
    headers.origin === undefined &&
    isOpenTo(tenant, undefined) &&
    plainPath.test(withoutTracking(url))
  )
}

/** All that such a page depends on, beside the tenant and its events. */
function keyOf({ language, base, url }: FastifyRequest): string {
  return `${language} ${base} ${withoutTracking(url)}`
}

function send(copy: SharedCopy, asked: Asked): Promise<FastifyReply> {
  asked.reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': asked.request.language,
    'cache-control': cacheControl,
    [policyHeader]: copy.policy,
    vary: 'Accept-Language, Accept-Encoding, Authorization, Cookie',
  })
  return sendCopy(copy, asked)
}
