import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { archiveTenant } from '../../features/tenant/archive-tenant.ts'
import { changeCategory } from '../../features/tenant/change-category.ts'
import { enterTenant } from '../../features/tenant/enter-tenant.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import { sellingCategories } from '../../features/tenant/tenant.ts'
import { unarchiveTenant } from '../../features/tenant/unarchive-tenant.ts'
import { updateTenant } from '../../features/tenant/update-tenant.ts'
import { paths } from '../../lib/paths.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { PageRefusal } from '../kit/explained.ts'
import { showRootPage } from './frame.tsx'
import { organisationAction } from './organisation-action.ts'
import { registerOrganisationAddresses } from './organisation-addresses.ts'
import { showOrganisation } from './organisation-page.tsx'
import { registerOrganisationRegistration } from './organisation-registration.ts'
import { registerOrganisationSettings } from './organisation-settings.tsx'
import { organisationPath, readOrganisation } from './read-organisation.ts'
import { superUser } from './rooms.ts'

/** One organisation as whoever runs the server sees and changes it, and the door to it. */
export function registerRootOrganisation(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: paths.organisation,
    access: superUser,
    read: async (_, id) => id,
    show: (asked, id, { done }) => showOrganisation(context, asked, id, { done }),
  })
  registerEntry(app, context)
  registerArchive(app, context)
  registerCategory(app, context)
  registerMails(app, context)
  registerOrganisationRegistration(app, context)
  registerOrganisationSettings(app, context)
  registerOrganisationAddresses(app, context)
}

function registerEntry(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'entry'),
    access: superUser,
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
}

function registerArchive(app: FastifyInstance, context: Context): void {
  organisationAction(app, context, {
    name: 'archive',
    act: ({ request: { actor } }, tenant) =>
      actFromRoot(context, actor, { tenant, action: 'organisation.archived' }, (acting) =>
        archiveTenant(context, tenant, acting),
      ),
    outcome: () => null,
  })
  organisationAction(app, context, {
    name: 'unarchive',
    act: ({ request: { actor } }, tenant) =>
      actFromRoot(
        context,
        actor,
        { tenant, action: 'organisation.unarchived' },
        (acting) => unarchiveTenant(context, tenant, acting),
        (isBack) => isBack,
      ),
    outcome: (isBack) => (isBack ? 'unarchived' : null),
  })
}

function registerCategory(app: FastifyInstance, context: Context): void {
  organisationAction(app, context, {
    name: 'category',
    body: { category: EnumIn(sellingCategories) },
    async act({ request: { actor, language } }, tenant, { category }) {
      const obstacles = await actFromRoot(
        context,
        actor,
        { tenant, action: 'organisation.category_changed' },
        (acting) => changeCategory(context, acting, tenant.id, category),
        (found) => found.length === 0,
      )
      if (obstacles.length === 0) return
      const words = rootOrganisationTexts[language].category.obstacles
      throw new PageRefusal(
        409,
        obstacles.map((obstacle) => ({ field: 'category', detail: words[obstacle] })),
      )
    },
    outcome: () => 'category',
    typed: ({ category }) => ({ category }),
  })
}

/** A super-user's word that an organisation may mail as many people as it likes from its first day (ADR 0238). */
function registerMails(app: FastifyInstance, context: Context): void {
  organisationAction(app, context, {
    name: 'mails',
    body: { mails: EnumIn(['limited', 'free'] as const) },
    async act({ request: { actor } }, tenant, { mails }) {
      await actFromRoot(context, actor, { tenant, action: 'organisation.changed' }, (acting) =>
        updateTenant(context, acting, tenant.id, { mailsLimited: mails === 'limited' }),
      )
      return mails
    },
    outcome: (mails) => mails,
  })
}
