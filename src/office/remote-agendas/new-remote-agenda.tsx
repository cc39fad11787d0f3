import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { remoteAgendaFields } from '../../features/remote-agenda/remote-agenda-fields.ts'
import { createRemoteAgenda } from '../../features/remote-agenda/save-remote-agenda.ts'
import { requireMeta } from '../../features/tenant/category-rules.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { remoteAgendaTexts } from '../../messages/office/remote-agenda.ts'
import { Submit } from '../../pages/parts.tsx'
import { filledIn, typedFields } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { newPage } from '../kit/new-page.ts'
import { NewKey } from '../kit/parts.tsx'
import { AgendaForm, checkAgenda, explainAgenda, typedAgenda } from './remote-agenda-form.tsx'

const url = paths.newRemoteAgenda

/** Registers the form of one more calendar elsewhere. */
export function registerNewRemoteAgenda(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url,
    access: staff('programme'),
    body: typedFields(remoteAgendaFields),
    begin: ({ request: { tenant } }) => {
      requireMeta(tenant)
      return filledIn(remoteAgendaFields, {})
    },
    typed: typedAgenda,
    check: ({ asked: { request }, filled }) => checkAgenda(filled, request),
    save: async ({ asked: { request }, values, id }) => {
      const made = await createRemoteAgenda(context, request.tenant, request.actor, values, id)
      return at(paths.remoteAgenda, { uuid: made.id }, { done: 'made' })
    },
    explain: explainAgenda,
    show: (asked, { begun, filled, problems, key }) => {
      const words = remoteAgendaTexts[asked.request.language]
      return showRoom(
        asked,
        { title: words.newTitle, area: 'remote_agendas', back: [paths.remoteAgendas, words.back], lead: words.newLead },
        <AgendaForm
          action={url}
          filled={filled ?? begun}
          problems={problems}
          hidden={<NewKey value={key} />}
          buttons={<Submit>{words.add}</Submit>}
        />,
      )
    },
  })
}
