import type { FastifyInstance } from 'fastify'
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
import { Done } from '../../pages/form/done.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { focusPage, imagePage } from '../kit/action-page.ts'
import { detailPage, type FormState } from '../kit/edit-page.ts'
import { ImageForm } from '../kit/image-form.tsx'
import type { SettingsPlace } from './settings-form.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

/** Kinds of pictures, each with the field of the organisation that names it. */
export const pictures = { image: 'imageKey', logo: 'logoKey', map: 'mapImageKey', menu: 'menuImageKey' } as const
export const pictureKinds = Object.keys(pictures) as (keyof typeof pictures)[]

export type PictureKind = keyof typeof pictures

/** The place of the pictures: with the organisation itself, or at Root. */
export type PicturesPlace = Omit<SettingsPlace, 'change' | 'isAtHome'> & {
  change(actor: Actor, tenant: Tenant, values: Partial<TenantValues>): Promise<unknown>
  /** The address of a picture on that host; absent: where all pictures are. */
  source?(tenant: Tenant, kind: PictureKind): string
}

/** Registers the pictures on the organisation's own pages. */
export function registerPictures(app: FastifyInstance, context: Context): void {
  const { path: url } = settingsRooms.pictures
  registerPicturesAt(app, context, {
    url,
    access: staff('settings'),
    whose: ({ request: { tenant } }) => tenant.id,
    path: () => url,
    change: (actor, { id }, values) => updateTenant(context, actor, id, values),
    show: (asked, _, content) => showSettingsPage(asked, 'pictures', content),
  })
}

/** Registers the pictures that people know the organisation by. */
export function registerPicturesAt(app: FastifyInstance, context: Context, place: PicturesPlace): void {
  const { url, access } = place
  const shared = {
    access,
    // As it is, not as this process remembers it.
    read: (asked: Asked) => context.database.asServer((tx) => getTenant(tx, place.whose(asked))),
    show: (asked: Asked, tenant: Tenant, state: FormState<null>) => show(context, asked, place, tenant, state),
  }
  detailPage(app, { ...shared, url })
  focusPage(app, {
    of: url,
    access,
    save: async (asked, _, imageFocus) => place.change(asked.request.actor, await shared.read(asked), { imageFocus }),
  })
  for (const name of pictureKinds)
    imagePage(app, context, {
      ...shared,
      of: url,
      name,
      kind: name === 'logo' ? 'logo' : 'image',
      whose: (tenant) => tenant,
      save: ({ request: { actor } }, _, imageKey, tenant) =>
        place.change(actor, tenant, { [pictures[name]]: imageKey }),
    })
}

async function show(
  context: Context,
  asked: Asked,
  place: PicturesPlace,
  tenant: Tenant,
  { problems, done }: FormState<null>,
): Promise<string> {
  const { language } = asked.request
  const usedBytes = await context.database.asTenant(tenant.id, sumPictures)
  const room = { usedBytes, mostBytes: context.config.storageQuota }
  const desk = deskTexts[language]
  const words = settingsTexts[language].pictures
  return place.show(
    asked,
    tenant,
    <>
      <Done>{done === 'saved' ? desk.saved : null}</Done>
      <Problems problems={problems} title={desk.refused} />
      <p class="muted">{storageTexts[language].used(roomText(room, language))}</p>
      {pictureKinds.map((kind) => (
        <ImageForm
          key={kind}
          id={kind}
          action={`${place.path(tenant)}${kind}/`}
          imageKey={tenant[pictures[kind]]}
          source={place.source?.(tenant, kind)}
          {...(kind === 'image' ? { focus: { action: `${place.path(tenant)}focus/`, chosen: tenant.imageFocus } } : {})}
          problems={problems}
          words={{ ...desk.image, title: words[kind] }}
        />
      ))}
    </>,
  )
}
