import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { archiveTenant } from '../../features/tenant/archive-tenant.ts'
import { changeCategory } from '../../features/tenant/change-category.ts'
import { enterTenant } from '../../features/tenant/enter-tenant.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import { sellingCategories } from '../../features/tenant/tenant.ts'
import { unarchiveTenant } from '../../features/tenant/unarchive-tenant.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { showRootPage } from './frame.tsx'
import { registerOrganisationAddresses } from './organisation-addresses.ts'
import { registerOrganisationMails } from './organisation-mails.tsx'
import { showOrganisation } from './organisation-page.tsx'
import { registerOrganisationRegistration } from './organisation-registration.ts'
import { registerOrganisationSettings } from './organisation-settings.tsx'
import { UuidParams } from '../../http/wire/params.ts'
import { organisationPath, readOrganisation } from './read-organisation.ts'

const access = { kind: 'super_user' } as const

/** One organisation as whoever runs the server sees and changes it, and the door to it. */
export function registerRootOrganisation(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: organisationPath(':uuid'),
    access,
    params: UuidParams,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ params, query, request, reply }) =>
      showOrganisation(context, { request, reply }, params.uuid, { done: query.done }),
  })

  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'entry'),
    access,
    asksAgain: true,
    forms: true,
    params: UuidParams,
    handler: async ({ actor, language, params, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const address = await enterTenant(context, actor, tenant)
      const words = rootTexts[language].organisation
      const title = words.enteredTitle({ organisation: tenant.organisation })
      // A policy of ours lets no form lead to another host; a link does.
      return showRootPage(
        { request, reply },
        { title, room: 'organisations' },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{words.entered}</p>
          <a class="button" href={address}>
            {words.enteredLink}
          </a>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'archive'),
    access,
    forms: true,
    params: UuidParams,
    handler: async ({ actor, params, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      await actFromRoot(context, actor, { tenant, action: 'organisation.archived' }, (acting) =>
        archiveTenant(context, tenant, acting),
      )
      return reply.redirect(organisationPath(tenant.id), 303)
    },
  })

  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'unarchive'),
    access,
    forms: true,
    params: UuidParams,
    handler: async ({ actor, params, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const isBack = await actFromRoot(
        context,
        actor,
        { tenant, action: 'organisation.unarchived' },
        (acting) => unarchiveTenant(context, tenant, acting),
        (answer) => answer,
      )
      return reply.redirect(`${organisationPath(tenant.id)}${isBack ? '?done=unarchived' : ''}`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'category'),
    access,
    forms: true,
    params: UuidParams,
    body: Type.Object({ category: EnumIn(sellingCategories) }),
    handler: async ({ actor, language, params, body, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const { category } = body
      const obstacles = await actFromRoot(
        context,
        actor,
        { tenant, action: 'organisation.category_changed' },
        (acting) => changeCategory(context, acting, tenant.id, category),
        (found) => found.length === 0,
      )
      if (obstacles.length === 0) return reply.redirect(`${organisationPath(tenant.id)}?done=category`, 303)
      reply.code(409)
      const words = rootOrganisationTexts[language].category.obstacles
      const problems = obstacles.map((obstacle) => ({ field: 'category', detail: words[obstacle] }))
      return showOrganisation(context, { request, reply }, tenant.id, { problems, category })
    },
  })

  registerOrganisationRegistration(app, context)
  registerOrganisationMails(app, context)
  registerOrganisationSettings(app, context)
  registerOrganisationAddresses(app, context)
}
