import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { examineProvider, providerReturnPath } from '../../features/team/enter-by-provider.ts'
import {
  countProvided,
  describeProvider,
  providerVersion,
  removeProvider,
  setProvider,
} from '../../features/team/keep-provider.ts'
import type { SignInProvider } from '../../features/team/sign-in-provider.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { OpenIdError } from '../../integrations/openid/openid.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { providerTexts } from '../../messages/office/provider.ts'
import { providerSignInTexts } from '../../messages/site/provider-sign-in.ts'
import { Maybe, SecretText, TextQuery, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { fillProvider, ProviderForm, readProvider, type TypedProvider } from './provider-form.tsx'
import { Removal } from './removal.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission } = settingsRooms.sign_in
const sensitive = { access: staff(permission), asksAgain: true } as const

type Shown = {
  /** As it was typed; null: as it is. */
  readonly typed: TypedProvider | null
  readonly problems: readonly FormProblem[]
  /** Of the check, where it failed. */
  readonly checked?: string
  readonly done?: string | null
}

/** By which provider the team signs in: set, tried and taken away by an owner; the secret is never shown (ADR 0244). */
export function registerProvider(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    ...sensitive,
    query: Type.Object({ done: Type.Optional(TextQuery), taken: Type.Optional(TextQuery) }),
    handler: ({ language, query, request, reply }) => {
      const words = providerTexts[language]
      const taken = /^[1-9]\d{0,5}$/.test(query.taken ?? '') ? ` ${words.taken({ people: Number(query.taken) })}` : ''
      const said = { saved: deskTexts[language].saved + taken, answers: words.answers }
      const done = Object.entries(said).find(([name]) => name === query.done)?.[1] ?? null
      return show(context, { request, reply }, { typed: null, problems: [], done })
    },
  })

  page(app, {
    method: 'POST',
    url,
    ...sensitive,
    forms: true,
    // More than is kept: what is too long is said beside it.
    body: Type.Object({
      name: Maybe(TypedText({ max: 4000 })),
      issuer: Maybe(TypedText({ max: 4000 })),
      client_id: Maybe(TypedText({ max: 4000 })),
      client_secret: Maybe(SecretText({ max: 500 })),
      mail_domains: Maybe(TypedLongText({ max: 60_000 })),
      role_claim: Maybe(TypedText({ max: 4000 })),
      manager_values: Maybe(TypedLongText({ max: 60_000 })),
      box_office_values: Maybe(TypedLongText({ max: 60_000 })),
      steward_values: Maybe(TypedLongText({ max: 60_000 })),
      accountant_values: Maybe(TypedLongText({ max: 60_000 })),
      seen: TypedText({ max: 50 }),
    }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const { client_secret: clientSecret, seen, ...typed } = body
      const { settings, problems } = readProvider(typed, language, context.openId.isIssuer)
      if (problems.length > 0) {
        reply.code(400)
        return show(context, { request, reply }, { typed, problems })
      }
      const given = { ...settings, clientSecret: clientSecret ?? null }
      const refusal = await unlessRefused(() => setProvider(context, tenant, actor, { settings: given, seen }))
      if (typeof refusal === 'number') return reply.redirect(savedPath(refusal), 303)
      const words = providerTexts[language]
      reply.code(refusal === 'changed_meanwhile' ? errorStatus[refusal] : 400)
      const problem =
        refusal === 'changed_meanwhile'
          ? { field: null, detail: words.changedMeanwhile }
          : { field: 'client_secret', detail: words.clientSecret.wrong }
      return show(context, { request, reply }, { typed, problems: [problem] })
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}checks/`,
    ...sensitive,
    forms: true,
    handler: async ({ tenant, language, request, reply }) => {
      try {
        await examineProvider(context, tenant)
        return reply.redirect(`${url}?done=answers`, 303)
      } catch (error) {
        if (!(error instanceof OpenIdError)) throw error
        reply.code(502)
        const checked = providerTexts[language].checkFailed[error.failure]
        return show(context, { request, reply }, { typed: null, problems: [], checked })
      }
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}removal/`,
    ...sensitive,
    forms: true,
    handler: async ({ tenant, actor, reply }) => {
      return reply.redirect(savedPath(await removeProvider(context, tenant, actor)), 303)
    },
  })
}

/** @param taken how many people lost their role by it */
const savedPath = (taken: number) => `${url}?done=saved${taken === 0 ? '' : `&taken=${taken}`}`

async function unlessRefused(work: () => Promise<number>) {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof AppError ? error.code : null
    if (code !== 'changed_meanwhile' && code !== 'invalid_transition') throw error
    return code
  }
}

async function show(context: Context, asked: Asked, shown: Shown): Promise<string> {
  const { tenant, language } = asked.request
  requireSelling(tenant)
  const words = providerTexts[language]
  const provider = await describeProvider(context, tenant)
  const checked = shown.checked === undefined ? [] : [{ field: null, detail: shown.checked }]
  return showSettingsPage(
    asked,
    'sign_in',
    <>
      <Done>{shown.done ?? null}</Done>
      <Problems title={words.check} problems={checked} />
      {provider === null ? (
        <p class="notice">{words.none}</p>
      ) : (
        <State {...{ provider, context }} provided={await countProvided(context, tenant)} request={asked.request} />
      )}
      <dl class="facts">
        <div>
          <dt>{words.returnAddress}</dt>
          <dd>
            <code>{`${context.urls.base(tenant.label)}${providerReturnPath}`}</code>
            <p class="muted small">{words.returnHelp}</p>
          </dd>
        </div>
      </dl>
      <ProviderForm
        action={url}
        asked={asked}
        version={providerVersion(provider)}
        isSet={provider !== null}
        typed={shown.typed ?? fillProvider(provider)}
        problems={shown.problems}
      />
      {provider === null ? null : <Removal url={url} words={words} />}
    </>,
  )
}

type StateProps = {
  readonly provider: SignInProvider
  /** How many have a role of it, by mail domain. */
  readonly provided: ReadonlyMap<string, number>
  readonly context: Context
  readonly request: FastifyRequest
}

/** How the sign-in page shows it, and whether it answers. */
function State({ provider, provided, context, request: { tenant, language } }: StateProps) {
  const words = providerTexts[language]
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  return (
    <section class="stack" aria-labelledby="state">
      <h2 id="state">{words.state}</h2>
      <dl class="facts">
        <div>
          <dt>{words.button}</dt>
          <dd>{providerSignInTexts[language].button({ name: provider.name })}</dd>
        </div>
        <div>
          <dt>{words.issuer.label}</dt>
          <dd>{provider.issuer}</dd>
        </div>
        <div>
          <dt>{words.secretSet}</dt>
          <dd>
            <When at={provider.secretSetAt} {...when} />
          </dd>
        </div>
        {provided.size === 0 ? null : (
          <div>
            <dt>{words.provided}</dt>
            {[...provided].map(([domain, people]) => (
              <dd key={domain}>{words.peopleAt({ people, domain })}</dd>
            ))}
          </div>
        )}
      </dl>
      <form method="post" action={`${url}checks/`}>
        <button class="button quiet" type="submit">
          {words.check}
        </button>
      </form>
    </section>
  )
}
