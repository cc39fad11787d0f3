import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addDomain } from '../../features/tenant/add-domain.ts'
import { addToFederation } from '../../features/tenant/add-to-federation.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import { normalizeOwnDomain } from '../../features/tenant/own-domain.ts'
import { removeDomain } from '../../features/tenant/remove-domain.ts'
import { removeFromFederation } from '../../features/tenant/remove-from-federation.ts'
import { verifyDomain } from '../../features/tenant/verify-domain.ts'
import { errorStatus } from '../../http/error-status.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { explainFields } from '../kit/explain.ts'
import { page } from '../../pages/page.ts'
import { explainTaken } from './explain-taken.ts'
import { showOrganisation } from './organisation-page.tsx'
import { UuidParams } from '../../http/wire/params.ts'
import { organisationPath, readOrganisation } from './read-organisation.ts'

const access = { kind: 'super_user' } as const
/** More than a name may be, so that the form says what is wrong with it. */
const DomainForm = Type.Object({ domain: TypedText({ max: 500 }) })
const CalendarForm = Type.Object({ calendar: UuidIn })

/** Where an organisation answers besides its label, and which calendars show it. */
export function registerOrganisationAddresses(app: FastifyInstance, context: Context): void {
  const of = (part: string) => organisationPath(':uuid', part)
  const done = (id: string, action: string) => `${organisationPath(id)}?done=${action}`

  page(app, {
    method: 'POST' as const,
    url: of('domains'),
    access,
    asksAgain: true,
    forms: true,
    params: UuidParams,
    body: DomainForm,
    handler: async ({ actor, language, params, body: { domain }, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      if (tenant.archivedAt !== null || tenant.category === 'root') throw new AppError('category_rule')
      try {
        await actFromRoot(context, actor, { tenant, action: 'domain.added' }, (acting) =>
          addDomain(context, tenant, acting, domain),
        )
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const name = normalizeOwnDomain(domain, context.urls.domain) ?? domain
        const problems =
          error.code === 'slug_taken'
            ? [{ field: 'domain', detail: await explainTaken(context, name, language) }]
            : explainFields(error, language)
        if (problems === null) throw error
        reply.code(errorStatus[error.code])
        return showOrganisation(context, { request, reply }, tenant.id, { problems, domain })
      }
      return reply.redirect(done(tenant.id, 'added'), 303)
    },
  })

  page(app, {
    method: 'POST' as const,
    url: of('domains/checks'),
    access,
    forms: true,
    params: UuidParams,
    body: DomainForm,
    handler: async ({ actor, language, params, body: { domain }, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const proved = await actFromRoot(
        context,
        actor,
        { tenant, action: 'domain.proved' },
        (acting) => verifyDomain(context, tenant, acting, domain),
        (isProved) => isProved,
      )
      if (proved) return reply.redirect(done(tenant.id, 'proved'), 303)
      reply.code(409)
      const problems = [{ field: null, detail: rootOrganisationTexts[language].domains.unseen }]
      return showOrganisation(context, { request, reply }, tenant.id, { problems })
    },
  })

  page(app, {
    method: 'POST' as const,
    url: of('domains/removal'),
    access,
    forms: true,
    params: UuidParams,
    body: DomainForm,
    handler: async ({ actor, params, body: { domain }, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      await actFromRoot(context, actor, { tenant, action: 'domain.removed' }, (acting) =>
        removeDomain(context, tenant, acting, domain),
      )
      return reply.redirect(done(tenant.id, 'removed'), 303)
    },
  })

  page(app, {
    method: 'POST' as const,
    url: of('calendars'),
    access,
    forms: true,
    params: UuidParams,
    body: CalendarForm,
    handler: async ({ actor, params, body, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const { tenant: meta } = await readOrganisation(context, body.calendar)
      await actFromRoot(context, actor, { tenant, action: 'federation.joined' }, (acting) =>
        addToFederation(context, acting, meta, tenant),
      )
      return reply.redirect(done(tenant.id, 'joined'), 303)
    },
  })

  page(app, {
    method: 'POST' as const,
    url: of('calendars/removal'),
    access,
    forms: true,
    params: UuidParams,
    body: CalendarForm,
    handler: async ({ actor, params, body, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const { tenant: meta } = await readOrganisation(context, body.calendar)
      await actFromRoot(context, actor, { tenant, action: 'federation.left' }, (acting) =>
        removeFromFederation(context, acting, meta, tenant),
      )
      return reply.redirect(done(tenant.id, 'left'), 303)
    },
  })
}
