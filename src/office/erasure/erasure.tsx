import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { eraseByStaff, findToErase, type PersonOf } from '../../features/person/erase-by-staff.ts'
import { staff, type Asked } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { erasureTexts } from '../../messages/office/erasure.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { MachineText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { asWhole, type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { ErasureQuestion } from './erasure-question.tsx'
import { detailPage } from '../kit/edit-page.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { Go } from '../../pages/parts.tsx'
import { pressPage } from '../kit/press-page.ts'

type Room = {
  readonly noun: PersonOf['noun']
  readonly path: string
  readonly area: 'reservations' | 'members'
  /** Whether the booking or membership that the person was found by keeps its page. */
  readonly stays: boolean
}

const rooms: readonly Room[] = [
  { noun: 'reservation', path: paths.reservations, area: 'reservations', stays: true },
  { noun: 'membership', path: paths.members, area: 'members', stays: false },
]

/** Registers the erasure of a person who wrote or rang: looked at first, then done (ADR 0188). */
export function registerErasure(app: FastifyInstance, context: Context): void {
  const access = staff('erasure')
  for (const room of rooms) {
    const url = `${room.path}:uuid/erasure/`

    detailPage(app, {
      url,
      access,
      read: async (_, id) => id,
      show: (asked, id, { done }) => showErasure(context, asked, room, { id, isDone: done === 'erased' }),
    })
    pressPage(app, {
      url,
      access,
      asksAgain: true,
      body: { seen: MachineText({ max: 64 }) },
      act: ({ tenant, actor, params: { uuid: id }, body: { seen } }) =>
        eraseByStaff(context, tenant, actor, { noun: room.noun, id, seen }),
      explain: ({ code }, { language }) =>
        code === 'changed_meanwhile' ? asWhole(erasureTexts[language].changed) : null,
      show: (asked, problems) => showErasure(context, asked, room, { id: asked.params.uuid, isDone: false, problems }),
      goesOn: ({ params }) => `${room.path}${params.uuid}/erasure/?done=erased`,
    })
  }
}

type Shown = { readonly id: string; readonly isDone: boolean; readonly problems?: readonly FormProblem[] }

async function showErasure(
  context: Context,
  asked: Asked,
  { noun, path, area, stays }: Room,
  { id, isDone, problems = [] }: Shown,
): Promise<string> {
  const { tenant, language } = asked.request
  const found = await findToErase(context, tenant, { noun, id })
  const words = erasureTexts[language]
  const isThere = stays || found.kept !== null
  return showAdminPage(
    asked,
    { title: words.title, area },
    <div class="stack">
      <Go to={isThere ? `${path}${id}/` : path}>{isThere ? words.back[noun] : memberTexts[language].all}</Go>
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
          tenant={tenant}
        />
      )}
    </div>,
  )
}
