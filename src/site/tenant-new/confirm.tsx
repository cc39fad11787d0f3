import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { type ConfirmedTenant, confirmTenantRequest } from '../../features/tenant/confirm-tenant-request.ts'
import { findTenantById } from '../../features/tenant/tenant.queries.ts'
import { categoryRules, reservedLabels, type Tenant } from '../../features/tenant/tenant.ts'
import { findTenantRequest } from '../../features/tenant/tenant-request.queries.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { slugify } from '../../lib/text.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { type TenantNewTexts, tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { codeIn, MailedCode, missingCode } from '../../pages/form/code-form.tsx'
import { Field } from '../../pages/form/field.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, ButtonLink, Facts, Sent, Submit } from '../../pages/parts.tsx'
import { guardedBy } from './check-slug.ts'
import { TokenParams } from '../sign-in/sign-in.tsx'
import { showRequestCode } from './code-page.tsx'
import type { Asked } from '../../http/route.ts'

const NewSlug = { slug: Maybe(TypedText({ max: 200 })) }

const pages = pageSection({ atLabel: true, access: { kind: 'public', onlyOn: 'meta' } })

/**
 * The page that the mail of the creation form leads to. Opening its link creates nothing, so that a mail scanner uses nothing up; its
 * button does. The new organisation is on another host, and our policy lets no form redirect there: a link does.
 */
export const registerTenantConfirmation = pages.register

pages.post(visitorPaths.newTenantCode, {
  body: Type.Object({ ...MailedCode, ...NewSlug }),
  handler: async (asked) => {
    const { context, language, body, reply } = asked
    const { email, handle, code } = body
    const missing = missingCode(code, language)
    if (missing !== null) {
      reply.code(400)
      return showRequestCode(asked, { email, handle, problem: missing })
    }
    const outcome = await confirm(context, asked, { kind: 'code', code: codeIn(body) }, body.slug)
    if (outcome.kind === 'wrong' || outcome.kind === 'ended') {
      const words = tenantNewTexts[language]
      reply.code(errorStatus.link_invalid)
      const problem = outcome.kind === 'wrong' ? words.codeWrong({ left: outcome.triesLeft }) : words.codeEnded
      return showRequestCode(asked, { email, handle, problem })
    }
    return showOutcome(context, asked, outcome, {
      action: visitorPaths.newTenantCode,
      sends: { email, handle, code: code ?? '' },
    })
  },
})

pages.get(visitorPaths.newTenantLink, {
  params: TokenParams,
  handler: async (asked) => {
    const { context } = asked
    const sought = { metaId: asked.tenant.id, now: context.now(), token: asked.params.token }
    const found = await context.database.asServer((tx) => findTenantRequest(tx, sought))
    if (!found) throw new AppError('link_invalid')
    const { madeTenantId } = found
    if (madeTenantId === null) return showLink(context, asked, found)
    const made = await context.database.asServer((tx) => findTenantById(tx, madeTenantId))
    if (!made) throw new AppError('link_invalid')
    return showExisting(context, asked, made)
  },
})

pages.post(visitorPaths.newTenantLink, {
  params: TokenParams,
  body: Type.Object(NewSlug),
  handler: async (asked) => {
    const { context, params, body } = asked
    const outcome = await confirm(context, asked, { kind: 'link', token: params.token }, body.slug)
    if (outcome.kind === 'wrong' || outcome.kind === 'ended') throw new AppError('link_invalid')
    return showOutcome(context, asked, outcome, { sends: {} })
  },
})

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
  { category, slug, organisation, email, sandbox }: NonNullable<Awaited<ReturnType<typeof findTenantRequest>>>,
): string {
  const words = tenantNewTexts[asked.request.language]
  return showNarrow(
    asked,
    { title: words.linkTitle({ organisation }), lead: words.linkLead({ email }) },
    <>
      <Facts
        facts={[
          [words.linkFacts.kind, words.kinds[category].name],
          [words.linkFacts.address, context.urls.base(slug)],
          ...(sandbox ? [[words.sandbox, words.sandboxTick] as const] : []),
        ]}
      />
      <ActionButton look="main">{words.linkButton}</ActionButton>
      <p class="muted small">{words.linkNote}</p>
    </>,
  )
}

/** Makes a slug of what was typed; null when nothing is left of it: the address that was asked for first is used. */
function slugIn(typed: string | null | undefined): string | null {
  return slugify(typed ?? '') || null
}

function showOutcome(
  context: Context,
  asked: Asked,
  outcome: Exclude<ConfirmedTenant, { kind: 'wrong' | 'ended' }>,
  form: Pick<SlugForm, 'action' | 'sends'>,
): string {
  if (outcome.kind === 'slug_taken') return askForSlug(context, asked, { ...form, ...outcome })
  const { tenant } = outcome
  if (outcome.kind === 'exists') return showExisting(context, asked, tenant)
  const words = tenantNewTexts[asked.request.language]
  const base = context.urls.base(tenant.label)
  const { sells } = categoryRules[tenant.category]
  return showNarrow(
    asked,
    {
      title: words.createdTitle({ organisation: tenant.organisation }),
      lead: sells ? words.created({ url: base }) : words.createdCalendar({ url: base }),
    },
    <>
      {tenant.approval === 'waiting' ? <p class="notice">{words.waits}</p> : null}
      <ButtonLink to={base + at(visitorPaths.signInLink, { token: outcome.signInToken }, comingBack(tenant))}>
        {sells ? words.createdButton : words.createdCalendarButton}
      </ButtonLink>
    </>,
  )
}

function showExisting(context: Context, asked: Asked, tenant: Tenant): string {
  const words = tenantNewTexts[asked.request.language]
  return showNarrow(
    asked,
    { title: words.existsTitle({ organisation: tenant.organisation }), lead: words.exists },
    <SignInThere {...{ context, tenant }}>{words.existsButton}</SignInThere>,
  )
}

type SignInThereProps = { readonly context: Context; readonly tenant: Tenant; readonly children: string }

function SignInThere({ context, tenant, children }: SignInThereProps) {
  const address = context.urls.base(tenant.label) + at(visitorPaths.signIn, {}, comingBack(tenant))
  return <ButtonLink to={address}>{children}</ButtonLink>
}

/** Builds the query of the sign-in. A calendar has no first steps to go to. */
function comingBack({ category }: Tenant) {
  return { next: categoryRules[category].sells ? paths.start : paths.admin }
}

type SlugForm = {
  /** The address the form is sent to; absent: the address it is shown at. */
  readonly action?: string
  readonly sends: Readonly<Record<string, string>>
  /** The slug that was refused. */
  readonly slug: string
  readonly own: Tenant | null
  readonly isAlike: boolean
}

function leadOf({ slug, own, isAlike }: SlugForm, words: TenantNewTexts): string {
  if (own !== null) return words.takenByYou({ organisation: own.organisation })
  if (isAlike) return words.takenAlike
  return reservedLabels.has(slug) ? words.takenByNobody : words.taken
}

function askForSlug(context: Context, asked: Asked, form: SlugForm): string {
  const { own, slug, isAlike, sends, action } = form
  const words = tenantNewTexts[asked.request.language]
  asked.reply.code(errorStatus.slug_taken)
  return showNarrow(
    asked,
    { title: words.takenTitle, lead: leadOf(form, words) },
    <>
      {own === null ? null : <SignInThere {...{ context, tenant: own }}>{words.takenByYouButton}</SignInThere>}
      <form method="post" {...(action === undefined ? {} : { action })} noValidate>
        <Sent sends={sends} />
        <Field
          id="slug"
          label={words.slug}
          help={words.slugMissing}
          problems={[{ field: 'slug', detail: isAlike ? words.slugAlike({ slug }) : words.slugTaken({ slug }) }]}
          autocapitalize="none"
          autocomplete="off"
          value={slug}
          maxLength={63}
          required
        />
        <Submit look={own === null ? 'main' : 'quiet'}>{words.takenButton}</Submit>
      </form>
    </>,
  )
}
