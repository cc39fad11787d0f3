import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ComponentChildren, h } from 'preact'
import { type TObject, Type } from 'typebox'
import { isOpenTo } from '../features/tenant/approval.ts'
import { visitorPaths } from '../lib/paths.ts'
import { policyWithin } from '../http/plugins/security-headers.ts'
import { choiceOfLanguages } from '../http/plugins/tenant-from-host.ts'
import { type Asked, open, type RouteDefinition, type RouteInput, route } from '../http/route.ts'
import { withoutTracking } from '../http/without-tracking.ts'
import { type PageFrame, renderPage } from './layout.tsx'
import { reachesVisitors } from './mail-server.ts'
import { reportPathFor } from './reported-path.ts'

export type PageDefinition<
  Body extends TObject | undefined,
  Params extends TObject | undefined,
  Query extends TObject | undefined,
> = Omit<RouteDefinition<Body, Params, Query>, 'access' | 'summary' | 'tag' | 'response' | 'sameOrigin'> & {
  /** The response; a page when absent. */
  readonly response?: RouteDefinition<Body, Params, Query>['response']
  /** Who may open it; everybody when absent. */
  readonly access?: RouteDefinition<Body, Params, Query>['access']
  /**
   * Whether it is the same for all strangers, who may get one that was made a moment ago (ADR 0250). It then depends on its address only.
   */
  readonly isShared?: boolean
}

/** A page is a route like any other, with its gate in the same list; it answers with `showPage` or a redirect. */
export function page<
  const Body extends TObject | undefined = undefined,
  const Params extends TObject | undefined = undefined,
  const Query extends TObject | undefined = undefined,
>(app: FastifyInstance, { isShared, ...definition }: PageDefinition<Body, Params, Query>): void {
  const handler = (input: RouteInput<Body, Params, Query>) =>
    isShared ? app.showShared(input, () => definition.handler(input)) : definition.handler(input)
  route<Body, Params, Query>(app, {
    access: open,
    summary: null,
    tag: 'Pages',
    response: { 200: Type.String() },
    sameOrigin: definition.method !== 'GET' && definition.forms !== 'one_click',
    ...definition,
    handler: async (input) => handler({ ...input, tenant: await app.previewed(input.request) }),
  })
}

/** What a page says about itself. */
type Shown = Omit<
  PageFrame,
  | 'tenant'
  | 'isForStaff'
  | 'hasTables'
  | 'language'
  | 'choice'
  | 'actor'
  | 'comesBackTo'
  | 'reportPath'
  | 'preview'
  | 'reachesVisitors'
>

/** Renders the document as text, with its content type; never kept by a cache, since it may depend on who asks and in which language. */
export function showPage({ request, reply }: Asked, shown: Shown, content: ComponentChildren): string {
  const { language, actor } = request
  // On pages that answer before an organisation is open, a stranger sees nothing of it.
  const tenant = request.tenant === undefined || isOpenTo(request.tenant, actor) ? request.tenant : undefined
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    vary: 'Accept-Language, Cookie',
  })
  const isForStaff = /^\/admin([/?]|$)/.test(request.url)
  const isReported = tenant !== undefined && tenant.category !== 'root' && !isForStaff && !ofReports.test(request.url)
  return renderPage(
    {
      ...shown,
      tenant,
      isForStaff,
      hasTables: isForStaff || request.url.startsWith(visitorPaths.docs),
      language,
      choice: choiceOfLanguages(request),
      actor,
      reachesVisitors: reachesVisitors({ server: request.server, tenant }),
      comesBackTo: comesBackTo(request, shown),
      preview: request.preview,
      reportPath: isReported ? reportPathFor(request.url) : null,
    },
    content,
  )
}

/** Shows what pages of the organisation's own web sites may show within themselves. It has no cookies there, and knows nobody. */
export function showEmbedded(asked: Asked, shown: Omit<Shown, 'canonicalUrl'>, content: ComponentChildren): string {
  const text = showPage(asked, { ...shown, isEmbedded: true }, content)
  asked.reply.header('content-security-policy', policyWithin(asked.request.tenant.sites))
  return text
}

type Narrow = Shown & {
  /** The heading; the title when absent. */
  readonly heading?: ComponentChildren
  readonly lead?: ComponentChildren
}

/** Shows a page that says or asks one thing: a heading, a sentence, and what follows, narrow enough to be read line by line. */
export function showNarrow(asked: Asked, { heading, lead, ...shown }: Narrow, content?: ComponentChildren): string {
  const title = h('h1', null, heading ?? shown.title)
  const sentence = lead === undefined ? null : h('p', { class: 'lead' }, lead)
  return showPage(asked, shown, h('div', { class: 'stack narrow' }, title, sentence, content))
}

/** The page itself that reports another one. */
const ofReports = new RegExp(`^${visitorPaths.report.slice(0, -1)}([/?]|$)`)

/**
 * Finds the path to return to after signing in, on a page that everybody may find; from the home page people are sent to where they have
 * something to do.
 */
function comesBackTo({ method, url }: FastifyRequest, { canonicalUrl }: Shown): string | null {
  const path = withoutTracking(url)
  return method !== 'POST' && canonicalUrl !== undefined && path !== visitorPaths.home ? path : null
}
