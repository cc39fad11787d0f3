import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listPublishedSlugs } from '../../features/event/event-page.queries.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import { at, beginningOf, paths, visitorPaths } from '../../lib/paths.ts'
import { pageSection } from '../../pages/page-section.ts'

/** Paths closed to search engines: what belongs to one person, or to programs. */
const closed = [
  '/api/',
  '/scan/',
  visitorPaths.account,
  paths.admin,
  beginningOf(visitorPaths.booking),
  beginningOf(visitorPaths.confirmation),
  visitorPaths.signIn,
  beginningOf(visitorPaths.setUp),
  beginningOf(visitorPaths.waitingEntry),
  beginningOf(visitorPaths.objection),
  '/payments/',
  visitorPaths.scanner,
  visitorPaths.report,
]

/** The most events in a sitemap: what it may hold (sitemaps.org, "Sitemap file limits"), with room for the other pages. */
const mostEvents = 49_990

const pages = pageSection()

/** The files that search engines look for first: what they should leave alone, and the public addresses of the organisation. */
export const registerSearchEngines = pages.register

pages.get(visitorPaths.robots, {
  handler: ({ tenant, request, reply }) => {
    const lines = [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      // Pages of a sandbox may be fetched, since each says that it is not to be listed.
      ...(tenant.sandbox ? [] : [`Sitemap: ${request.base}${visitorPaths.sitemap}`]),
    ]
    return answerText(reply, 'text/plain; charset=utf-8', `${lines.join('\n')}\n`)
  },
})

pages.get(visitorPaths.sitemap, {
  handler: async ({ context, tenant, reply }) => {
    if (tenant.sandbox) throw new AppError('not_found')
    const base = context.urls.base(tenant.host)
    const shown = [visitorPaths.home, ...ownPaths(tenant), ...(await eventPaths(context, tenant))]
    const urls = shown.map((path) => `${base}${path}`)
    const entries = urls.map((url) => `<url><loc>${url}</loc></url>`)
    return answerText(
      reply,
      'application/xml; charset=utf-8',
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    )
  },
})

/** Lists the pages besides the events' that are worth finding. */
function ownPaths({ category }: Tenant): readonly string[] {
  if (category === 'meta') return [visitorPaths.directory, visitorPaths.legal]
  return categoryRules[category].sells ? [visitorPaths.membership, visitorPaths.legal] : []
}

/** Lists the paths of events. A slug is made of letters, digits and hyphens, so nothing in them needs escaping. */
async function eventPaths(context: Context, tenant: Tenant): Promise<readonly string[]> {
  const slugs = await context.database.asTenant(tenant.id, (tx) =>
    listPublishedSlugs(tx, { now: context.now(), timeZone: tenant.timeZone, limit: mostEvents }),
  )
  return slugs.map((slug) => at(visitorPaths.event, { slug }))
}

function answerText(reply: FastifyReply, type: string, text: string): string {
  reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=3600' })
  return text
}
