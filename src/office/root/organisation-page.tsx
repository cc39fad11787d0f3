import type { Context } from '../../context.ts'
import { categoryRules, type SellingCategory, sellingCategories, type Tenant } from '../../features/tenant/tenant.ts'
import { languageName } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { CategoryKinds } from '../../pages/form/category-kinds.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { Facts } from '../kit/parts.tsx'
import { showRootPage } from './frame.tsx'
import { Calendars, Members } from './organisation-calendars.tsx'
import { Domains } from './organisation-domains.tsx'
import { Mails } from './organisation-mails.tsx'
import { Registration } from './registration.tsx'
import { organisationPath, readOrganisation } from './read-organisation.ts'
import type { Asked } from '../../http/route.ts'

/** What was done, named in the address of the page that says so. */
const organisationActions = [
  ...(['category', 'added', 'proved', 'removed', 'joined', 'left', 'unarchived'] as const),
  ...(['approved', 'refused', 'limited', 'free'] as const),
] as const

export type Said = {
  /** One of `organisationActions`; anything else says nothing. */
  readonly done?: string | undefined
  readonly problems?: readonly FormProblem[]
  /** As somebody typed it. */
  readonly domain?: string
  readonly category?: SellingCategory
  /** As somebody typed it. */
  readonly reason?: string
}

/** Everything about one organisation, with what its forms were answered. */
export async function showOrganisation(
  context: Context,
  { request, reply }: Asked,
  id: string,
  said: Said = {},
): Promise<string> {
  const { tenant: root, language } = request
  const shown = await readOrganisation(context, id)
  const { tenant } = shown
  const words = rootTexts[language].organisation
  const more = rootOrganisationTexts[language]
  const isOpen = tenant.archivedAt === null && tenant.category !== 'root'
  const action = organisationActions.find((one) => one === said.done)
  const problems = said.problems ?? []
  const { sells } = categoryRules[tenant.category]
  return showRootPage(
    { request, reply },
    { title: organisationName(tenant), room: 'organisations' },
    <div class="stack">
      <h1>{organisationName(tenant)}</h1>
      {tenant.archivedAt === null ? null : <p class="notice">{words.archivedNote}</p>}
      {action === undefined ? null : (
        <p class="notice" role="status">
          {more.done[action]}
        </p>
      )}
      <Problems problems={problems} title={more.refused} />
      <Registration {...{ tenant, problems, language }} typed={said.reason ?? ''} />
      <OrganisationFacts
        tenant={tenant}
        base={context.urls.base(tenant.host)}
        timeZone={root.timeZone}
        now={context.now()}
        language={language}
      />
      {tenant.category === 'root' ? null : (
        <>
          <h2>{more.settings}</h2>
          <ul class="actions">
            {(['identity', 'rules', 'pictures'] as const).map((room) =>
              room === 'rules' && !sells ? null : (
                <li key={room}>
                  <a href={organisationPath(tenant.id, room)}>{more.rooms[room]}</a>
                </li>
              ),
            )}
          </ul>
        </>
      )}
      {isOpen && sells ? (
        <Category tenant={tenant} chosen={said.category} problems={problems} language={language} />
      ) : null}
      {isOpen ? <Mails {...{ tenant, language }} /> : null}
      <Domains {...{ ...shown, language, problems, isOpen }} typed={said.domain ?? ''} />
      {isOpen && !tenant.firstMeta ? <Calendars {...{ ...shown, language }} /> : null}
      <Members {...{ ...shown, language }} />
      {isOpen ? (
        <section class="stack narrow">
          <h2>{words.enter}</h2>
          <p>{words.enterText}</p>
          <form method="post" action={organisationPath(tenant.id, 'entry')}>
            <button class="button" type="submit">
              {words.enterButton}
            </button>
          </form>
        </section>
      ) : null}
      {tenant.archivedAt === null ? null : (
        <section class="stack narrow">
          <h2>{more.unarchive.title}</h2>
          <p>{more.unarchive.text}</p>
          <form method="post" action={organisationPath(tenant.id, 'unarchive')}>
            <button class="button" type="submit">
              {more.unarchive.button({ organisation: tenant.organisation })}
            </button>
          </form>
        </section>
      )}
      {isOpen && !tenant.firstMeta ? (
        <details class="narrow">
          <summary>{words.archive}</summary>
          <p>{words.archiveText}</p>
          <form method="post" action={organisationPath(tenant.id, 'archive')}>
            <button class="button danger" type="submit">
              {words.archiveButton({ organisation: tenant.organisation })}
            </button>
          </form>
        </details>
      ) : null}
    </div>,
  )
}

type CategoryProps = {
  readonly tenant: Tenant
  readonly chosen: SellingCategory | undefined
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

function Category({ tenant, chosen, problems, language }: CategoryProps) {
  const words = rootOrganisationTexts[language].category
  return (
    <section class="stack narrow">
      <h2>{words.title}</h2>
      <form method="post" action={organisationPath(tenant.id, 'category')}>
        <CategoryKinds
          label={words.field}
          help={words.help}
          categories={sellingCategories}
          chosen={chosen ?? tenant.category}
          problems={problems}
          language={language}
        />
        <button class="button quiet" type="submit">
          {words.button}
        </button>
      </form>
    </section>
  )
}

type FactsProps = {
  readonly tenant: Tenant
  readonly base: string
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function OrganisationFacts({ tenant, base, ...when }: FactsProps) {
  const { facts } = rootTexts[when.language].organisation
  const place = [tenant.address, [tenant.postalCode, tenant.city].filter(Boolean).join(' ')]
  return (
    <Facts
      facts={[
        [facts.kind, commonTexts[when.language].categories[tenant.category]],
        [facts.address, <a href={`${base}/`}>{base}</a>],
        [facts.where, place.filter(Boolean).join(', ')],
        [facts.email, tenant.email],
        [facts.phone, tenant.phone],
        [facts.website, tenant.website],
        [facts.language, languageName(tenant.language, when.language)],
        [facts.since, <When at={tenant.createdAt} {...when} />],
      ]}
    />
  )
}
