import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addDomain } from '../../features/tenant/add-domain.ts'
import { listOwnDomains } from '../../features/tenant/own-domain.queries.ts'
import { removeDomain } from '../../features/tenant/remove-domain.ts'
import { setMainDomain } from '../../features/tenant/set-main-domain.ts'
import { getTenant } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { verifyDomain } from '../../features/tenant/verify-domain.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { type DomainTexts, domainTexts } from '../../messages/office/domain.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { copyScript } from '../../pages/copy-script.ts'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { Domain } from './domain.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission } = settingsRooms.domains
const access = staff(permission)
const Named = Type.Object({ domain: TypedText({ max: 500 }) })

type Done = keyof DomainTexts['done']

/** Where the organisation's pages answer besides its label: proved by DNS, chosen as the main address, taken away (ADR 0072). */
export function registerDomains(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ query, request, reply }) => show(context, { request, reply }, { done: query.done }),
  })

  page(app, {
    method: 'POST',
    url,
    access,
    asksAgain: true,
    forms: true,
    body: Type.Object({ domain: Maybe(TypedText({ max: 500 })) }),
    handler: ({ tenant, actor, body, request, reply }) =>
      orExplain(context, { request, reply }, body.domain ?? '', async () => {
        await addDomain(context, tenant, actor, body.domain ?? '')
        return 'added'
      }),
  })

  page(app, {
    method: 'POST',
    url: `${url}checks/`,
    access,
    forms: true,
    body: Named,
    handler: ({ tenant, actor, body, request, reply }) =>
      orExplain(context, { request, reply }, '', async () =>
        (await verifyDomain(context, tenant, actor, body.domain)) ? 'proved' : 'missing',
      ),
  })

  page(app, {
    method: 'POST',
    url: `${url}main/`,
    access,
    asksAgain: true,
    forms: true,
    body: Type.Object({ domain: Maybe(TypedText({ max: 500 })) }),
    handler: async ({ tenant, actor, body, reply }) => {
      await setMainDomain(context, tenant, actor, body.domain || null)
      return reply.redirect(`${url}?done=main`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}removal/`,
    access,
    forms: true,
    body: Named,
    handler: async ({ tenant, actor, body, reply }) => {
      await removeDomain(context, tenant, actor, body.domain)
      return reply.redirect(`${url}?done=removed`, 303)
    },
  })
}

/** What is wrong with the name is said on the page, beside what was typed. */
async function orExplain(
  context: Context,
  asked: Asked,
  typed: string,
  work: () => Promise<Done>,
): Promise<string | FastifyReply> {
  const words = domainTexts[asked.request.language].add
  try {
    return asked.reply.redirect(`${url}?done=${await work()}`, 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'validation_failed' && error.code !== 'slug_taken') throw error
    asked.reply.code(errorStatus[error.code])
    const isCode = error.details.fields?.['domain']?.includes('domain_code') === true
    const wrong = isCode
      ? fieldTexts[asked.request.language].problems.domain_code
      : words.wrong({ host: context.urls.domain })
    const detail = error.code === 'slug_taken' ? words.taken : wrong
    return show(context, asked, { typed, problems: [{ field: 'domain', detail }] })
  }
}

type Shown = { readonly done?: string | undefined; readonly typed?: string; readonly problems?: readonly FormProblem[] }

async function show(
  context: Context,
  { request, reply }: Asked,
  { done, typed = '', problems = [] }: Shown,
): Promise<string> {
  const { language } = request
  const words = domainTexts[language]
  const { tenant, domains } = await readDomains(context, request.tenant)
  const label = new URL(context.urls.base(tenant.label)).hostname
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  const said = Object.entries(words.done).find(([name]) => name === done)?.[1]
  return showSettingsPage(
    { request, reply },
    'domains',
    <>
      {said === undefined ? null : (
        <p class="notice" role="status">
          {said}
        </p>
      )}
      {domains.length === 0 ? (
        <p class="empty">{words.none({ host: label })}</p>
      ) : (
        domains.map((domain) => (
          <Domain
            key={domain.domain}
            {...{ domain, label, when }}
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
        <button class="button" type="submit">
          {words.add.button}
        </button>
      </form>
    </>,
    domains.length === 0 ? undefined : copyScript.path,
  )
}

/** As it is, not as this process remembers it: it was changed a moment ago. */
async function readDomains(context: Pick<Context, 'database'>, { id }: Tenant) {
  return context.database.asServer(async (tx) => {
    const tenant = await getTenant(tx, id)
    return { tenant, domains: await listOwnDomains(tx, id) }
  })
}
