import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { findTenantById } from '../../../../features/tenant/tenant.queries.ts'
import { updateTenant } from '../../../../features/tenant/update-tenant.ts'
import { staff } from '../../../route.ts'
import { deskTexts } from '../../../texts/admin/desk-texts.ts'
import { settingsTexts } from '../../../texts/admin/settings-texts.ts'
import { BooleanIn, Maybe, TextQuery } from '../../../wire/schemas.ts'
import { Done } from '../../form/done.tsx'
import { type FormProblem, Problems } from '../../form/problems.tsx'
import { page } from '../../page.ts'
import { changeImage } from '../change-image.ts'
import { ImageForm } from '../image-form.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const url = settingsRooms.pictures.path
const access = staff('settings')

/** Each with the field of the organisation that names it. */
const pictures = { image: 'imageKey', logo: 'logoKey', map: 'mapImageKey', menu: 'menuImageKey' } as const
const kinds = Object.keys(pictures) as (keyof typeof pictures)[]

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** What people know the organisation by. */
export function registerPictures(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access,
    summary: 'The pictures of the organisation',
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ query, request, reply }) => show(context, { request, reply }, [], query.done === 'saved'),
  })

  for (const kind of kinds)
    page(app, {
      method: 'POST',
      url: `${url}${kind}/`,
      access,
      summary: `Give the organisation another picture, or none: "${kind}"`,
      forms: 'with_files',
      pictureAmong: 50,
      body: Type.Object({ remove: Maybe(BooleanIn) }),
      handler: async ({ tenant, actor, body, request, reply }) => {
        const sent = { request, remove: body.remove, field: kind }
        const refused = await changeImage(
          context,
          { ...sent, kind: kind === 'logo' ? 'logo' : 'image' },
          (imageKey) => updateTenant(context, actor, tenant.id, { [pictures[kind]]: imageKey }),
        )
        if (refused) {
          reply.code(refused.status)
          return show(context, { request, reply }, refused.problems)
        }
        return reply.redirect(`${url}?done=saved`, 303)
      },
    })
}

async function show(
  context: Pick<Context, 'database'>,
  { request, reply }: Asked,
  problems: readonly FormProblem[],
  isSaved = false,
): Promise<string> {
  const { language } = request
  const desk = deskTexts[language]
  const words = settingsTexts[language].pictures
  const tenant = await context.database.asServer((tx) => findTenantById(tx, request.tenant.id))
  if (!tenant) throw new AppError('not_found')
  return showSettingsPage(
    { request, reply },
    'pictures',
    <>
      <Done>{isSaved ? desk.saved : null}</Done>
      <Problems problems={problems} title={desk.refused} />
      {kinds.map((kind) => (
        <ImageForm
          key={kind}
          id={kind}
          action={`${url}${kind}/`}
          imageKey={tenant[pictures[kind]]}
          problems={problems}
          words={{ ...desk.image, title: words[kind] }}
        />
      ))}
    </>,
  )
}
