import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { listLatestNotices } from '../../features/event-notice/notice-progress.queries.ts'
import { countWaiting } from '../../features/remote-agenda/remote-agenda.queries.ts'
import { countWaitingAppearances } from '../../features/tenant/appearance.queries.ts'
import { countFederated } from '../../features/tenant/federation.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { listTenantsOf } from '../../features/tenant/tenant.queries.ts'
import { categoryRules, onStage, type Tenant } from '../../features/tenant/tenant.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { staff } from '../../http/route.ts'
import { paths, visitorPaths } from '../../lib/paths.ts'
import { eventOverviewTexts } from '../../messages/office/event-overview.ts'
import { overviewTexts } from '../../messages/office/overview.ts'
import { administrationTexts } from '../../messages/office/administration.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { ButtonLink, QuietLink } from '../../pages/parts.tsx'
import { page } from '../../pages/page.ts'
import { createRootOverview } from '../root/root-overview.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { AppearancesWaiting } from '../appearances/appearances-waiting.tsx'
import { FederationWaiting } from '../federation/federation-waiting.tsx'
import { RemoteWaiting } from '../remote-agendas/remote-waiting.tsx'
import { liveScript } from './live-script.ts'
import { Notices } from '../events/notice.tsx'
import { OverviewSections } from './overview.tsx'
import { OverviewQuery, readOverview } from './read-overview.ts'
import { isOnSale, readStepsFor, StepsOfToday } from './start.tsx'
import { useReader } from '../../pages/reader.ts'

const mostListedTenants = 500
const mostListedNotices = 20

/** Registers the page where an administrator lands after signing in; on the Root host, a super-user. */
export function registerAdmin(app: FastifyInstance, context: Context): void {
  const showRootOverview = createRootOverview(app, context)
  page(app, {
    method: 'GET',
    url: paths.admin,
    access: staff('overview'),
    query: Type.Object(OverviewQuery),
    handler: async (input) => {
      const { tenant, language, request, reply } = input
      if (tenant.category === 'root') return showRootOverview({ request, reply })
      const words = administrationTexts[language]
      const first = await context.database.asTenant(tenant.id, (tx) => readStepsFor(tx, request))
      const sells = categoryRules[tenant.category].sells
      const title = sells ? overviewTexts[language].title : words.title
      return showAdminPage(
        { request, reply },
        { title, area: 'overview', ...(sells ? { scriptPath: liveScript.path } : {}) },
        <div class="stack">
          <h1>{title}</h1>
          <p class="lead">{organisationName(tenant)}</p>
          {sells ? await showEvening(context, request, input.query, first) : await showAgenda(context, request)}
          <QuietLink to={visitorPaths.home}>{words.seePublicPage}</QuietLink>
        </div>,
      )
    },
  })
}

/** What an organisation that sells comes for: its evening. */
async function showEvening(
  context: Context,
  { tenant, actor, language }: FastifyRequest,
  query: Parameters<typeof readOverview>[3],
  first: Awaited<ReturnType<typeof readStepsFor>>,
) {
  return (
    <>
      {onStage.includes(tenant.category) && hasStaffPermission(actor, tenant, 'programme') ? (
        <AppearancesWaiting
          count={await context.database.asServer((tx) => countWaitingAppearances(tx, tenant, context.now()))}
        />
      ) : null}
      {first === null || isOnSale(first) ? null : <StepsOfToday first={first} />}
      {hasStaffPermission(actor, tenant, 'reservations') ? (
        <p class="actions">
          <ButtonLink to={paths.sale}>{eventOverviewTexts[language].sell}</ButtonLink>
        </p>
      ) : null}
      <OverviewSections
        overview={await readOverview(context, tenant, actor, query)}
        tenant={tenant}
        actor={actor}
        language={language}
      />
      {hasStaffPermission(actor, tenant, 'programme') ? (
        <Notices
          notices={await context.database.asTenant(tenant.id, (tx) => listLatestNotices(tx, mostListedNotices))}
        />
      ) : null}
      {/* Whoever sells comes for tonight first. */}
      {first === null || !isOnSale(first) ? null : <StepsOfToday first={first} />}
    </>
  )
}

/** What an agenda comes for: who waits to be taken into it, and whose it is. */
async function showAgenda(context: Context, { tenant, actor }: FastifyRequest) {
  return (
    <>
      {hasStaffPermission(actor, tenant, 'programme') ? (
        <>
          <FederationWaiting
            count={await context.database.asServer((tx) => countFederated(tx, tenant, { states: ['waiting'] }))}
          />
          <RemoteWaiting
            waiting={await context.database.asTenant(tenant.id, (tx) => countWaiting(tx, context.now()))}
          />
        </>
      ) : null}
      <Tenants
        tenants={await context.database.asServer((tx) => listTenantsOf(tx, tenant, { limit: mostListedTenants }))}
        base={(shown) => context.urls.base(shown.host)}
      />
    </>
  )
}

type TenantsProps = { readonly tenants: readonly Tenant[]; readonly base: (tenant: Tenant) => string }

function Tenants({ tenants, base }: TenantsProps) {
  const { language } = useReader()
  return (
    <>
      <h2>{administrationTexts[language].tenants}</h2>
      <ul class="rows">
        {tenants.map((tenant) => (
          <li key={tenant.id}>
            <span class="name">
              <a href={base(tenant) + visitorPaths.home}>{organisationName(tenant)}</a>
            </span>
            <span class="muted">{commonTexts[language].categories[tenant.category]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
