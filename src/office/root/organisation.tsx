import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { archiveOrganisation } from '../../features/overview/archive-organisation.ts'
import { longestReason } from '../../features/tenant/approval.ts'
import { changeCategory } from '../../features/tenant/change-category.ts'
import { deleteSandbox } from '../../features/tenant/delete-sandbox.ts'
import { enterTenant } from '../../features/tenant/enter-tenant.ts'
import { sellingCategories } from '../../features/tenant/tenant.ts'
import { unarchiveTenant } from '../../features/tenant/unarchive-tenant.ts'
import { updateTenant } from '../../features/tenant/update-tenant.ts'
import { paths } from '../../lib/paths.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { EnumIn, Maybe, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { explainName } from '../kit/sandbox-deletion.tsx'
import { ButtonLink } from '../../pages/parts.tsx'
import { PageRefusal } from '../../pages/form/explained.ts'
import { showRootPage } from './frame.tsx'
import { organisationAction } from './organisation-action.ts'
import { registerOrganisationAddresses } from './organisation-addresses.ts'
import { showOrganisation } from './organisation-page.tsx'
import { registerOrganisationRegistration } from './organisation-registration.ts'
import { registerOrganisationSettings } from './organisation-settings.tsx'
import { readOrganisation } from './read-organisation.ts'
import { superUser } from './rooms.ts'

/** Registers the page of one organisation for the people who run the server, and the door to it. */
export function registerRootOrganisation(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: paths.organisation,
    access: superUser,
    read: async (_, id) => id,
    show: (asked, id, { done }) => showOrganisation(context, asked, id, { done }),
  })
  registerEntry(app, context)
  registerDeletion(app, context)
  registerChanges(app, context)
  registerOrganisationRegistration(app, context)
  registerOrganisationSettings(app, context)
  registerOrganisationAddresses(app, context)
}

/** Registers the way in. Our policy lets no form lead to another host; a link does. */
function registerEntry(app: FastifyInstance, context: Context): void {
  actionPage(app, {
    of: paths.organisation,
    name: 'entry',
    access: superUser,
    asksAgain: true,
    act: async ({ request: { actor } }, id) => {
      const { tenant } = await readOrganisation(context, id)
      return { tenant, address: await enterTenant(context, actor, tenant) }
    },
    answer: (asked, { tenant: { organisation }, address }) => {
      const words = rootTexts[asked.request.language].organisation
      const title = words.enteredTitle({ organisation })
      return showRootPage(
        asked,
        { title, room: 'organisations' },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{words.entered}</p>
          <ButtonLink to={address}>{words.enteredLink}</ButtonLink>
        </div>,
      )
    },
  })
}

/** Registers the deletion of a sandbox, after which there is no page of it. */
function registerDeletion(app: FastifyInstance, context: Context): void {
  actionPage(app, {
    of: paths.organisation,
    name: 'deletion',
    access: superUser,
    asksAgain: true,
    body: { name: Maybe(TypedText({ max: 500 })) },
    act: async ({ request: { actor } }, id, { name }) => {
      const { tenant } = await readOrganisation(context, id)
      await deleteSandbox(context, tenant, actor, name ?? '')
    },
    goesOn: () => paths.admin,
    refused: {
      explain: async (refusal, asked) => explainName(refusal, asked),
      show: (asked, id, problems) => showOrganisation(context, asked, id, { problems }),
    },
  })
}

function registerChanges(app: FastifyInstance, context: Context): void {
  organisationAction(app, context, {
    name: 'archive',
    action: 'organisation.archived',
    body: { archive_reason: Maybe(TypedLongText({ max: 2_000 })) },
    async act(acting, tenant, { archive_reason: reason }, language) {
      if (!reason || reason.length > longestReason)
        throw new PageRefusal(400, [
          { field: 'archive_reason', detail: rootOrganisationTexts[language].archive.reasonMissing },
        ])
      return archiveOrganisation(context, tenant, acting, reason)
    },
    after: ({ archive_reason: reason }) => ({ reason: reason ?? '' }),
    isDone: (isArchived) => isArchived,
    outcome: 'archived',
    typed: ({ archive_reason: reason }) => ({ archiveReason: reason ?? '' }),
  })
  organisationAction(app, context, {
    name: 'unarchive',
    action: 'organisation.unarchived',
    act: (acting, tenant) => unarchiveTenant(context, tenant, acting),
    isDone: (isBack) => isBack,
    outcome: 'unarchived',
  })
  organisationAction(app, context, {
    name: 'category',
    action: 'organisation.category_changed',
    body: { category: EnumIn(sellingCategories) },
    async act(acting, tenant, { category }, language) {
      const obstacles = await changeCategory(context, acting, tenant.id, category)
      const words = rootOrganisationTexts[language].category.obstacles
      const problems = obstacles.map((obstacle) => ({ field: 'category', detail: words[obstacle] }))
      if (problems.length > 0) throw new PageRefusal(409, problems)
    },
    outcome: 'category',
    typed: ({ category }) => ({ category }),
  })
  // A super-user's word that an organisation may mail as many people as it likes from its first day (ADR 0238).
  organisationAction(app, context, {
    name: 'mails',
    action: 'organisation.changed',
    body: { mails: EnumIn(['limited', 'free'] as const) },
    async act(acting, tenant, { mails }) {
      await updateTenant(context, acting, tenant.id, { mailsLimited: mails === 'limited' })
      return mails
    },
    outcome: (mails) => mails,
  })
}
