import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import { updateTenantWithTimes } from '../../features/event-notice/change-time-zone.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import type { TenantValues } from '../../features/tenant/update-tenant.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import type { Fields } from '../../lib/field.ts'
import { idOf } from '../kit/action-page.ts'
import { identityForm } from '../settings/identity-form.tsx'
import { lookForm } from '../settings/look-form.tsx'
import { rulesForm } from '../settings/rules-form.tsx'
import { type PictureKind, pictureKinds, pictures, registerPicturesAt } from '../settings/pictures.tsx'
import { registerFormAt, type SettingsForm, type SettingsPlace } from '../settings/settings-form.tsx'
import { page } from '../../pages/page.ts'
import { showRootRoom } from './frame.tsx'
import { UuidParams } from '../../http/wire/params.ts'
import { organisationPath, readOrganisation } from './read-organisation.ts'
import { superUser } from './rooms.ts'

/** Registers an organisation's description, rules and pictures, with the forms of its own settings. */
export function registerOrganisationSettings(app: FastifyInstance, context: Context): void {
  registerForm(app, context, 'identity', identityForm)
  registerForm(app, context, 'look', lookForm)
  registerForm(app, context, 'rules', rulesForm)
  registerPicturesAt(app, context, {
    ...placeOf('pictures'),
    change: (actor, tenant, values) => changeFromRoot(context, actor, tenant, values, { seen: null, keepHours: false }),
    source: ({ id }, kind) => organisationPath(id, `pictures/${kind}`),
  })
  for (const kind of pictureKinds) registerPicture(app, context, kind)
}

/** Serves a picture at Root: pictures are served where their organisation answers, which is not at Root, and nowhere once archived. */
function registerPicture(app: FastifyInstance, context: Context, kind: PictureKind): void {
  page(app, {
    method: 'GET',
    url: organisationPath(':uuid', `pictures/${kind}`),
    access: superUser,
    params: UuidParams,
    response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
    handler: async ({ params, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const key = tenant[pictures[kind]]
      const file = orNotFound(key === null ? null : await context.media.read(variationsOf(key).med))
      reply.headers({ 'content-type': file.contentType, 'cache-control': 'no-store' })
      return file.body
    },
  })
}

type Room = 'identity' | 'look' | 'rules' | 'pictures'

function registerForm<const Of extends Fields>(
  app: FastifyInstance,
  context: Context,
  room: Room,
  form: SettingsForm<Of>,
): void {
  registerFormAt(app, context, form, {
    ...placeOf(room),
    change: (actor, tenant, values, how) => changeFromRoot(context, actor, tenant, values, how),
  })
}

function changeFromRoot(
  context: Context,
  actor: Actor,
  tenant: Tenant,
  values: Partial<TenantValues>,
  how: { readonly seen: string | null; readonly keepHours: boolean },
): Promise<Tenant> {
  return actFromRoot(context, actor, { tenant, action: 'organisation.changed' }, (acting) =>
    updateTenantWithTimes(context, acting, tenant.id, values, how),
  )
}

function placeOf(room: Room): Omit<SettingsPlace, 'change'> {
  return {
    url: organisationPath(':uuid', room),
    access: superUser,
    whose: idOf,
    path: ({ id }) => organisationPath(id, room),
    isAtHome: false,
    show(asked, tenant, content) {
      // Where nothing is sold there are no rules for it.
      if (room === 'rules' && !categoryRules[tenant.category].sells) throw new AppError('not_found')
      const words = rootOrganisationTexts[asked.request.language]
      const name = organisationName(tenant)
      return showRootRoom(
        asked,
        {
          title: `${words.rooms[room]} – ${name}`,
          room: 'organisations',
          back: [organisationPath(tenant.id), words.back({ organisation: name })],
          heading: words.rooms[room],
          lead: words.settingsLead({ organisation: name }),
        },
        content,
      )
    },
  }
}
