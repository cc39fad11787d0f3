import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { actFromRoot } from '../../../features/tenant/note-at-root.ts'
import { categoryRules } from '../../../features/tenant/tenant.ts'
import { type TenantValues, updateTenant } from '../../../features/tenant/update-tenant.ts'
import { isUuid } from '../../../lib/text.ts'
import { rootOrganisationTexts } from '../../texts/admin/root-organisation-texts.ts'
import { identityForm } from '../admin/settings/identity-form.tsx'
import { rulesForm } from '../admin/settings/rules-form.tsx'
import { registerFormAt, type SettingsForm } from '../admin/settings/settings-form.tsx'
import { organisationName } from '../layout.tsx'
import { showRootPage } from './frame.tsx'
import { OrganisationParams, organisationPath } from './read-organisation.ts'

/** What an organisation says of itself and its rules, by the forms of its own settings. */
export function registerOrganisationSettings(app: FastifyInstance, context: Context): void {
  registerForm(app, context, 'identity', identityForm)
  registerForm(app, context, 'rules', rulesForm)
}

function registerForm<Field extends keyof TenantValues>(
  app: FastifyInstance,
  context: Context,
  room: 'identity' | 'rules',
  form: SettingsForm<Field>,
): void {
  registerFormAt(app, context, form, {
    url: organisationPath(':uuid', room),
    access: { kind: 'super_user' },
    params: OrganisationParams,
    whose({ params }) {
      const { uuid } = params as { readonly uuid: string }
      if (!isUuid(uuid)) throw new AppError('not_found')
      return uuid.toLowerCase()
    },
    path: ({ id }) => organisationPath(id, room),
    change: (actor, tenant, values, seen) =>
      actFromRoot(context, actor, { tenant, action: 'organisation.changed' }, (acting) =>
        updateTenant(context, acting, tenant.id, values, seen),
      ),
    show(asked, tenant, content) {
      // Where nothing is sold there are no rules for it.
      if (room === 'rules' && !categoryRules[tenant.category].sells) throw new AppError('not_found')
      const words = rootOrganisationTexts[asked.request.language]
      const name = organisationName(tenant)
      return showRootPage(
        asked,
        { title: `${words.rooms[room]} – ${name}`, room: 'organisations' },
        <div class="stack">
          <p>
            <a href={organisationPath(tenant.id)}>{words.back(name)}</a>
          </p>
          <h1>{words.rooms[room]}</h1>
          <p class="prose">{words.settingsLead(name)}</p>
          {content}
        </div>,
      )
    },
  })
}
