import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { newSignInCode } from '../../features/account/sign-in-code.ts'
import { requestTenant, type WishedTenant } from '../../features/tenant/request-tenant.ts'
import { findFirstMeta } from '../../features/tenant/tenant.queries.ts'
import { longestTexts } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { errorTexts } from '../../messages/site/error.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { BooleanIn, MachineText, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page, showPage } from '../../pages/page.ts'
import { checkSlug, guardedBy, refusedSlug, wishedSlug } from './check-slug.ts'
import { showRequestCode } from './code-page.tsx'
import { CreationForm, type FilledCreation, offeredKinds } from './creation-form.tsx'
import { stampForm, timeSpent } from './form-stamp.ts'
import { slugScript } from './slug-script.ts'
import type { Asked } from '../../http/route.ts'

const CreationQuery = Type.Object({ name: Type.Optional(TextQuery), email: Type.Optional(TextQuery) })

/** Mild on purpose: what is wrong in it is said by the page. */
const Typed = Maybe(TypedText({ max: 2_000 }))
const CreationBody = Type.Object({
  organisation: Typed,
  category: Typed,
  address: Typed,
  postal_code: Typed,
  city: Typed,
  slug: Typed,
  email: Typed,
  email_again: Typed,
  homepage: Typed,
  stamp: Maybe(MachineText({ max: 200 })),
  check: Maybe(BooleanIn),
})

/**
 * The creation form, the target of a redirect from every host; a Meta answers itself, since what is made there joins its
 * federation (ADR 0066). Nothing is made before the address is confirmed.
 */
export function registerTenantNew(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/tenant/new/',
    atLabel: true,
    query: CreationQuery,
    handler: async ({ tenant, query: { name = '', email = '' }, request, reply }) => {
      if (tenant.category !== 'meta') {
        const meta = await context.database.asServer(findFirstMeta)
        if (!meta) throw new Error('the server is not installed')
        const asked = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
        return reply.redirect(`${context.urls.base(meta.label)}/tenant/new/${asked}`, 302)
      }
      if (isClosedTo(context, request)) return showClosed({ request, reply })
      return showForm(context, { request, reply }, { filled: { ...nothingFilled, organisation: name, email } })
    },
  })

  page(app, {
    method: 'POST',
    url: '/tenant/new/',
    atLabel: true,
    access: { kind: 'public', onlyOn: 'meta' },
    forms: true,
    body: CreationBody,
    handler: async ({ tenant, language, body, request, reply }) => {
      if (isClosedTo(context, request)) {
        reply.code(errorStatus.permission_denied)
        return showClosed({ request, reply })
      }
      const filled = filledIn(body)
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showForm(context, { request, reply }, { filled, problems, stamp: body.stamp })
      }
      const refused = await countForm(context, { request, reply }, body.check ? 'slug_check' : 'tenant_request')
      if (refused !== null) return again([refused], errorStatus.too_many_requests)
      if (body.check) return showForm(context, { request, reply }, { filled, look: true, stamp: body.stamp })
      const wrong = problemsOf(filled, offeredTo(request), language)
      if (wrong.length > 0) return again(wrong, 400)
      const spent = timeSpent(context, body.stamp ?? '')
      const words = tenantNewTexts[language]
      if (spent === 'too_quick') return again([{ field: null, detail: words.tooQuick }], 400)
      if (spent === 'too_long') {
        reply.code(400)
        return showForm(context, { request, reply }, { filled, problems: [{ field: null, detail: words.openTooLong }] })
      }
      const shown = { email: filled.email, problem: null }
      // Whoever filled in what people never see is told what people are told.
      if (body.homepage) return showRequestCode({ request, reply }, { ...shown, handle: newSignInCode().handle })
      try {
        const handle = await requestTenant(context, tenant, wishOf(filled), askedBy(context, request))
        return showRequestCode({ request, reply }, { ...shown, handle })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return again([explain(error, filled, language)], errorStatus[error.code])
      }
    },
  })
}

function askedBy(context: Context, request: FastifyRequest) {
  const { language, base } = request
  const limited = context.config.rateLimit
  return { language, base, bySuperUser: isSuperUser(request), limited, guarded: guardedBy(context) }
}

/** Why a form is too many, with when to send it again: on the form, where nothing of it is lost. */
async function countForm(
  context: Context,
  { request, reply }: Asked,
  limit: 'slug_check' | 'tenant_request',
): Promise<FormProblem | null> {
  try {
    await countRequest(context, reply, limit, addressOf(request))
    return null
  } catch (error) {
    const seconds = error instanceof AppError ? error.details.retryAfterSeconds : undefined
    if (seconds === undefined) throw error
    reply.header('retry-after', seconds)
    const { tooMany, retryAfter } = errorTexts[request.language]
    return { field: null, detail: `${tooMany.detail} ${retryAfter({ seconds })}` }
  }
}

const nothingFilled: FilledCreation = {
  organisation: '',
  category: '',
  address: '',
  postal_code: '',
  city: '',
  slug: '',
  email: '',
  email_again: '',
}

function filledIn(body: Static<typeof CreationBody>): FilledCreation {
  const names = Object.keys(nothingFilled) as (keyof FilledCreation)[]
  return Object.fromEntries(names.map((name) => [name, body[name] ?? ''])) as FilledCreation
}

function offeredTo(request: FastifyRequest): readonly WishedTenant['category'][] {
  return offeredKinds(isSuperUser(request))
}

function isSuperUser({ actor }: FastifyRequest): boolean {
  return actor.kind === 'account' && actor.isSuperUser
}

function isClosedTo({ config }: Pick<Context, 'config'>, request: FastifyRequest): boolean {
  return config.registration === 'closed' && !isSuperUser(request)
}

/** In the place of the form, where there is none for strangers. */
function showClosed(asked: Asked): string {
  const words = tenantNewTexts[asked.request.language]
  return showPage(
    asked,
    { title: words.closedTitle },
    <div class="stack narrow">
      <h1>{words.closedTitle}</h1>
      <p class="lead">{words.closed}</p>
      <a class="button quiet" href="/legal/">
        {words.closedContact}
      </a>
    </div>,
  )
}

const { organisation: longestName, address, postalCode: postal_code, city } = longestTexts
const longest = { address, postal_code, city } as const

function problemsOf(filled: FilledCreation, kinds: readonly string[], language: Language): readonly FormProblem[] {
  const { wrong, slugMissing } = tenantNewTexts[language]
  const { organisation, email, email_again: again } = filled
  const { name_without_letters: withoutLetters } = fieldTexts[language].problems
  const problems: (FormProblem | false)[] = [
    organisation === ''
      ? { field: 'organisation', detail: wrong.organisation }
      : organisation.length > longestName
        ? { field: 'organisation', detail: wrong.organisationLong }
        : !/[\p{L}\p{N}]/u.test(organisation) && { field: 'organisation', detail: withoutLetters },
    !kinds.includes(filled.category) && { field: 'category', detail: wrong.category },
    ...Object.entries(longest).map(
      ([field, most]) => filled[field as keyof typeof longest].length > most && { field, detail: wrong.tooLong },
    ),
    organisation !== '' && slugOf(filled) === '' && { field: 'slug', detail: slugMissing },
    !isEmail(normalizeEmail(email)) && { field: 'email', detail: wrong.email },
    isEmail(normalizeEmail(email)) &&
      normalizeEmail(email) !== normalizeEmail(again) && { field: 'email_again', detail: wrong.emailAgain },
  ]
  return problems.filter((problem) => problem !== false)
}

const slugOf = ({ organisation, slug }: FilledCreation) => wishedSlug({ name: organisation, slug })

function wishOf(filled: FilledCreation): WishedTenant {
  const { organisation, category, address, postal_code: postalCode, city, email } = filled
  return {
    organisation,
    email,
    slug: slugOf(filled),
    // One of those that were offered.
    category: category as WishedTenant['category'],
    address: address || null,
    postalCode: postalCode || null,
    city: city || null,
  }
}

function explain(error: AppError, filled: FilledCreation, language: Language): FormProblem {
  if (error.code === 'slug_taken') return { field: 'slug', detail: refusedSlug(error, slugOf(filled), language) }
  return { field: null, detail: refusalTexts[language].errors[error.code].detail }
}

type ShownForm = {
  readonly filled: FilledCreation
  readonly problems?: readonly FormProblem[]
  /** Of the form that was sent; a new one when absent. */
  readonly stamp?: string | null | undefined
  /** Whether to say if the address is free. */
  readonly look?: boolean
}

async function showForm(
  context: Context,
  asked: Asked,
  { filled, problems = [], stamp, look = false }: ShownForm,
): Promise<string> {
  const { language } = asked.request
  const words = tenantNewTexts[language]
  const slug = slugOf(filled)
  return showPage(
    asked,
    { title: words.title, scriptPath: slugScript.path, forms: 'checked' },
    <div class="stack narrow">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {context.config.registration === 'approval' && !isSuperUser(asked.request) ? (
        <p class="notice">{words.waits}</p>
      ) : null}
      <CreationForm
        filled={filled}
        kinds={offeredTo(asked.request)}
        stamp={stamp ?? stampForm(context)}
        slug={
          look || slug !== '' ? await checkSlug(context, { slug, organisation: filled.organisation }, language) : null
        }
        domain={context.urls.domain}
        problems={problems}
        language={language}
      />
    </div>,
  )
}
