import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { newSignInCode } from '../../features/account/sign-in-code.ts'
import { requestTenant, type WishedTenant } from '../../features/tenant/request-tenant.ts'
import { findFirstMeta } from '../../features/tenant/tenant.queries.ts'
import { longestTexts } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { BooleanIn, MachineText, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { asWhole, type FormProblem } from '../../pages/form/problems.tsx'
import { tooManyNow } from '../../pages/form/strangers.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { checkSlug, guardedBy, refusedSlug, wishedSlug } from './check-slug.ts'
import { showRequestCode } from './code-page.tsx'
import { CreationForm, creationFields, type FilledCreation, offeredKinds } from './creation-form.tsx'
import { stampForm, timeSpent } from './form-stamp.ts'
import { slugScript } from './slug-script.ts'
import type { Asked } from '../../http/route.ts'
import { QuietLink } from '../../pages/parts.tsx'

const CreationQuery = Type.Object({ name: Type.Optional(TextQuery), email: Type.Optional(TextQuery) })

/** A text as it was typed. Mild on purpose: what is wrong in it is said by the page. */
const Typed = Maybe(TypedText({ max: 2_000 }))
/** Makes a value for each field of the form. */
const byField = <T,>(make: (name: keyof FilledCreation) => T) =>
  Object.fromEntries(creationFields.map((name) => [name, make(name)])) as Record<keyof FilledCreation, T>

const CreationBody = Type.Object({
  ...byField(() => Typed),
  homepage: Typed,
  stamp: Maybe(MachineText({ max: 200 })),
  check: Maybe(BooleanIn),
})

const pages = pageSection({ url: visitorPaths.newTenant, atLabel: true })

/**
 * The creation form, the target of a redirect from every host; a Meta shows its own, since what is created there joins its federation (ADR
 * 0066). Nothing is created before the address is confirmed.
 */
export const registerTenantNew = pages.register

pages.get('', {
  query: CreationQuery,
  handler: async (asked) => {
    const { context, tenant, query, request, reply } = asked
    if (tenant.category !== 'meta') {
      const meta = await context.database.asServer(findFirstMeta)
      if (!meta) throw new Error('the server is not installed')
      const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
      return reply.redirect(`${context.urls.base(meta.label)}${visitorPaths.newTenant}${search}`, 302)
    }
    if (isClosedTo(context, request)) return showClosed(asked)
    const { name: organisation = '', email = '' } = query
    return showForm(context, asked, { filled: filledIn({ organisation, email }) })
  },
})

pages.post('', {
  access: { kind: 'public', onlyOn: 'meta' },
  body: CreationBody,
  handler: async (asked) => {
    const { context, tenant, language, body, request, reply } = asked
    if (isClosedTo(context, request)) {
      reply.code(errorStatus.permission_denied)
      return showClosed(asked)
    }
    const filled = filledIn(body)
    const again = (problems: readonly FormProblem[], status: number, stamp = body.stamp) => {
      reply.code(status)
      return showForm(context, asked, { filled, problems, stamp })
    }
    const refused = await countForm(context, asked, body.check ? 'slug_check' : 'tenant_request')
    if (refused !== null) return again(refused, errorStatus.too_many_requests)
    if (body.check) return showForm(context, asked, { filled, look: true, stamp: body.stamp })
    const wrong = problemsOf(filled, offeredTo(request), language)
    if (wrong.length > 0) return again(wrong, 400)
    const spent = timeSpent(context, body.stamp ?? '')
    const words = tenantNewTexts[language]
    if (spent === 'too_quick') return again(asWhole(words.tooQuick), 400)
    if (spent === 'too_long') return again(asWhole(words.openTooLong), 400, null)
    const shown = { email: filled.email, problem: null }
    // A program that filled in what people never see is answered as a person would be.
    if (body.homepage) return showRequestCode(asked, { ...shown, handle: newSignInCode().handle })
    try {
      const handle = await requestTenant(context, tenant, wishOf(filled), askedBy(context, request))
      return showRequestCode(asked, { ...shown, handle })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return again(explain(error, filled, language), errorStatus[error.code])
    }
  },
})

function askedBy(context: Context, request: FastifyRequest) {
  const { language, base } = request
  const limited = context.config.rateLimit
  return { language, base, bySuperUser: isSuperUser(request), limited, guarded: guardedBy(context) }
}

/** Counts a form against its limit, and says why it is one too many; null: it is not. */
async function countForm(context: Context, asked: Asked, limit: 'slug_check' | 'tenant_request') {
  try {
    await countRequest(context, asked.reply, limit, addressOf(asked.request))
    return null
  } catch (error) {
    const problem = tooManyNow(error, asked)
    if (problem === null) throw error
    return problem
  }
}

function filledIn(body: Partial<Static<typeof CreationBody>>): FilledCreation {
  return byField((name) => body[name] ?? '')
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

/** Shows what replaces the form where strangers may create nothing. */
function showClosed(asked: Asked): string {
  const words = tenantNewTexts[asked.request.language]
  return showNarrow(
    asked,
    { title: words.closedTitle, lead: words.closed },
    <QuietLink to={visitorPaths.legal}>{words.closedContact}</QuietLink>,
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
    filled.sandbox === 'true' && filled.category === 'meta' && { field: 'sandbox', detail: wrong.sandbox },
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
    // The kind is one of those that were offered.
    category: category as WishedTenant['category'],
    address: address || null,
    postalCode: postalCode || null,
    city: city || null,
    sandbox: filled.sandbox === 'true',
  }
}

function explain(error: AppError, filled: FilledCreation, language: Language): readonly FormProblem[] {
  if (error.code === 'slug_taken') return [{ field: 'slug', detail: refusedSlug(error, slugOf(filled), language) }]
  return asWhole(refusalTexts[language].errors[error.code].detail)
}

type ShownForm = {
  readonly filled: FilledCreation
  readonly problems?: readonly FormProblem[]
  /** The stamp of the form that was sent; a new one when absent. */
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
  const isLookedAt = look || slug !== ''
  return showNarrow(
    asked,
    { title: words.title, lead: words.lead, scriptPath: slugScript.path, forms: 'checked' },
    <>
      {context.config.registration === 'approval' && !isSuperUser(asked.request) ? (
        <p class="notice">{words.waits}</p>
      ) : null}
      <CreationForm
        filled={filled}
        kinds={offeredTo(asked.request)}
        stamp={stamp ?? stampForm(context)}
        slug={isLookedAt ? await checkSlug(context, { slug, organisation: filled.organisation }, language) : null}
        domain={context.urls.domain}
        problems={problems}
      />
    </>,
  )
}
