import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findUsableLink } from '../../features/account/sign-in.ts'
import { requestSignIn } from '../../features/tenant/request-sign-in.ts'
import { followSignInLink } from '../../features/tenant/enter-tenant.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { signInTexts } from '../../messages/site/sign-in.ts'
import { providerSignInTexts } from '../../messages/site/provider-sign-in.ts'
import { MachineText, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { EmailField } from '../../pages/form/field.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { page, showPage } from '../../pages/page.ts'
import { showCodePage } from './code.tsx'
import { Next } from './next.tsx'
import { nextPath, signInPath } from '../../pages/next-path.ts'
import { browserOf, openSession } from './open-session.ts'
import { ProviderButton, providerName, registerProviderSignIn } from './provider.tsx'
import type { Asked } from '../../http/route.ts'

/** Longer than any address: what is wrong with it is said beside the field, by the page. */
const SignInBody = Type.Object({ email: Maybe(TypedText({ max: 2_000 })), next: Maybe(MachineText({ max: 2_000 })) })

/** The page that the person came from, and comes back to. */
const NextQuery = Type.Object({ next: Type.Optional(TextQuery) })

export const TokenParams = Type.Object({ token: Type.String({ maxLength: 200 }) })

/**
 * Sign-in by a one-time link (ADR 0016), or the code that is mailed with it. Opening the link changes nothing, so that a preview signs nobody in;
 * its button does.
 */
export function registerSignIn(app: FastifyInstance, context: Context): void {
  registerProviderSignIn(app, context, (asked, { next, problem }) =>
    showForm(context, asked, { next, refused: null, problem }),
  )

  page(app, {
    method: 'GET',
    url: '/sign-in/',
    beforeApproval: true,
    query: NextQuery,
    handler: ({ tenant, query, request, reply }) => {
      const next = nextPath(query.next)
      if (request.ownDomain !== null && next !== null && /^\/admin(\/|$)/.test(next))
        return reply.redirect(context.urls.base(tenant.label) + signInPath(next), 302)
      return showForm(context, { request, reply }, { next, refused: null })
    },
  })

  page(app, {
    method: 'POST',
    url: '/sign-in/',
    beforeApproval: true,
    forms: true,
    body: SignInBody,
    handler: async ({ tenant, language, body, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const email = body.email ?? ''
      if (!isEmail(normalizeEmail(email))) {
        reply.code(400)
        return showForm(context, { request, reply }, { next: body.next, refused: email })
      }
      const next = nextPath(body.next)
      const handle = await requestSignIn(context, tenant, {
        email,
        language,
        ownDomain: request.ownDomain,
        next,
        limited: context.config.rateLimit,
      })
      return showCodePage({ request, reply }, { email, handle, next, problem: null })
    },
  })

  page(app, {
    method: 'GET',
    url: '/sign-in/:token/',
    beforeApproval: true,
    params: TokenParams,
    query: NextQuery,
    handler: async ({ tenant, language, params, request, reply }) => {
      const link = await findUsableLink(context, { ...browserOf(request), token: params.token })
      if (!link?.email) throw new AppError('link_invalid')
      const words = signInTexts[language]
      const title = words.linkTitle({ organisation: organisationName(tenant) })
      return showPage(
        { request, reply },
        { title },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{words.linkLead({ email: link.email })}</p>
          {/* To the same address, which holds where the person came from. */}
          <form method="post">
            <button class="button" type="submit">
              {words.linkButton}
            </button>
          </form>
          <p class="muted small">{words.linkNote}</p>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/sign-in/:token/',
    beforeApproval: true,
    forms: true,
    params: TokenParams,
    query: NextQuery,
    handler: async ({ tenant, params, query, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const signedIn = await followSignInLink(context, { ...browserOf(request), token: params.token })
      return openSession(context, { tenant, request, reply }, signedIn, query.next)
    },
  })
}

type FormShown = {
  readonly next: string | null | undefined
  /** What was filled in and is no address; null when the form is shown for the first time. */
  readonly refused: string | null
  /** Why the provider of the organisation signed nobody in. */
  readonly problem?: string
}

async function showForm(context: Context, asked: Asked, { next, refused, problem }: FormShown): Promise<string> {
  const { language } = asked.request
  const words = signInTexts[language]
  const provider = await providerName(context, asked.request)
  const problems = refused === null ? [] : [{ field: 'email', detail: words.emailWrong }]
  return showPage(
    asked,
    { title: words.title, forms: 'checked' },
    <div class="stack narrow">
      <h1>{words.title}</h1>
      {problem === undefined ? null : (
        <Problems title={providerSignInTexts[language].notSignedIn} problems={[{ field: null, detail: problem }]} />
      )}
      <p class="lead">{words.lead}</p>
      <form method="post" action="/sign-in/" noValidate>
        <Next path={nextPath(next)} />
        <EmailField label={words.email} problems={problems} value={refused ?? ''} />
        <button class="button" type="submit">
          {words.send}
        </button>
      </form>
      {provider === null ? null : <ProviderButton name={provider} next={nextPath(next)} language={language} />}
    </div>,
  )
}
