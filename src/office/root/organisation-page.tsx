import type { Context } from '../../context.ts'
import { countEnding } from '../../features/overview/ending.queries.ts'
import { longestReason } from '../../features/tenant/approval.ts'
import type { Ending } from '../../features/tenant/ending.ts'
import { categoryRules, type SellingCategory, sellingCategories, type Tenant } from '../../features/tenant/tenant.ts'
import { amountText, languageName, numberText } from '../../lib/format.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { type RootOrganisationTexts, rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { sandboxTexts } from '../../messages/office/sandbox.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { CategoryKinds } from '../../pages/form/category-kinds.tsx'
import { LongField } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Done } from '../../pages/form/done.tsx'
import { When } from '../../pages/format.tsx'
import { saidOf } from '../kit/parts.tsx'
import { ActionButton, Facts, Submit } from '../../pages/parts.tsx'
import { DeletionForm } from '../kit/sandbox-deletion.tsx'
import { showRootRoom } from './frame.tsx'
import { Calendars, Members } from './organisation-calendars.tsx'
import { Domains } from './organisation-domains.tsx'
import { Registration } from './registration.tsx'
import { organisationPath, readOrganisation } from './read-organisation.ts'
import type { Asked } from '../../http/route.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

/** What was done, named in the address of the page that says so. */
export type OrganisationOutcome = keyof RootOrganisationTexts['done']

export type Said = {
  /** An `OrganisationOutcome`; anything else says nothing. */
  readonly done?: string | undefined
  readonly problems?: readonly FormProblem[]
  /** The domain, as somebody typed it. */
  readonly domain?: string
  readonly category?: SellingCategory
  /** The reason, as somebody typed it. */
  readonly reason?: string
  /** That of archiving. */
  readonly archiveReason?: string
}

/** Shows everything about one organisation, with the answer to a form. */
export async function showOrganisation(context: Context, asked: Asked, id: string, said: Said = {}): Promise<string> {
  const { language } = asked.request
  const shown = await readOrganisation(context, id)
  const { tenant } = shown
  const words = rootTexts[language].organisation
  const more = rootOrganisationTexts[language]
  const isOpen = tenant.archivedAt === null && tenant.category !== 'root'
  const { problems = [], category, domain = '', reason = '', archiveReason = '' } = said
  const archivable = isOpen && !tenant.firstMeta
  const moment = { now: context.now(), timeZone: tenant.timeZone }
  const ending = archivable ? await context.database.asTenant(tenant.id, (tx) => countEnding(tx, moment)) : null
  const { sells } = categoryRules[tenant.category]
  return showRootRoom(
    asked,
    { title: organisationName(tenant), room: 'organisations' },
    tenant.archivedAt === null ? null : <p class="notice">{words.archivedNote}</p>,
    tenant.sandbox ? <p class="notice">{words.sandboxNote}</p> : null,
    <Done>{saidOf(said.done, more.done)}</Done>,
    <Problems problems={problems} title={more.refused} />,
    <Registration {...{ tenant, problems }} typed={reason} />,
    <OrganisationFacts tenant={tenant} base={context.urls.base(tenant.host)} />,
    tenant.category === 'root' ? null : <SettingsRooms {...{ tenant, sells }} />,
    isOpen && sells ? <Category {...{ tenant, problems }} chosen={category} /> : null,
    isOpen ? <Mails tenant={tenant} /> : null,
    <Domains {...{ ...shown, problems, isOpen }} typed={domain} />,
    archivable ? <Calendars {...shown} /> : null,
    <Members {...shown} />,
    <Ends {...{ tenant, isOpen }} />,
    ending === null ? null : <Archiving {...{ tenant, ending, problems }} typed={archiveReason} />,
    tenant.sandbox ? <Deletion {...{ tenant, problems }} /> : null,
  )
}

type OfOrganisation = { readonly tenant: Tenant }

function SettingsRooms({ tenant, sells }: OfOrganisation & { readonly sells: boolean }) {
  const words = useTexts(rootOrganisationTexts)
  const rooms = (['identity', 'look', 'rules', 'pictures'] as const).filter((room) => room !== 'rules' || sells)
  return (
    <>
      <h2>{words.settings}</h2>
      <ul class="actions">
        {rooms.map((room) => (
          <li key={room}>
            <a href={organisationPath(tenant.id, room)}>{words.rooms[room]}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The link into the organisation, or the way to restore it. */
function Ends({ tenant, isOpen }: OfOrganisation & { readonly isOpen: boolean }) {
  const { id, organisation } = tenant
  const words = useTexts(rootTexts).organisation
  const { unarchive } = useTexts(rootOrganisationTexts)
  return (
    <>
      {isOpen ? (
        <section class="stack narrow">
          <h2>{words.enter}</h2>
          <p>{words.enterText}</p>
          <ActionButton action={organisationPath(id, 'entry')} look="main">
            {words.enterButton}
          </ActionButton>
        </section>
      ) : null}
      {tenant.archivedAt === null ? null : (
        <section class="stack narrow">
          <h2>{unarchive.title}</h2>
          <p>{unarchive.text}</p>
          <ActionButton action={organisationPath(id, 'unarchive')} look="main">
            {unarchive.button({ organisation })}
          </ActionButton>
        </section>
      )}
    </>
  )
}

type ArchivingProps = OfOrganisation & {
  readonly ending: Ending
  readonly typed: string
  readonly problems: readonly FormProblem[]
}

/** Asks before an organisation is archived: what it leaves behind, and why. */
function Archiving({ tenant: { id, organisation }, ending, typed, problems }: ArchivingProps) {
  const { language } = useReader()
  const words = useTexts(rootTexts).organisation
  const { archive } = useTexts(rootOrganisationTexts)
  const { events, bookings, refunds } = ending
  const due = refunds.map(({ amountMinor, currency }) => amountText(amountMinor, currency, language)).join(' + ')
  return (
    <details class="narrow" open={problems.some(({ field }) => field === 'archive_reason')}>
      <summary>{words.archive}</summary>
      <div class="stack">
        <p>{words.archiveText}</p>
        <Facts
          facts={[
            [archive.events, numberText(events, language)],
            [archive.bookings, numberText(bookings, language)],
            [archive.refunds, due === '' ? archive.none : due],
          ]}
        />
        {bookings === 0 ? null : <p class="notice">{archive.untold}</p>}
        <form method="post" action={organisationPath(id, 'archive')}>
          <LongField
            id="archive_reason"
            label={archive.reason}
            help={archive.reasonHelp}
            problems={problems}
            value={typed}
            rows={3}
            maxLength={longestReason}
            required
          />
          <Submit look="danger">{words.archiveButton({ organisation })}</Submit>
        </form>
      </div>
    </details>
  )
}

/** The form that deletes a sandbox, folded: what it asks for is typed, not pressed by chance. */
function Deletion({
  tenant: { id, organisation },
  problems,
}: OfOrganisation & { readonly problems: readonly FormProblem[] }) {
  const { remove } = useTexts(sandboxTexts)
  return (
    <details class="narrow" open={problems.some(({ field }) => field === 'name')}>
      <summary>{remove}</summary>
      <DeletionForm action={organisationPath(id, 'deletion')} organisation={organisation} problems={[]} />
    </details>
  )
}

/** Says whether mails are limited, with the button that changes it. */
function Mails({ tenant }: OfOrganisation) {
  const words = useTexts(rootOrganisationTexts).mails
  const other = tenant.mailsLimited ? 'free' : 'limited'
  return (
    <section class="stack narrow">
      <h2>{words.title}</h2>
      <p>{tenant.mailsLimited ? words.limited : words.free}</p>
      <ActionButton action={organisationPath(tenant.id, 'mails')} sends={{ mails: other }}>
        {words.buttons[other]}
      </ActionButton>
    </section>
  )
}

type CategoryProps = OfOrganisation & {
  readonly chosen: SellingCategory | undefined
  readonly problems: readonly FormProblem[]
}

function Category({ tenant, chosen, problems }: CategoryProps) {
  const { language } = useReader()
  const words = useTexts(rootOrganisationTexts).category
  return (
    <section class="stack narrow">
      <h2>{words.title}</h2>
      <form method="post" action={organisationPath(tenant.id, 'category')}>
        <CategoryKinds
          label={words.field}
          help={words.help}
          categories={sellingCategories}
          chosen={chosen ?? tenant.category}
          {...{ problems, language }}
        />
        <Submit look="quiet">{words.button}</Submit>
      </form>
    </section>
  )
}

function OrganisationFacts({ tenant, base }: OfOrganisation & { readonly base: string }) {
  const { language } = useReader()
  const { facts } = rootTexts[language].organisation
  const place = [tenant.address, [tenant.postalCode, tenant.city].filter(Boolean).join(' ')]
  return (
    <Facts
      facts={[
        [facts.kind, commonTexts[language].categories[tenant.category]],
        [facts.address, <a href={base + visitorPaths.home}>{base}</a>],
        [facts.where, place.filter(Boolean).join(', ')],
        [facts.email, tenant.email],
        [facts.phone, tenant.phone],
        [facts.website, tenant.website],
        [facts.language, languageName(tenant.language, language)],
        [facts.since, <When at={tenant.createdAt} />],
      ]}
    />
  )
}
