import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { addDomain } from '../../features/tenant/add-domain.ts'
import { listOwnDomains } from '../../features/tenant/own-domain.queries.ts'
import { removeDomain } from '../../features/tenant/remove-domain.ts'
import { setMainDomain } from '../../features/tenant/set-main-domain.ts'
import { getTenant } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { verifyDomain } from '../../features/tenant/verify-domain.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { type DomainTexts, domainTexts } from '../../messages/office/domain.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { copyScript } from '../../pages/copy-script.ts'
import { Done } from '../../pages/form/done.tsx'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { saidOf } from '../kit/parts.tsx'
import { Submit } from '../../pages/parts.tsx'
import { Domain } from './domain.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission } = settingsRooms.domains
const access = staff(permission)
const named = { domain: TypedText({ max: 500 }) }
const typed = { domain: Maybe(TypedText({ max: 500 })) }

type Outcome = keyof DomainTexts['done']

/** Registers the page of an organisation's own domains: proved by DNS, chosen as the main address, taken away (ADR 0072). */
export function registerDomains(app: FastifyInstance, context: Context): void {
  const of = { of: url, access }
  const explain = (error: AppError, asked: Asked) => explainName(context, error, asked)
  const read = ({ request }: Asked) => readDomains(context, request.tenant)
  detailPage(app, { url, access, read, show: (asked, shown, state) => show(context, asked, shown, state) })
  actionPage(app, {
    ...of,
    name: '',
    asksAgain: true,
    body: typed,
    act: ({ request: { tenant, actor } }, _, { domain }) => addDomain(context, tenant, actor, domain ?? ''),
    goesOn: () => saidPath('added'),
    refused: {
      explain,
      show: async (asked, _, problems, { domain }) =>
        show(context, asked, await read(asked), { problems, typed: domain ?? '' }),
    },
  })
  actionPage(app, {
    ...of,
    name: 'checks',
    body: named,
    act: ({ request: { tenant, actor } }, _, { domain }) => verifyDomain(context, tenant, actor, domain),
    goesOn: (isProved) => saidPath(isProved ? 'proved' : 'missing'),
    refused: { explain, show: async (asked, _, problems) => show(context, asked, await read(asked), { problems }) },
  })
  actionPage(app, {
    ...of,
    name: 'main',
    asksAgain: true,
    body: typed,
    act: ({ request: { tenant, actor } }, _, { domain }) => setMainDomain(context, tenant, actor, domain || null),
    goesOn: () => saidPath('main'),
  })
  actionPage(app, {
    ...of,
    name: 'removal',
    body: named,
    act: ({ request: { tenant, actor } }, _, { domain }) => removeDomain(context, tenant, actor, domain),
    goesOn: () => saidPath('removed'),
  })
}

const saidPath = (done: Outcome) => `${url}?done=${done}`

/** Says what is wrong with the name, beside what was typed. */
function explainName({ urls }: Context, { code, details }: AppError, { request: { language } }: Asked) {
  const words = domainTexts[language].add
  if (code === 'slug_taken') return [{ field: 'domain', detail: words.taken }]
  if (code !== 'validation_failed') return null
  const isCode = details.fields?.['domain']?.includes('domain_code') === true
  const detail = isCode ? fieldTexts[language].problems.domain_code : words.wrong({ host: urls.domain })
  return [{ field: 'domain', detail }]
}

type Shown = Awaited<ReturnType<typeof readDomains>>
type State = { readonly done?: string; readonly typed?: string; readonly problems: readonly FormProblem[] }

function show(context: Context, asked: Asked, { tenant, domains }: Shown, { done, typed = '', problems }: State) {
  const { language } = asked.request
  const words = domainTexts[language]
  const label = new URL(context.urls.base(tenant.label)).hostname
  return showSettingsPage(
    asked,
    'domains',
    <>
      <Done>{saidOf(done, words.done)}</Done>
      {domains.length === 0 ? (
        <p class="empty">{words.none({ host: label })}</p>
      ) : (
        domains.map((domain) => (
          <Domain
            key={domain.domain}
            {...{ domain, label }}
            address={context.urls.base(domain.domain)}
            mayBeMain={tenant.category !== 'root'}
          />
        ))
      )}
      <h2>{words.add.title}</h2>
      <form method="post" action={url} class="narrow">
        <Problems problems={problems} title={deskTexts[language].refused} />
        <Field
          {...{ id: 'domain', label: words.add.label, help: words.add.help, problems }}
          value={typed}
          autocomplete="off"
          autocapitalize="none"
          maxLength={253}
          required
        />
        <Submit>{words.add.button}</Submit>
      </form>
    </>,
    domains.length === 0 ? undefined : copyScript.path,
  )
}

/** Reads the domains from the database, not from what this process remembers: they were changed a moment ago. */
async function readDomains(context: Pick<Context, 'database'>, { id }: Tenant) {
  return context.database.asServer(async (tx) => {
    const tenant = await getTenant(tx, id)
    return { tenant, domains: await listOwnDomains(tx, id) }
  })
}
