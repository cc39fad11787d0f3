import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { CalendarStanding } from '../../features/tenant/federation.ts'
import { listSharedCalendars, type SharedCalendar } from '../../features/tenant/federation.queries.ts'
import { moveOnCalendar } from '../../features/tenant/move-in-federation.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { staff } from '../../http/route.ts'
import { federationTexts } from '../../messages/office/federation.ts'
import { ActionButton } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { listPage } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { type Sign, Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'

const of = paths.sharedCalendar
const access = staff('settings')
/** The last part of each address. */
const moves = { asked: 'request', withdrawn: 'withdrawal', left: 'leaving' } as const

/** Registers the page of the calendars on this server: which an organisation is on, which it asked, and which it may ask. */
export function registerSharedCalendarPages(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.sharedCalendars,
    access,
    area: 'shared_calendars',
    narrow: {},
    read: async ({ request: { tenant } }, { limit, offset }) => {
      requireSelling(tenant)
      return { rows: await context.database.asServer((tx) => listSharedCalendars(tx, tenant, { limit, offset })) }
    },
    show: ({ asked: { request }, done }) => {
      const { sandbox } = request.tenant
      const { shared: words } = federationTexts[request.language]
      return {
        title: words.title,
        lead: sandbox ? words.sandbox : words.lead,
        said: saidOf(done, words.done),
        empty: words.empty,
        columns: sandbox ? [nameColumn(context, words)] : [nameColumn(context, words), ...columnsOf(words)],
      }
    },
  })

  for (const move of ['asked', 'withdrawn', 'left'] as const)
    actionPage(app, {
      of,
      name: moves[move],
      access,
      act: ({ request: { tenant, actor } }, id) => moveOnCalendar(context, tenant, actor, id, move),
      goesOn: () => at(paths.sharedCalendars, {}, { done: move }),
    })
}

const signs = { everybody: 'well', member: 'well', waiting: 'waits', declined: 'gone' } as const satisfies Partial<
  Record<CalendarStanding, Sign>
>

type Words = (typeof federationTexts)['en']['shared']

const nameColumn = ({ urls }: Context, { columns }: Words): Column<SharedCalendar> => ({
  name: columns.calendar,
  show: ({ id, host, organisation }) => (
    <a id={id} href={urls.base(host) + visitorPaths.home}>
      <strong>
        <Written>{organisation}</Written>
      </strong>
    </a>
  ),
})

function columnsOf({ columns, standings }: Words): readonly Column<SharedCalendar>[] {
  return [
    {
      name: columns.standing,
      show: ({ standing }) =>
        standing === 'none' ? standings.none : <Standing sign={signs[standing]}>{standings[standing]}</Standing>,
    },
    { name: columns.change, bare: true, show: (row) => <Change of={row} /> },
  ]
}

function Change({ of: { id, organisation: name, standing } }: { readonly of: SharedCalendar }) {
  const { shared: words } = useTexts(federationTexts)
  const to = (move: keyof typeof moves) => `${at(of, { uuid: id })}${moves[move]}/`
  if (standing === 'everybody') return null
  if (standing === 'waiting')
    return (
      <ActionButton action={to('withdrawn')} of={id}>
        {words.withdraw}
      </ActionButton>
    )
  if (standing === 'member')
    return (
      <details>
        <summary>{words.leave}</summary>
        <p class="small">{words.leaveHelp}</p>
        <ActionButton action={to('left')} look="danger">
          {words.leaveOne({ name })}
        </ActionButton>
      </details>
    )
  return (
    <ActionButton action={to('asked')} of={id}>
      {words.ask}
    </ActionButton>
  )
}
