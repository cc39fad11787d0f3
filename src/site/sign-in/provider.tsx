import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { providerSignInLifeMs } from '../../features/account/session.ts'
import {
  beginAtProvider,
  comeBackFromProvider,
  type ProviderOutcome,
  type ProviderRefusal,
} from '../../features/team/enter-by-provider.ts'
import { describeProvider } from '../../features/team/keep-provider.ts'
import { categoryRules } from '../../features/tenant/tenant.ts'
import { OpenIdError } from '../../integrations/openid/openid.ts'
import { isAhead } from '../../http/is-ahead.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { providerCookieName, sessionCookieOptions } from '../../http/plugins/session-cookie.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { providerSignInTexts } from '../../messages/site/provider-sign-in.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { nextPath } from '../../pages/next-path.ts'
import { Go, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { browserOf, openSession } from './open-session.ts'
import type { Asked } from '../../http/route.ts'

type ShowForm = (asked: Asked, shown: { readonly next: string | null; readonly problem: string }) => Promise<string>

/**
 * Registers the sign-in by the organisation's provider, at the host of its label (ADR 0244): the redirect there, and the return.
 *
 * @param showForm the sign-in page, where everybody can go on by mail
 */
export function registerProviderSignIn(app: FastifyInstance, context: Context, showForm: ShowForm): void {
  page(app, {
    method: 'GET',
    url: visitorPaths.providerStart,
    atLabel: true,
    query: Type.Object({ next: Type.Optional(TextQuery) }),
    handler: async ({ tenant, query, request, reply }) => {
      // A program that follows this link ahead of a person would replace their sign-in by another.
      if (isAhead(request)) return reply.code(204).send()
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const next = nextPath(query.next)
      try {
        const { url, token } = await beginAtProvider(context, tenant, next)
        reply.setCookie(...cookieOf(request, token))
        return reply.redirect(url, 303)
      } catch (error) {
        if (!(error instanceof OpenIdError)) throw error
        return refuse({ request, reply }, { why: error.failure, code: error.code, next })
      }
    },
  })

  page(app, {
    method: 'GET',
    url: visitorPaths.providerReturn,
    atLabel: true,
    exposeHead: false,
    handler: async ({ tenant, request, reply }) => {
      const [name] = cookieOf(request, '')
      const token = request.cookies[name] ?? ''
      if (token !== '') reply.clearCookie(name, sessionCookieOptions(request.base, 0))
      const outcome = await comeBackFromProvider(context, tenant, browserOf(request), {
        token,
        search: new URL(request.url, request.base).search,
      })
      if (outcome.kind === 'refused') return refuse({ request, reply }, outcome)
      const { signedIn } = outcome
      return openSession(context, { tenant, request, reply }, signedIn, whereTo(outcome))
    },
  })

  async function refuse(asked: Asked, { why, code, next }: Refused): Promise<string> {
    const { request, reply } = asked
    request.log.warn({ failure: why, code, tenant: request.tenant.slug }, 'nobody was signed in by the provider')
    const name = (await providerName(context, request)) ?? request.tenant.organisation
    reply.code(statuses[why])
    const said = providerSignInTexts[request.language].refused[why]
    return showForm(asked, { next, problem: typeof said === 'string' ? said : said({ name }) })
  }
}

type Refused = Pick<Extract<ProviderOutcome, { readonly kind: 'refused' }>, 'why' | 'code' | 'next'>

const statuses: Readonly<Record<ProviderRefusal, number>> = {
  unreachable: 502,
  forbidden_address: 502,
  no_provider: 502,
  clock: 502,
  refused: 403,
  invalid: 400,
  ended: 400,
  unverified: 403,
  foreign_domain: 403,
  other_subject: 403,
}

/** Finds the page to go to. A person without a role is told so, and is not sent to a page that is not theirs. */
function whereTo({ next, role }: Extract<ProviderOutcome, { readonly kind: 'signed_in' }>): string | null {
  const isForStaff = next === null || /^\/admin(\/|$)/.test(next)
  return role === null && isForStaff ? at(visitorPaths.account, {}, { done: 'no-role' }) : next
}

/** Makes the cookie of the attempt, which only the browser sends, also when the provider's page leads back. */
function cookieOf({ base }: FastifyRequest, token: string) {
  return [providerCookieName(base), token, sessionCookieOptions(base, providerSignInLifeMs / 1000)] as const
}

/** Finds the name of the provider that is offered at the host; null: none is. */
export async function providerName(context: Context, request: FastifyRequest): Promise<string | null> {
  const { tenant, ownDomain } = request
  const isOffered = categoryRules[tenant.category].sells && tenant.approval === 'approved'
  if (ownDomain !== null || !isOffered) return null
  return (await describeProvider(context, tenant))?.name ?? null
}

type ProviderButtonProps = { readonly name: string; readonly next: string | null }

/** A link to the provider. Not a form: browsers block a redirect from a form to another site. */
export function ProviderButton({ name, next }: ProviderButtonProps) {
  const words = useTexts(providerSignInTexts)
  return (
    <Section id="provider" title={words.forStaff}>
      <Go to={at(visitorPaths.providerStart, {}, { next })} class="button quiet">
        {words.button({ name })}
      </Go>
    </Section>
  )
}
