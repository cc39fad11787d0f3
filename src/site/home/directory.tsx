import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantUrls } from '../../features/deps.ts'
import { listTenantsOf } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { foldText } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { calendarTexts } from '../../messages/site/calendar.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { CutImage } from '../../pages/cut-image.tsx'
import { placeLine } from '../../pages/event-card.tsx'
import { Field } from '../../pages/form/field.tsx'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { cardsPerPage, Pager, PagerQuery } from '../../pages/pager.tsx'
import { LinkTo, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'

const pages = pageSection({ url: visitorPaths.directory, access: { kind: 'public', onlyOn: 'meta' } })

/** The page of all organisations whose events a Meta shows, by name; other hosts have no such page. */
export const registerDirectory = pages.register

pages.get('', {
  query: Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery) }),
  handler: async ({ context, tenant, language, query, request, reply }) => {
    const words = calendarTexts[language]
    const wanted = (query.q ?? '').trim().slice(0, 100)
    const found = await listVisible(context, tenant, wanted, language)
    const from = ((query.page ?? 1) - 1) * cardsPerPage
    return showPage(
      { request, reply },
      {
        title: words.directory,
        description: words.directoryDescription,
        canonicalUrl: context.urls.base(tenant.host) + visitorPaths.directory,
      },
      <div class="stack">
        <h1>{words.directory}</h1>
        <search>
          <form class="search" method="get">
            <Field id="q" label={words.searchDirectory} type="search" maxLength={100} value={wanted} />
            <Submit>{words.searchButton}</Submit>
          </form>
        </search>
        {found.length === 0 ? <p class="empty">{wanted === '' ? words.noTenants : words.noTenantFound}</p> : null}
        <ul class="cards">
          {found.slice(from, from + cardsPerPage).map((listed) => (
            <TenantCard key={listed.id} tenant={listed} urls={context.urls} />
          ))}
        </ul>
        <Pager page={query.page ?? 1} more={found.length > from + cardsPerPage} query={{ q: wanted }} />
        <p class="actions">
          <LinkTo to={visitorPaths.home}>{words.toCalendar}</LinkTo>
          <LinkTo to={visitorPaths.newTenant}>{words.createTenant}</LinkTo>
        </p>
      </div>,
    )
  },
})

/** Lists the organisations by name. Root is a tenant of the API's directory; it has nothing to show to people. */
async function listVisible(
  context: Pick<Context, 'database'>,
  meta: Tenant,
  wanted: string,
  language: Language,
): Promise<readonly Tenant[]> {
  const all = await context.database.asServer((tx) => listTenantsOf(tx, meta, { shown: true }))
  const text = ({ organisation, city, category }: Tenant) =>
    foldText([organisation, city ?? '', commonTexts[language].categories[category]].join(' '))
  return all
    .filter((listed) => listed.category !== 'root' && text(listed).includes(foldText(wanted)))
    .sort((one, other) => one.organisation.localeCompare(other.organisation, language))
}

function TenantCard({ tenant, urls }: { readonly tenant: Tenant; readonly urls: TenantUrls }) {
  const { categories } = useTexts(commonTexts)
  return (
    <li class="card">
      {tenant.imageKey === null ? (
        <div class="blank" />
      ) : (
        <CutImage
          imageKey={tenant.imageKey}
          focus={tenant.imageFocus}
          size="hdr"
          sizes="(max-width: 40rem) 100vw, 22rem"
          width={720}
          height={450}
        />
      )}
      <div class="text">
        <h2>
          <a href={urls.base(tenant.host) + visitorPaths.home}>{tenant.organisation}</a>
        </h2>
        <p class="muted">{placeLine(categories[tenant.category], tenant.city)}</p>
        <Written as="p" by={tenant}>
          {tenant.shortDescription}
        </Written>
      </div>
    </li>
  )
}
