import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { eraseByStaff, findToErase, type PersonOf } from '../../features/person/erase-by-staff.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { erasureTexts } from '../../messages/office/erasure.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { MachineText, TextQuery } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { ErasureQuestion } from './erasure-question.tsx'
import { showAdminPage } from '../kit/frame.tsx'

type Room = {
  readonly noun: PersonOf['noun']
  readonly path: string
  readonly area: 'reservations' | 'members'
  /** Whether what the person is found by has a page of its own afterwards. */
  readonly stays: boolean
}

const rooms: readonly Room[] = [
  { noun: 'reservation', path: paths.reservations, area: 'reservations', stays: true },
  { noun: 'membership', path: paths.members, area: 'members', stays: false },
]

/** What staff erases of a person who wrote or rang: looked at first, then done (ADR 0188). */
export function registerErasure(app: FastifyInstance, context: Context): void {
  const access = staff('erasure')
  for (const room of rooms) {
    const url = `${room.path}:uuid/erasure/`

    page(app, {
      method: 'GET',
      url,
      access,
      params: UuidParams,
      query: Type.Object({ done: Type.Optional(TextQuery) }),
      handler: ({ params, query, request, reply }) =>
        showErasure(context, { request, reply }, room, { id: params.uuid, isDone: query.done === 'erased' }),
    })

    page(app, {
      method: 'POST',
      url,
      access,
      asksAgain: true,
      forms: true,
      params: UuidParams,
      body: Type.Object({ seen: MachineText({ max: 64 }) }),
      handler: async ({ tenant, actor, language, params, body, request, reply }) => {
        const id = params.uuid
        try {
          await eraseByStaff(context, tenant, actor, { noun: room.noun, id, seen: body.seen })
          return reply.redirect(`${room.path}${id}/erasure/?done=erased`, 303)
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'changed_meanwhile')) throw error
          reply.code(errorStatus[error.code])
          const problems = [{ field: null, detail: erasureTexts[language].changed }]
          return showErasure(context, { request, reply }, room, { id, isDone: false, problems })
        }
      },
    })
  }
}

type Shown = { readonly id: string; readonly isDone: boolean; readonly problems?: readonly FormProblem[] }

async function showErasure(
  context: Context,
  { request, reply }: Asked,
  { noun, path, area, stays }: Room,
  { id, isDone, problems = [] }: Shown,
): Promise<string> {
  const { tenant, language } = request
  const found = await findToErase(context, tenant, { noun, id })
  const words = erasureTexts[language]
  const isThere = stays || found.kept !== null
  return showAdminPage(
    { request, reply },
    { title: words.title, area },
    <div class="stack">
      <p>
        <a class="go" href={isThere ? `${path}${id}/` : path}>
          {isThere ? words.back[noun] : memberTexts[language].all}
        </a>
      </p>
      <h1>{words.title}</h1>
      <Problems title={words.changedTitle} problems={problems} />
      {found.kept === null ? (
        isDone ? (
          <Done>{words.erased}</Done>
        ) : (
          <p class="empty">{words.nothing}</p>
        )
      ) : (
        <ErasureQuestion
          email={found.email}
          kept={found.kept}
          agreed={['seen', found.version]}
          back={`${path}${id}/`}
          {...{ tenant, language }}
        />
      )}
    </div>,
  )
}
