import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import {
  countWaiting,
  type RemoteAgenda,
  searchRemoteAgendas,
} from '../../features/remote-agenda/remote-agenda.queries.ts'
import { requireMeta } from '../../features/tenant/category-rules.ts'
import { momentText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { staff } from '../../http/route.ts'
import { remoteAgendaTexts } from '../../messages/office/remote-agenda.ts'
import type { Clock } from '../../pages/format.tsx'
import { listPage } from '../kit/list-page.tsx'
import { NameLink, saidOf } from '../kit/parts.tsx'
import { type Sign, Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'
import { registerNewRemoteAgenda } from './new-remote-agenda.tsx'
import { registerRemoteAgendaPage } from './remote-agenda.tsx'
import { registerRemoteEventPages } from './remote-events.tsx'

/** The calendars elsewhere that a Meta reads (ADR 0274), and what is decided about their events. */
export function registerRemoteAgendaPages(app: FastifyInstance, context: Context): void {
  registerRemoteEventPages(app, context)
  registerNewRemoteAgenda(app, context)
  registerRemoteAgendaPage(app, context)
  listPage(app, context, {
    url: paths.remoteAgendas,
    access: staff('programme'),
    area: 'remote_agendas',
    narrow: {},
    read: ({ request: { tenant } }, rows) => {
      requireMeta(tenant)
      return context.database.asTenant(tenant.id, async (tx) => ({
        rows: await searchRemoteAgendas(tx, rows),
        waiting: await countWaiting(tx, context.now()),
      }))
    },
    show: ({ asked: { request }, found: { waiting }, done }) => {
      const { tenant, language } = request
      const words = remoteAgendaTexts[language]
      return {
        title: words.title,
        lead: words.lead,
        said: saidOf(done, { removed: words.removed }),
        add: [paths.newRemoteAgenda, words.add],
        empty: words.empty,
        columns: columnsOf({ timeZone: tenant.timeZone, now: context.now(), language }, waiting),
      }
    },
  })
}

function columnsOf(clock: Clock, waiting: ReadonlyMap<string, number>): readonly Column<RemoteAgenda>[] {
  const { columns, standings, waits, never } = remoteAgendaTexts[clock.language]
  return [
    {
      name: columns.name,
      show: ({ id, name }) => <NameLink href={at(paths.remoteAgenda, { uuid: id })}>{name}</NameLink>,
    },
    {
      name: columns.standing,
      show: (agenda) => {
        const standing = standingOf(agenda)
        return <Standing sign={signs[standing]}>{standings[standing]}</Standing>
      },
    },
    {
      name: columns.read,
      show: ({ fetchedAt }) => (fetchedAt === null ? never : momentText({ ...clock, at: fetchedAt })),
    },
    {
      name: columns.waiting,
      show: ({ id }) => {
        const count = waiting.get(id) ?? 0
        return count === 0 ? null : <a href={at(paths.remoteEvents, {}, { agenda: id })}>{waits({ count })}</a>
      },
    },
  ]
}

const signs = { reading: 'waits', well: 'well', trusted: 'well', failing: 'watch' } as const satisfies Record<
  string,
  Sign
>

function standingOf({ problem, fetchedAt, trusted }: RemoteAgenda): keyof typeof signs {
  if (problem !== null) return 'failing'
  if (fetchedAt === null) return 'reading'
  return trusted ? 'trusted' : 'well'
}
