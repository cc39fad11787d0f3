import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findUsableLink } from '../../features/account/sign-in.ts'
import { categoryRules } from '../../features/tenant/tenant.ts'
import { requestSignIn } from '../../features/tenant/request-sign-in.ts'
import { followSignInLink } from '../../features/tenant/enter-tenant.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { signInTexts } from '../../messages/site/sign-in.ts'
import { providerSignInTexts } from '../../messages/site/provider-sign-in.ts'
import { MachineText, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { EmailField } from '../../pages/form/field.tsx'
import { asWhole, Problems } from '../../pages/form/problems.tsx'
import { forgetPlacesScript } from '../../pages/forget-places-script.ts'
import { showNarrow, showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, Submit } from '../../pages/parts.tsx'
import { showSignInCode } from './code.tsx'
import { Next } from './next.tsx'
import { nextPath, signInPath } from '../../pages/next-path.ts'
import { browserOf, openSession } from './open-session.ts'
import { ProviderButton, providerName, registerProviderSignIn } from './provider.tsx'
import { signInWords } from './words.ts'
import type { Asked } from '../../http/route.ts'

/** The body of the form. It takes more than any address: what is wrong with it is said beside the field, by the page. */
const SignInBody = Type.Object({ email: Maybe(TypedText({ max: 2_000 })), next: Maybe(MachineText({ max: 2_000 })) })

/** The query with the page that the person came from, and comes back to. */
const NextQuery = Type.Object({ next: Type.Optional(TextQuery) })

export const TokenParams = Type.Object({ token: Type.String({ maxLength: 200 }) })

const pages = pageSection({ url: visitorPaths.signIn, beforeApproval: true })

/**
 * Registers the sign-in by a one-time link (ADR 0016), or the code that is mailed with it. Opening the link changes nothing, so that a
 * preview signs nobody in; its button does.
 */
export function registerSignIn(app: FastifyInstance, context: Context): void {
  registerProviderSignIn(app, context, (asked, { next, problem }) =>
    showForm(context, asked, { next, refused: null, problem }),
  )
  pages.register(app, context)
}

pages.get('', {
  query: NextQuery,
  handler: (asked) => {
    const { context, tenant, query, request, reply } = asked
    const next = nextPath(query.next)
    if (request.ownDomain !== null && next !== null && /^\/admin(\/|$)/.test(next))
      return reply.redirect(context.urls.base(tenant.label) + signInPath(next), 302)
    return showForm(context, asked, { next, refused: null })
  },
})

pages.post('', {
  body: SignInBody,
  handler: async (asked) => {
    const { context, tenant, language, body, request, reply } = asked
    await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
    const email = body.email ?? ''
    if (!isEmail(normalizeEmail(email))) {
      reply.code(400)
      return showForm(context, asked, { next: body.next, refused: email })
    }
    const next = nextPath(body.next)
    const { ownDomain } = request
    const limited = context.config.rateLimit
    const handle = await requestSignIn(context, tenant, { email, language, ownDomain, next, limited })
    return showSignInCode(asked, { email, handle, problem: null }, next)
  },
})

pages.get(visitorPaths.signInLink, {
  params: TokenParams,
  query: NextQuery,
  handler: async ({ context, tenant, language, params, request, reply }) => {
    const found = await findUsableLink(context, { ...browserOf(request), token: params.token })
    if (!found?.email) throw new AppError('link_invalid')
    const words = signInTexts[language]
    const title = words.linkTitle({ organisation: organisationName(tenant) })
    return showNarrow(
      { request, reply },
      { title, lead: words.linkLead({ email: found.email }) },
      <>
        {/* To the same address, which holds where the person came from. */}
        <ActionButton look="main">{words.linkButton}</ActionButton>
        <p class="muted small">{words.linkNote}</p>
      </>,
    )
  },
})

pages.post(visitorPaths.signInLink, {
  params: TokenParams,
  query: NextQuery,
  handler: async ({ context, tenant, params, query, request, reply }) => {
    await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
    const signedIn = await followSignInLink(context, { ...browserOf(request), token: params.token })
    return openSession(context, { tenant, request, reply }, signedIn, query.next)
  },
})

type FormShown = {
  readonly next: string | null | undefined
  /** What was filled in and is no address; null when the form is shown for the first time. */
  readonly refused: string | null
  /** Why the organisation's provider signed nobody in. */
  readonly problem?: string
}

async function showForm(context: Context, asked: Asked, { next, refused, problem }: FormShown): Promise<string> {
  const { language, tenant } = asked.request
  const words = signInWords(asked.request)
  const sellsTickets = categoryRules[tenant.category].sells
  const provider = await providerName(context, asked.request)
  const problems = refused === null ? [] : [{ field: 'email', detail: words.emailWrong }]
  const { title, lead } = nextPath(next) === visitorPaths.account && sellsTickets ? words.findTickets : words
  return showPage(
    asked,
    { title, forms: 'checked', scriptPath: forgetPlacesScript.path },
    <div class="stack narrow">
      <h1>{title}</h1>
      {problem === undefined ? null : (
        <Problems title={providerSignInTexts[language].notSignedIn} problems={asWhole(problem)} />
      )}
      <p class="lead">{lead}</p>
      <form method="post" action={visitorPaths.signIn} noValidate>
        <Next path={nextPath(next)} />
        <EmailField label={words.email} problems={problems} value={refused ?? ''} />
        <Submit>{words.send}</Submit>
      </form>
      {provider === null ? null : <ProviderButton name={provider} next={nextPath(next)} />}
    </div>,
  )
}
