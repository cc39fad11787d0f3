import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { getRemoteAgenda, type RemoteAgenda } from '../../features/remote-agenda/remote-agenda.queries.ts'
import { remoteAgendaFields } from '../../features/remote-agenda/remote-agenda-fields.ts'
import {
  agendaValues,
  askForRemoteAgenda,
  removeRemoteAgenda,
  updateRemoteAgenda,
} from '../../features/remote-agenda/save-remote-agenda.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { versionOf } from '../../lib/version.ts'
import { type Asked, staff } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { remoteAgendaTexts } from '../../messages/office/remote-agenda.ts'
import { Seen } from '../../pages/form/seen.tsx'
import { ActionButton, Go } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainForm, filledFrom, typedFields } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { Deletion, LogLink, saidOf, SaveButton } from '../kit/parts.tsx'
import { AgendaForm, checkAgenda, explainAgenda, type FilledAgenda, typedAgenda } from './remote-agenda-form.tsx'

const of = paths.remoteAgenda
const access = staff('programme')

/** Registers the page of a calendar elsewhere: how it is read, what is said of it, and its end. */
export function registerRemoteAgendaPage(app: FastifyInstance, context: Context): void {
  editPage(app, {
    url: of,
    access,
    body: typedFields(remoteAgendaFields),
    read: ({ request }, id) => context.database.asTenant(request.tenant.id, (tx) => getRemoteAgenda(tx, id)),
    typed: typedAgenda,
    check: ({ asked: { request }, filled }) => checkAgenda(filled, request),
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      updateRemoteAgenda(context, request.tenant, request.actor, shown.id, values, seen),
    explain: explainAgenda,
    changes: ({ asked: { request }, shown, filled }) => {
      const { language } = request
      const { changed, fields } = remoteAgendaTexts[language]
      const forms = [filledFrom(remoteAgendaFields, shown, request), filled] as const
      return explainForm(remoteAgendaFields, fields, forms, { changed, language })
    },
    show: showAgenda,
  })

  actionPage(app, {
    of,
    name: 'fetch',
    access,
    act: ({ request: { tenant } }, id) => askForRemoteAgenda(context, tenant, id),
    goesOn: (agenda, id) => at(of, { uuid: id }, { done: askedAfter(agenda) }),
  })

  actionPage(app, {
    of,
    name: 'removal',
    access,
    act: ({ request: { tenant, actor } }, id) => removeRemoteAgenda(context, tenant, actor, id),
    goesOn: () => at(paths.remoteAgendas, {}, { done: 'removed' }),
  })
}

/** Names the wish to read it now by when it was read before: once it was, the page no longer says that it is being read. */
function askedAfter({ askedAt }: RemoteAgenda): string {
  return `asked-${askedAt?.getTime() ?? 0}`
}

function showAgenda(asked: Asked, agenda: RemoteAgenda, { filled, problems, seen, done }: FormState<FilledAgenda>) {
  const { language } = asked.request
  const words = remoteAgendaTexts[language]
  const action = at(of, { uuid: agenda.id })
  return showRoom(
    asked,
    {
      title: agenda.name,
      area: 'remote_agendas',
      back: [paths.remoteAgendas, words.back],
      heading: <Written>{agenda.name}</Written>,
      said: saidOf(done, {
        saved: deskTexts[language].saved,
        made: agenda.askedAt === null ? words.made : words.added,
        [askedAfter(agenda)]: words.asked,
      }),
    },
    <HowItIsRead agenda={agenda} />,
    <div class="actions">
      <Go class="button" to={at(paths.remoteEvents, {}, { agenda: agenda.id })}>
        {words.events}
      </Go>
      <ActionButton action={`${action}fetch/`}>{words.read}</ActionButton>
    </div>,
    <AgendaForm
      action={action}
      filled={filled ?? filledFrom(remoteAgendaFields, agenda, asked.request)}
      problems={problems}
      hidden={<Seen version={versionOf(agendaValues(agenda))} seen={seen} />}
      buttons={<SaveButton asItIs={problems.length > 0 ? action : null} />}
    />,
    <Deletion action={`${action}removal/`} title={words.remove} help={words.removeHelp} />,
    <LogLink of={agenda.id} />,
  )
}

function HowItIsRead({ agenda }: { readonly agenda: RemoteAgenda }) {
  const { timeZone, now, language } = useReader()
  const words = useTexts(remoteAgendaTexts)
  const { problem, fetchedAt, nextAt, unread, isCut, actor, followedAt } = agenda
  const moment = (at: Date) => withinSentence(momentText({ at, timeZone, now, language }), language)
  return (
    <>
      {problem === null ? null : (
        <p class="notice">
          {words.problem({ problem })} {words.problemSince({ moment: moment(nextAt) })}
        </p>
      )}
      <p class="prose">{fetchedAt === null ? words.notYet : words.lastRead({ moment: moment(fetchedAt) })}</p>
      {actor === null ? null : <p class="prose">{followedAt === null ? words.account : words.followed}</p>}
      {unread === 0 ? null : <p class="prose">{words.unread({ count: unread })}</p>}
      {isCut ? <p class="prose">{words.cut}</p> : null}
    </>
  )
}
