import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { listPublishedSlugs } from '../../features/event/event-page.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { colorSchemes, pictureHeaders, type Theme, typePairs } from '../../features/tenant/theme.ts'
import { isColor } from '../../lib/color.ts'
import { at, visitorPaths } from '../../lib/paths.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The organisation as the page is to show it: in the theme that a member of its team looks at before it is saved (ADR 0295). */
    previewed(request: FastifyRequest): Promise<Tenant>
  }
  interface FastifyRequest {
    /** The pages on which a theme is looked at before it is saved; null: the page is shown as it is. */
    preview: Preview | null
  }
}

export type Preview = {
  readonly programmePath: string
  /** The next event's; null: there is none. */
  readonly eventPath: string | null
}

/** The parameter that asks for a preview, beside the fields of the form. */
const asks = 'preview'

/**
 * Shows pages of visitors in the theme that their address names, to people who may choose one and to nobody else: for strangers such an
 * address is that of the page as it is. Nothing is kept of it, and no cache keeps what somebody signed in is shown.
 */
export function previewThemes(app: FastifyInstance, { database, now }: Pick<Context, 'database' | 'now'>): void {
  app.decorateRequest('preview', null)
  app.decorate('previewed', async (request) => {
    const { actor, method, routeOptions, tenant, url } = request
    if (method === 'POST' || routeOptions.config.access?.kind !== 'public') return tenant
    const query = new URLSearchParams(url.split('?')[1])
    if (!query.has(asks) || !hasStaffPermission(actor, tenant, 'settings')) return tenant
    const theme = themeIn(query, tenant)
    const [slug] = await database.asTenant(tenant.id, (tx) =>
      listPublishedSlugs(tx, { now: now(), timeZone: tenant.timeZone, limit: 1 }),
    )
    const search = `?${new URLSearchParams({
      [asks]: 'look',
      accent_color: theme.accentColor,
      type_pair: theme.typePair,
      color_scheme: theme.colorScheme,
      picture_header: theme.pictureHeader,
    })}`
    request.preview = {
      programmePath: visitorPaths.home + search,
      eventPath: slug === undefined ? null : at(visitorPaths.event, { slug }) + search,
    }
    request.tenant = { ...tenant, ...theme }
    return request.tenant
  })
}

/** What the address does not say, or not well, is as it is saved. */
function themeIn(query: URLSearchParams, saved: Theme): Theme {
  const color = query.get('accent_color')?.toLowerCase() ?? ''
  const said = <One extends string>(name: string, choices: readonly One[], usual: One): One =>
    choices.find((one) => one === query.get(name)) ?? usual
  return {
    accentColor: isColor(color) ? color : saved.accentColor,
    typePair: said('type_pair', typePairs, saved.typePair),
    colorScheme: said('color_scheme', colorSchemes, saved.colorScheme),
    pictureHeader: said('picture_header', pictureHeaders, saved.pictureHeader),
  }
}
