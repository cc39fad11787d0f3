import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { archiveTenant } from '../../../features/tenant/archive-tenant.ts'
import { enterTenant } from '../../../features/tenant/enter-tenant.ts'
import { listDomains, listFederations } from '../../../features/tenant/root.queries.ts'
import { findTenantById, listActiveTenants } from '../../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { languageName } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { isUuid } from '../../../lib/text.ts'
import { rootTexts } from '../../texts/admin/root-texts.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { When } from '../format.tsx'
import { organisationName } from '../layout.tsx'
import { page } from '../page.ts'
import { showRootPage } from './frame.tsx'

const superUser = { kind: 'super_user' } as const
const OrganisationParams = Type.Object({ uuid: Type.String({ maxLength: 500 }) })

/** One organisation as whoever runs the server sees it, and the door to it. */
export function registerRootOrganisation(app: FastifyInstance, context: Context): void {
  const url = '/admin/server/organisations/:uuid/'

  page(app, {
    method: 'GET',
    url,
    access: superUser,
    summary: 'One organisation of the server',
    params: OrganisationParams,
    handler: async ({ tenant: root, language, params, request, reply }) => {
      const shown = await readOrganisation(context, params.uuid)
      const { tenant } = shown
      const words = rootTexts[language].organisation
      const isOpen = tenant.archivedAt === null && tenant.category !== 'root'
      return showRootPage(
        { request, reply },
        { title: organisationName(tenant), room: 'organisations' },
        <div class="stack">
          <h1>{organisationName(tenant)}</h1>
          {tenant.archivedAt === null ? null : <p class="notice">{words.archivedNote}</p>}
          <Facts
            tenant={tenant}
            base={context.urls.base(tenant.host)}
            timeZone={root.timeZone}
            now={context.now()}
            language={language}
          />
          <Addresses {...shown} language={language} />
          <Federations {...shown} language={language} />
          {isOpen ? (
            <section class="stack narrow">
              <h2>{words.enter}</h2>
              <p>{words.enterText}</p>
              <form method="post" action={`/admin/server/organisations/${tenant.id}/entry/`}>
                <button class="button" type="submit">
                  {words.enterButton}
                </button>
              </form>
            </section>
          ) : null}
          {isOpen && !tenant.firstMeta ? (
            <details class="narrow">
              <summary>{words.archive}</summary>
              <p>{words.archiveText}</p>
              <form method="post" action={`/admin/server/organisations/${tenant.id}/archive/`}>
                <button class="button danger" type="submit">
                  {words.archiveButton(tenant.organisation)}
                </button>
              </form>
            </details>
          ) : null}
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}entry/`,
    access: superUser,
    summary: 'Enter an organisation as an owner',
    forms: true,
    params: OrganisationParams,
    handler: async ({ actor, language, params, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const address = await enterTenant(context, actor, tenant)
      const words = rootTexts[language].organisation
      const title = words.enteredTitle(tenant.organisation)
      // A policy of ours lets no form lead to another host; a link does.
      return showRootPage(
        { request, reply },
        { title, room: 'organisations' },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{words.entered}</p>
          <a class="button" href={address}>
            {words.enteredLink}
          </a>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}archive/`,
    access: superUser,
    summary: 'Archive an organisation',
    forms: true,
    params: OrganisationParams,
    handler: async ({ actor, params, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      await archiveTenant(context, tenant, actor)
      return reply.redirect(`/admin/server/organisations/${tenant.id}/`, 303)
    },
  })
}

type Shown = Awaited<ReturnType<typeof readOrganisation>>

/** @throws AppError not_found */
async function readOrganisation(context: Pick<Context, 'database'>, id: string) {
  return context.database.asServer(async (tx) => {
    const tenant = isUuid(id) ? await findTenantById(tx, id.toLowerCase()) : null
    if (!tenant) throw new AppError('not_found')
    const federations = await listFederations(tx)
    const others = await listActiveTenants(tx)
    const named = (ids: readonly string[]) => others.filter((other) => ids.includes(other.id))
    return {
      tenant,
      domains: await listDomains(tx, tenant.id),
      calendars: named(federations.filter((of) => of.memberId === tenant.id).map((of) => of.metaId)),
      members: named(federations.filter((of) => of.metaId === tenant.id).map((of) => of.memberId)),
    }
  })
}

type FactsProps = {
  readonly tenant: Tenant
  readonly base: string
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Facts({ tenant, base, ...when }: FactsProps) {
  const { facts } = rootTexts[when.language].organisation
  const place = [tenant.address, [tenant.postalCode, tenant.city].filter(Boolean).join(' ')]
  const values = [
    [facts.kind, pageTexts[when.language].categories[tenant.category]],
    [facts.address, <a href={`${base}/`}>{base}</a>],
    [facts.where, place.filter(Boolean).join(', ')],
    [facts.email, tenant.email],
    [facts.phone, tenant.phone],
    [facts.website, tenant.website],
    [facts.language, languageName(tenant.language, when.language)],
    [facts.since, <When at={tenant.createdAt} {...when} />],
  ] as const
  return (
    <dl class="facts">
      {values.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function Addresses({ domains, language }: Pick<Shown, 'domains'> & { readonly language: Language }) {
  const words = rootTexts[language].organisation
  if (domains.length === 0) return null
  return (
    <>
      <h2>{words.domains}</h2>
      <ul class="rows">
        {domains.map(({ name, kind }) => (
          <li key={name}>
            <span class="name">{name}</span>
            <span class="muted">{words.domainKinds[kind]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Federations(shown: Pick<Shown, 'calendars' | 'members'> & { readonly language: Language }) {
  const words = rootTexts[shown.language].organisation
  return (
    <>
      {(['calendars', 'members'] as const).map((side) =>
        shown[side].length === 0 ? null : (
          <section key={side} class="stack">
            <h2>{side === 'calendars' ? words.federations : words.members}</h2>
            <ul class="rows">
              {shown[side].map(({ id, organisation }) => (
                <li key={id}>
                  <a href={`/admin/server/organisations/${id}/`}>{organisation}</a>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  )
}
