import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Actor } from '../../features/account/actor.ts'
import { sumPictures } from '../../features/tenant/picture.queries.ts'
import { getTenant } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { type TenantValues, updateTenant } from '../../features/tenant/update-tenant.ts'
import { staff, type Asked } from '../../http/route.ts'
import { roomText } from '../../http/take-image.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { storageTexts } from '../../messages/interface/storage.ts'
import { BooleanIn, Maybe, TextQuery } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { changeImage } from '../kit/change-image.ts'
import { ImageForm } from '../kit/image-form.tsx'
import type { SettingsPlace } from './settings-form.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

/** Each with the field of the organisation that names it. */
export const pictures = { image: 'imageKey', logo: 'logoKey', map: 'mapImageKey', menu: 'menuImageKey' } as const
export const pictureKinds = Object.keys(pictures) as (keyof typeof pictures)[]

export type PictureKind = keyof typeof pictures

/** With the organisation itself, or at Root. */
export type PicturesPlace = Omit<SettingsPlace, 'change'> & {
  change(actor: Actor, tenant: Tenant, values: Partial<TenantValues>): Promise<unknown>
  /** Where a picture is seen on that host; where all are when absent. */
  source?(tenant: Tenant, kind: PictureKind): string
}

/** On the organisation's own pages. */
export function registerPictures(app: FastifyInstance, context: Context): void {
  const { path: url } = settingsRooms.pictures
  registerPicturesAt(app, context, {
    url,
    access: staff('settings'),
    whose: ({ tenant }) => tenant.id,
    path: () => url,
    change: (actor, { id }, values) => updateTenant(context, actor, id, values),
    show: (asked, _, content) => showSettingsPage(asked, 'pictures', content),
  })
}

/** What people know the organisation by. */
export function registerPicturesAt(app: FastifyInstance, context: Context, place: PicturesPlace): void {
  const { url, access, params } = place
  const where = { access, ...(params === undefined ? {} : { params }) }

  page(app, {
    method: 'GET' as const,
    url,
    ...where,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ query, request, reply }) => {
      const tenant = await readTenant(context, place.whose(request))
      return show(context, { request, reply }, place, tenant, [], query.done === 'saved')
    },
  })

  for (const kind of pictureKinds)
    page(app, {
      method: 'POST' as const,
      url: `${url}${kind}/`,
      ...where,
      forms: 'with_files',
      refusesPicture: true,
      body: Type.Object({ remove: Maybe(BooleanIn) }),
      handler: async ({ actor, body, request, reply }) => {
        const tenant = await readTenant(context, place.whose(request))
        const sent = { request, tenant, remove: body.remove, field: kind }
        const refused = await changeImage(context, { ...sent, kind: kind === 'logo' ? 'logo' : 'image' }, (imageKey) =>
          place.change(actor, tenant, { [pictures[kind]]: imageKey }),
        )
        if (refused) {
          reply.code(refused.status)
          return show(context, { request, reply }, place, tenant, refused.problems)
        }
        return reply.redirect(`${place.path(tenant)}?done=saved`, 303)
      },
    })
}

/** As it is, not as this process remembers it. */
async function readTenant({ database }: Pick<Context, 'database'>, id: string): Promise<Tenant> {
  const tenant = await database.asServer((tx) => getTenant(tx, id))
  return tenant
}

async function show(
  context: Context,
  { request, reply }: Asked,
  place: PicturesPlace,
  tenant: Tenant,
  problems: readonly FormProblem[],
  isSaved = false,
): Promise<string> {
  const { language } = request
  const usedBytes = await context.database.asTenant(tenant.id, sumPictures)
  const room = { usedBytes, mostBytes: context.config.storageQuota }
  const desk = deskTexts[language]
  const words = settingsTexts[language].pictures
  return place.show(
    { request, reply },
    tenant,
    <>
      <Done>{isSaved ? desk.saved : null}</Done>
      <Problems problems={problems} title={desk.refused} />
      <p class="muted">{storageTexts[language].used(roomText(room, language))}</p>
      {pictureKinds.map((kind) => (
        <ImageForm
          key={kind}
          id={kind}
          action={`${place.path(tenant)}${kind}/`}
          imageKey={tenant[pictures[kind]]}
          source={place.source?.(tenant, kind)}
          problems={problems}
          words={{ ...desk.image, title: words[kind] }}
        />
      ))}
    </>,
  )
}
