import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { listUpcoming } from '../../../features/event/event-page.queries.ts'
import { listSharedEvents } from '../../../features/tenant/calendar.queries.ts'
import { findFirstMeta, listTenantsOf } from '../../../features/tenant/tenant.queries.ts'
import type { RouteInput } from '../../route.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { organisationName } from '../layout.tsx'
import { page, showPage } from '../page.ts'
import { cardsPerPage, PagerQuery } from '../pager.tsx'
import { MetaHome } from './meta-home.tsx'
import { TenantHome } from './tenant-home.tsx'

type HomeInput = RouteInput<undefined, undefined, typeof PagerQuery>

/** `/` of every host: the organisation and its events, the shared calendar, or the way to it. */
export function registerHome(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/',
    summary: 'The home page',
    query: PagerQuery,
    handler: (input) => {
      switch (input.tenant.category) {
        case 'root':
          return showRootHome(context, input)
        case 'meta':
          return showMetaHome(context, input)
        default:
          return showTenantHome(context, input)
      }
    },
  })
}

/** One row more than a page holds tells whether there is another page. */
function rowsOf({ page = 1 }: Static<typeof PagerQuery>) {
  return { limit: cardsPerPage + 1, offset: (page - 1) * cardsPerPage }
}

async function showTenantHome(context: Context, input: HomeInput): Promise<string> {
  const { tenant, language, query } = input
  const now = context.now()
  const events = await context.database.asTenant(tenant.id, (tx) =>
    listUpcoming(tx, { now, ...rowsOf(query) }),
  )
  return showPage(
    input,
    {
      title: organisationName(tenant),
      description: tenant.shortDescription,
      canonicalUrl: `${context.urls.base(tenant.host)}/`,
    },
    <TenantHome
      tenant={tenant}
      events={events.slice(0, cardsPerPage)}
      page={query.page ?? 1}
      more={events.length > cardsPerPage}
      language={language}
      now={now}
    />,
  )
}

const mostListedTenants = 500

async function showMetaHome(context: Context, input: HomeInput): Promise<string> {
  const { tenant, language, query } = input
  const now = context.now()
  const [events, tenants] = await context.database.asServer(async (tx) => [
    await listSharedEvents(tx, tenant, { now, ...rowsOf(query) }),
    await listTenantsOf(tx, tenant, { limit: mostListedTenants }),
  ])
  return showPage(
    input,
    {
      title: organisationName(tenant),
      description: tenant.shortDescription,
      canonicalUrl: `${context.urls.base(tenant.host)}/`,
    },
    <MetaHome
      meta={tenant}
      events={events.slice(0, cardsPerPage)}
      page={query.page ?? 1}
      more={events.length > cardsPerPage}
      // Root is a tenant of the API's directory; it has nothing to show to people.
      tenants={tenants.filter((listed) => listed.category !== 'root')}
      urls={context.urls}
      language={language}
      now={now}
    />,
  )
}

async function showRootHome(context: Context, input: HomeInput): Promise<string> {
  const words = pageTexts[input.language].root
  const meta = await context.database.asServer(findFirstMeta)
  return showPage(
    input,
    { title: words.title, canonicalUrl: `${context.urls.base(null)}/` },
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {meta === null ? null : (
        <a class="button" href={`${context.urls.base(meta.host)}/`}>
          {words.toCalendar}
        </a>
      )}
      <a class="button quiet" href="/sign-in/">
        {words.signIn}
      </a>
    </div>,
  )
}
