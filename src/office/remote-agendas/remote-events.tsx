import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { decideRemoteEvents } from '../../features/remote-agenda/decide-remote-events.ts'
import {
  listRemoteAgendas,
  type RemoteEvent,
  searchRemoteEvents,
} from '../../features/remote-agenda/remote-agenda.queries.ts'
import { remoteEventStates } from '../../features/remote-agenda/remote-agenda.ts'
import { requireMeta } from '../../features/tenant/category-rules.ts'
import { defined } from '../../http/wire/defined.ts'
import { ArrayIn, EnumIn, Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { staff } from '../../http/route.ts'
import { dayText, momentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { remoteAgendaTexts } from '../../messages/office/remote-agenda.ts'
import { cardsPerPage } from '../../pages/pager.tsx'
import { Go, Sent, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { pressPage } from '../kit/press-page.ts'
import { Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'

const access = staff('programme')
const decisions = ['accepted', 'refused'] as const
/** The form that the ticks of the table belong to. */
const formId = 'decision'

/** Registers the list of what calendars elsewhere announce, and the buttons that accept or refuse what is ticked. */
export function registerRemoteEventPages(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.remoteEvents,
    access,
    area: 'remote_events',
    narrow: { state: Type.Optional(EnumIn(remoteEventStates)), agenda: Type.Optional(TextQuery) },
    read: ({ request: { tenant } }, { text, limit, offset }, { state = 'waiting', agenda }) => {
      requireMeta(tenant)
      const agendaId = readUuid(agenda) ?? undefined
      const filter = { ...defined({ agendaId }), states: [state], text, now: context.now(), limit, offset }
      return context.database.asTenant(tenant.id, async (tx) => ({
        rows: await searchRemoteEvents(tx, filter),
        agendas: await listRemoteAgendas(tx, {}),
      }))
    },
    show: ({ asked: { request }, found: { rows, agendas }, narrowed, done }) => {
      const { language } = request
      const { decide: words } = remoteAgendaTexts[language]
      const { state = 'waiting' } = narrowed
      const agenda = readUuid(narrowed.agenda) ?? ''
      return {
        title: words.title,
        lead: words.lead,
        said: saidOf(done, language),
        head: <Go to={paths.remoteAgendas}>{words.toAgendas}</Go>,
        search: words.search,
        choices: [
          listChoice(['state', words.state], state, remoteEventStates, words.states),
          {
            id: 'agenda',
            label: words.agenda,
            value: agenda,
            options: [['', words.anyAgenda], ...agendas.map(({ id, name }) => [id, name] as const)],
          },
        ],
        empty: state === 'waiting' ? words.emptyWaiting : words.empty,
        nobody: words.empty,
        columns: columnsOf(language, context.now()),
        foot: rows.length === 0 ? null : <Decision state={state} agenda={agenda} />,
      }
    },
  })
  registerDecision(app, context)
}

function registerDecision(app: FastifyInstance, context: Context): void {
  pressPage(app, {
    url: paths.remoteDecision,
    access,
    params: Type.Object({}),
    body: {
      event: Maybe(ArrayIn(UuidIn, { max: cardsPerPage })),
      decision: EnumIn(decisions),
      state: Maybe(EnumIn(remoteEventStates)),
      agenda: Maybe(TypedText({ max: 50 })),
    },
    act: ({ tenant, actor, body: { event, decision } }) =>
      decideRemoteEvents(context, tenant, actor, event ?? [], decision),
    goesOn: ({ body: { event, decision, state, agenda } }, count) => {
      const done = (event ?? []).length === 0 ? 'none' : `${decision}-${count ?? 0}`
      return at(
        paths.remoteEvents,
        {},
        { ...defined({ state: state ?? undefined, agenda: agenda ?? undefined }), done },
      )
    },
  })
}

/** Says what was decided, of how many: `accepted-3`. */
function saidOf(done: string, language: Language): string | null {
  const { decide: words } = remoteAgendaTexts[language]
  if (done === 'none') return words.none
  const [, decision, count] = /^(accepted|refused)-(\d{1,3})$/.exec(done) ?? []
  if (decision === undefined) return null
  return decision === 'accepted' ? words.accepted({ count: Number(count) }) : words.refused({ count: Number(count) })
}

/** The buttons; what is decided so already is not offered. The ticks are in the table (`form`). */
function Decision({ state, agenda }: { readonly state: string; readonly agenda: string }) {
  const { decide: words } = useTexts(remoteAgendaTexts)
  return (
    <form id={formId} method="post" action={paths.remoteDecision}>
      <Sent sends={{ state, agenda: agenda === '' ? null : agenda }} />
      <div class="actions">
        {state === 'accepted' ? null : (
          <Submit name="decision" value="accepted">
            {words.accept}
          </Submit>
        )}
        {state === 'refused' ? null : (
          <Submit name="decision" value="refused" look="quiet">
            {words.refuse}
          </Submit>
        )}
      </div>
    </form>
  )
}

function columnsOf(language: Language, now: Date): readonly Column<RemoteEvent>[] {
  const { decide: words } = remoteAgendaTexts[language]
  const { columns, cancelled } = words
  return [
    {
      name: columns.event,
      show: ({ id, name, url, cancelledAt }) => (
        <div>
          <label class="check">
            <input type="checkbox" name="event" value={id} form={formId} />
            <strong>
              <Written>{name}</Written>
            </strong>
          </label>
          {cancelledAt === null ? null : <Standing sign="gone">{cancelled}</Standing>}
          {url === null ? null : (
            <a class="small" href={url} rel="noopener nofollow">
              {new URL(url).host}
            </a>
          )}
        </div>
      ),
    },
    {
      name: columns.when,
      show: ({ startsAt, allDay, timeZone }) =>
        (allDay ? dayText : momentText)({ at: startsAt, timeZone, language, now }),
    },
    { name: columns.where, show: ({ place }) => <Written>{place}</Written> },
    {
      name: columns.agenda,
      show: ({ agendaId, agenda }) => (
        <a href={at(paths.remoteAgenda, { uuid: agendaId })}>
          <Written>{agenda}</Written>
        </a>
      ),
    },
  ]
}
