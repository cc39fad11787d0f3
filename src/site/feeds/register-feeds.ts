import { AppError } from '../../errors.ts'
import { listFeedEvents } from '../../features/tenant/shared-calendar.queries.ts'
import { copyOf, sendCopy } from '../../http/send-copy.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { feedKinds } from '../../pages/feed-kinds.ts'
import { pageSection } from '../../pages/page-section.ts'
import { CalendarQuery, fieldsOf, filterOf, searchOf } from '../home/calendar-query.ts'
import { type Feed, feedOf } from './feed.ts'
import { atomOf, icalendarOf, jsonFeedOf, rssOf } from './feed-formats.ts'

/** The most events in a feed, the next ones. */
const mostEvents = 500

const writers: Readonly<Record<(typeof feedKinds)[number]['name'], (feed: Feed) => string | Promise<string>>> = {
  ics: icalendarOf,
  rss: rssOf,
  atom: atomOf,
  json: jsonFeedOf,
}

const pages = pageSection()

/** What is on, for programs: of an organisation, of a Meta, and of a search of its calendar (docs/interface/feeds.md). */
export const registerFeeds = pages.register

for (const { name, path, type } of feedKinds)
  pages.get(path, {
    query: CalendarQuery,
    handler: async ({ context, tenant, request, reply, query }) => {
      if (tenant.category === 'root') throw new AppError('not_found')
      const { category = '' } = query
      const fields = tenant.category === 'meta' ? query : { category }
      const filter = filterOf(fields, tenant)
      const page = { now: context.now(), limit: mostEvents }
      const events = await context.database.asServer((tx) => listFeedEvents(tx, tenant, filter, page))
      const search = searchOf(fieldsOf(fields))
      const base = context.urls.base(tenant.host)
      const homeUrl = `${base}${visitorPaths.home}${search}`
      const feed = feedOf(tenant, events, {
        base: (host) => context.urls.base(host),
        url: `${base}${path}${search}`,
        homeUrl,
      })
      reply.headers({
        'content-type': `${type}; charset=utf-8`,
        'content-language': feed.language,
        'cache-control': 'public, max-age=900',
        vary: 'Accept-Encoding',
      })
      return sendCopy(copyOf(await writers[name](feed)), { request, reply })
    },
  })
