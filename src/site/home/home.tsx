import type { Context } from '../../context.ts'
import { areTopUpsOnOffer } from '../../features/catalog/offers.queries.ts'
import { listUpcoming, listUpcomingCategories } from '../../features/event/event-page.queries.ts'
import { readAvailability } from '../../features/reservation/read-availability.ts'
import { listSharedAppearances } from '../../features/tenant/shared-calendar.queries.ts'
import { onStage } from '../../features/tenant/tenant.ts'
import { findFirstMeta } from '../../features/tenant/tenant.queries.ts'
import { organisationName } from '../../http/organisation-name.ts'
import type { RouteInput } from '../../http/route.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { cardsPerPage } from '../../pages/pager.tsx'
import { shareImageOf } from '../../pages/poster-image.tsx'
import { bookedHere, SharedCards, showCalendar } from './calendar.tsx'
import { CalendarQuery, fieldsOf, filterOf, searchOf } from './calendar-query.ts'
import { TenantHome } from './tenant-home.tsx'
import { fieldsBeside, readFor, viewOf } from './view.ts'
import { ButtonLink, QuietLink } from '../../pages/parts.tsx'

type HomeInput = RouteInput<undefined, undefined, typeof CalendarQuery>

const pages = pageSection({ url: visitorPaths.home })

/** `/` of every host: the organisation and its events, the shared calendar, or the way to it. */
export const registerHome = pages.register

pages.get('', {
  isShared: true,
  query: CalendarQuery,
  handler: (input) => {
    const { context } = input
    switch (input.tenant.category) {
      case 'root':
        return showRootHome(context, input)
      case 'meta':
        return showCalendar(context, input)
      default:
        return showTenantHome(context, input)
    }
  },
})

async function showTenantHome(context: Context, input: HomeInput): Promise<string> {
  const { tenant, language, query } = input
  const now = context.now()
  const base = context.urls.base(tenant.host)
  const view = viewOf(query)
  const { fields: asked, rows } = readFor(view, query)
  const { eventCategory: category, from, before } = filterOf(asked, tenant)
  const fields = fieldsBeside(view, {
    ...fieldsOf({}),
    category: category ?? '',
    from: from === null ? '' : asked.from,
    to: before === null ? '' : asked.to,
  })
  const isList = view.kind === 'list'
  const isAll = searchOf(fields) === '' && isList
  const { events, categories, topUps } = await context.database.asTenant(tenant.id, async (tx) => ({
    events: await listUpcoming(tx, {
      now,
      timeZone: tenant.timeZone,
      withCancelled: true,
      category,
      from,
      before,
      ...rows,
    }),
    categories: await listUpcomingCategories(tx, { now, timeZone: tenant.timeZone }),
    topUps: await areTopUpsOnOffer(tx, now),
  }))
  const appearances = onStage.includes(tenant.category)
    ? await context.database.asServer((tx) => listSharedAppearances(tx, tenant, now, cardsPerPage))
    : []
  const shown = isList ? events.slice(0, cardsPerPage) : events
  const ofOwn = (isList ? shown : []).map(({ id }) => ({ tenantId: tenant.id, eventId: id }))
  const availability = await readAvailability(context, [...ofOwn, ...bookedHere(appearances)])
  return showPage(
    input,
    {
      title: organisationName(tenant),
      description: tenant.shortDescription ?? homeTexts[language].description({ organisation: tenant.organisation }),
      // Pages of a search are not for search engines.
      ...(isAll ? { canonicalUrl: base + visitorPaths.home } : {}),
      shareImage: shareImageOf(base, tenant),
      feeds: searchOf(fields),
    },
    <TenantHome
      tenant={tenant}
      view={view}
      tiles={context.config}
      fields={fields}
      categories={categories}
      base={base}
      appearances={
        appearances.length === 0 ? null : <SharedCards events={appearances} {...{ availability, context }} />
      }
      topUps={topUps}
      events={shown}
      availability={availability}
      page={query.page ?? 1}
      more={isList && events.length > cardsPerPage}
    />,
  )
}

async function showRootHome(context: Context, input: HomeInput): Promise<string> {
  const words = homeTexts[input.language].root
  const meta = await context.database.asServer(findFirstMeta)
  return showPage(
    input,
    { title: words.title, description: words.lead, canonicalUrl: context.urls.base(null) + visitorPaths.home },
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {meta === null ? null : (
        <ButtonLink to={context.urls.base(meta.host) + visitorPaths.home}>{words.toCalendar}</ButtonLink>
      )}
      <QuietLink to={visitorPaths.signIn}>{words.signIn}</QuietLink>
    </div>,
  )
}
