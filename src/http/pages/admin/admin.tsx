import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { listLatestNotices } from '../../../features/event-notice/notice-progress.queries.ts'
import { countForDesk, type DeskCounts } from '../../../features/reservation/desk.queries.ts'
import { listActiveTenants, listTenantsOf } from '../../../features/tenant/tenant.queries.ts'
import { categoryRules, type Tenant } from '../../../features/tenant/tenant.ts'
import type { Language } from '../../../lib/language.ts'
import { staff } from '../../route.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { organisationName } from '../layout.tsx'
import { page, showPage } from '../page.ts'
import { EventsWithThings } from './events-with-things.tsx'
import { showAdminPage } from './frame.tsx'
import { Notices } from './notice.tsx'
import { RootForms, readRootSettings } from './root-forms.tsx'

const mostListedTenants = 500
const mostListedNotices = 20
const mostListedEvents = 5

/** Where an administrator lands after signing in; on the Root host, a super-user. */
export function registerAdmin(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/admin/',
    access: staff('overview'),
    summary: 'The landing page of the administration',
    handler: async ({ tenant, language, request, reply }) => {
      const words = pageTexts[language].admin
      const show = tenant.category === 'root' ? showPage : showAdminPage
      return show(
        { request, reply },
        { title: words.title, area: 'overview' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{organisationName(tenant)}</p>
          {categoryRules[tenant.category].sells ? (
            <>
              <Desk
                counts={await context.database.asTenant(tenant.id, (tx) => countForDesk(tx, context.now()))}
                timeZone={tenant.timeZone}
                now={context.now()}
                language={language}
              />
              <Notices
                notices={
                  await context.database.asTenant(tenant.id, (tx) => listLatestNotices(tx, mostListedNotices))
                }
                language={language}
              />
              <p>
                <a href="/admin/refunds/">{pageTexts[language].refunds.title}</a>
              </p>
            </>
          ) : (
            <Tenants
              tenants={
                await context.database.asServer((tx) =>
                  tenant.category === 'root'
                    ? listActiveTenants(tx)
                    : listTenantsOf(tx, tenant, { limit: mostListedTenants }),
                )
              }
              base={(shown) => context.urls.base(shown.host)}
              language={language}
            />
          )}
          {tenant.category === 'root' ? (
            <RootForms {...(await readRootSettings(context))} language={language} />
          ) : null}
          <h2>{words.nextTitle}</h2>
          <p class="prose">{words.next}</p>
          <a class="button" href="/api/docs/">
            {words.documentation}
          </a>
          <a class="button quiet" href="/">
            {words.seePublicPage}
          </a>
        </div>,
      )
    },
  })
}

type DeskProps = {
  readonly counts: DeskCounts
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Desk({ counts, language, ...when }: DeskProps) {
  const words = pageTexts[language].admin
  const left = counts.things.reduce((sum, things) => sum + things.left, 0)
  const handedOut = counts.things.reduce((sum, things) => sum + things.handedOut, 0)
  const tiles = [
    { name: words.events, count: counts.events, note: words.upcoming(counts.upcomingEvents) },
    { name: words.reservations, count: counts.reservations, note: null },
    { name: words.tickets, count: counts.tickets, note: null },
    ...(counts.things.length === 0
      ? []
      : [{ name: words.things, count: left, note: words.handedOut(handedOut) }]),
    { name: words.devices, count: counts.devices, note: words.claimed(counts.claimedDevices) },
  ]
  const number = new Intl.NumberFormat(language)
  return (
    <>
      <ul class="tiles">
        {tiles.map((tile) => (
          <li key={tile.name} class="tile">
            {tile.name}
            <b>{number.format(tile.count)}</b>
            {tile.note === null ? null : <span class="muted small">{tile.note}</span>}
          </li>
        ))}
      </ul>
      {counts.things.length === 0 ? null : (
        <>
          <h2>{words.things}</h2>
          <EventsWithThings things={counts.things.slice(0, mostListedEvents)} language={language} {...when} />
          <a class="button quiet" href="/admin/hand-outs/">
            {words.toHandOuts}
          </a>
        </>
      )}
    </>
  )
}

function Tenants({
  tenants,
  base,
  language,
}: {
  tenants: readonly Tenant[]
  base: (tenant: Tenant) => string
  language: Language
}) {
  const words = pageTexts[language]
  return (
    <>
      <h2>{words.admin.tenants}</h2>
      <ul class="rows">
        {tenants.map((tenant) => (
          <li key={tenant.id}>
            <span class="name">
              <a href={`${base(tenant)}/`}>{organisationName(tenant)}</a>
            </span>
            <span class="muted">{words.categories[tenant.category]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
