import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { digitsOf } from '../../features/account/sign-in-code.ts'
import { type ConfirmedTenant, confirmTenantRequest } from '../../features/tenant/confirm-tenant-request.ts'
import { findTenantById } from '../../features/tenant/tenant.queries.ts'
import { categoryRules, reservedLabels, type Tenant } from '../../features/tenant/tenant.ts'
import { findTenantRequest } from '../../features/tenant/tenant-request.queries.ts'
import { paths } from '../../lib/paths.ts'
import { slugify } from '../../lib/text.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { type TenantNewTexts, tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { MachineText, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Field } from '../../pages/form/field.tsx'
import { page, showPage } from '../../pages/page.ts'
import { guardedBy } from './check-slug.ts'
import { TokenParams } from '../sign-in/sign-in.tsx'
import { showRequestCode } from './code-page.tsx'
import type { Asked } from '../../http/route.ts'

const CodeBody = Type.Object({
  email: MachineText({ max: 254 }),
  handle: MachineText({ max: 100 }),
  code: TypedText({ max: 100 }),
  slug: Maybe(TypedText({ max: 200 })),
})

const onMeta = { kind: 'public', onlyOn: 'meta' } as const

/**
 * What the mail of the creation form leads to. Opening its link makes nothing, so that a scanner of mails uses nothing up; its
 * button does. The new organisation is on another host, where a policy of ours lets no form lead: a link does.
 */
export function registerTenantConfirmation(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: '/tenant/new/code/',
    atLabel: true,
    access: onMeta,
    forms: true,
    body: CodeBody,
    handler: async ({ language, body, request, reply }) => {
      const { email, handle, code } = body
      const proof = { kind: 'code', code: { handle, digits: digitsOf(code) } } as const
      const outcome = await confirm(context, { request, reply }, proof, body.slug)
      if (outcome.kind === 'wrong' || outcome.kind === 'ended') {
        const words = tenantNewTexts[language]
        reply.code(errorStatus.link_invalid)
        const problem = outcome.kind === 'wrong' ? words.codeWrong({ left: outcome.triesLeft }) : words.codeEnded
        return showRequestCode({ request, reply }, { email, handle, problem })
      }
      const form = { action: '/tenant/new/code/', hidden: { email, handle, code } }
      return showOutcome(context, { request, reply }, outcome, form)
    },
  })

  page(app, {
    method: 'GET',
    url: '/tenant/new/:token/',
    atLabel: true,
    access: onMeta,
    params: TokenParams,
    handler: async ({ tenant, params, request, reply }) => {
      const asked = { metaId: tenant.id, now: context.now(), token: params.token }
      const found = await context.database.asServer((tx) => findTenantRequest(tx, asked))
      if (!found) throw new AppError('link_invalid')
      const { madeTenantId } = found
      if (madeTenantId === null) return showLink(context, { request, reply }, found)
      const made = await context.database.asServer((tx) => findTenantById(tx, madeTenantId))
      if (!made) throw new AppError('link_invalid')
      return showExisting(context, { request, reply }, made)
    },
  })

  page(app, {
    method: 'POST',
    url: '/tenant/new/:token/',
    atLabel: true,
    access: onMeta,
    forms: true,
    params: TokenParams,
    body: Type.Object({ slug: Maybe(TypedText({ max: 200 })) }),
    handler: async ({ params, body, request, reply }) => {
      const proof = { kind: 'link', token: params.token } as const
      const outcome = await confirm(context, { request, reply }, proof, body.slug)
      if (outcome.kind === 'wrong' || outcome.kind === 'ended') throw new AppError('link_invalid')
      return showOutcome(context, { request, reply }, outcome, { hidden: {} })
    },
  })
}

async function confirm(
  context: Context,
  { request, reply }: Asked,
  proof: Parameters<typeof confirmTenantRequest>[2],
  slug: string | null | undefined,
) {
  await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
  return confirmTenantRequest(context, request.tenant, proof, {
    slug: slugIn(slug),
    registration: context.config.registration,
    guarded: guardedBy(context),
  })
}

function showLink(
  context: Context,
  asked: Asked,
  { category, slug, organisation, email }: NonNullable<Awaited<ReturnType<typeof findTenantRequest>>>,
): string {
  const words = tenantNewTexts[asked.request.language]
  const facts = [
    [words.linkFacts.kind, words.kinds[category].name],
    [words.linkFacts.address, context.urls.base(slug)],
  ]
  const title = words.linkTitle({ organisation })
  return showPage(
    asked,
    { title },
    <div class="stack narrow">
      <h1>{title}</h1>
      <p class="lead">{words.linkLead({ email })}</p>
      <dl class="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <form method="post">
        <button class="button" type="submit">
          {words.linkButton}
        </button>
      </form>
      <p class="muted small">{words.linkNote}</p>
    </div>,
  )
}

/** Null when nothing is left of what was typed: the address that was asked for first. */
function slugIn(typed: string | null | undefined): string | null {
  return slugify(typed ?? '') || null
}

function showOutcome(
  context: Context,
  asked: Asked,
  outcome: Exclude<ConfirmedTenant, { kind: 'wrong' | 'ended' }>,
  form: Pick<SlugForm, 'action' | 'hidden'>,
): string {
  if (outcome.kind === 'slug_taken') return askForSlug(context, asked, { ...form, ...outcome })
  const { tenant } = outcome
  if (outcome.kind === 'exists') return showExisting(context, asked, tenant)
  const words = tenantNewTexts[asked.request.language]
  const base = context.urls.base(tenant.label)
  const title = words.createdTitle({ organisation: tenant.organisation })
  const { sells } = categoryRules[tenant.category]
  return showPage(
    asked,
    { title },
    <div class="stack narrow">
      <h1>{title}</h1>
      <p class="lead">{sells ? words.created({ url: base }) : words.createdCalendar({ url: base })}</p>
      {tenant.approval === 'waiting' ? <p class="notice">{words.waits}</p> : null}
      <a class="button" href={`${base}/sign-in/${outcome.signInToken}/?${comingBack(tenant)}`}>
        {sells ? words.createdButton : words.createdCalendarButton}
      </a>
    </div>,
  )
}

function showExisting(context: Context, asked: Asked, tenant: Tenant): string {
  const words = tenantNewTexts[asked.request.language]
  const title = words.existsTitle({ organisation: tenant.organisation })
  return showPage(
    asked,
    { title },
    <div class="stack narrow">
      <h1>{title}</h1>
      <p class="lead">{words.exists}</p>
      <a class="button" href={`${context.urls.base(tenant.label)}/sign-in/?${comingBack(tenant)}`}>
        {words.existsButton}
      </a>
    </div>,
  )
}

/** A calendar has no first steps. */
function comingBack({ category }: Tenant): URLSearchParams {
  return new URLSearchParams({ next: categoryRules[category].sells ? paths.start : paths.admin })
}

function whyTaken(
  { slug, isAlike }: { readonly slug: string; readonly isAlike: boolean },
  words: TenantNewTexts,
): string {
  if (isAlike) return words.takenAlike
  return reservedLabels.has(slug) ? words.takenByNobody : words.taken
}

type SlugForm = {
  /** Absent: the address it is shown at. */
  readonly action?: string
  readonly hidden: Readonly<Record<string, string>>
  /** That was refused. */
  readonly slug: string
  readonly own: Tenant | null
  readonly isAlike: boolean
}

function askForSlug(context: Context, asked: Asked, form: SlugForm): string {
  const { own } = form
  const words = tenantNewTexts[asked.request.language]
  asked.reply.code(errorStatus.slug_taken)
  return showPage(
    asked,
    { title: words.takenTitle },
    <div class="stack narrow">
      <h1>{words.takenTitle}</h1>
      {own === null ? (
        <p class="lead">{whyTaken(form, words)}</p>
      ) : (
        <>
          <p class="lead">{words.takenByYou({ organisation: own.organisation })}</p>
          <a class="button" href={`${context.urls.base(own.label)}/sign-in/?${comingBack(own)}`}>
            {words.takenByYouButton}
          </a>
        </>
      )}
      <form method="post" {...(form.action === undefined ? {} : { action: form.action })} noValidate>
        {Object.entries(form.hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          id="slug"
          label={words.slug}
          help={words.slugMissing}
          problems={[
            {
              field: 'slug',
              detail: form.isAlike ? words.slugAlike({ slug: form.slug }) : words.slugTaken({ slug: form.slug }),
            },
          ]}
          autocapitalize="none"
          autocomplete="off"
          value={form.slug}
          maxLength={63}
          required
        />
        <button class={own === null ? 'button' : 'button quiet'} type="submit">
          {words.takenButton}
        </button>
      </form>
    </div>,
  )
}
