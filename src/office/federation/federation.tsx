import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { requireMeta } from '../../features/tenant/category-rules.ts'
import { type Federated, searchFederated } from '../../features/tenant/federation.queries.ts'
import { moveInFederation } from '../../features/tenant/move-in-federation.ts'
import { dayText } from '../../lib/format.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { staff } from '../../http/route.ts'
import { federationTexts } from '../../messages/office/federation.ts'
import { commonTexts } from '../../messages/site/common.ts'
import type { Clock } from '../../pages/format.tsx'
import { ActionButton } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { listPage } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'

const of = paths.federationMember
const access = staff('programme')
/** The last part of each address. */
const moves = { accepted: 'acceptance', declined: 'refusal', removed: 'removal' } as const

/** Registers the page of a Meta with who is on its calendar and who asks to be, and what is decided about them. */
export function registerFederationPages(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.federation,
    access,
    area: 'federation',
    narrow: {},
    read: async ({ request: { tenant } }, search) => {
      requireMeta(tenant)
      return { rows: await context.database.asServer((tx) => searchFederated(tx, tenant, search)) }
    },
    show: ({ asked: { request }, done }) => {
      const { tenant, language } = request
      const { federation: words } = federationTexts[language]
      return {
        title: words.title,
        lead: tenant.firstMeta ? words.everybody : words.lead,
        said: saidOf(done, words.done),
        ...(tenant.firstMeta ? {} : { search: words.search }),
        empty: tenant.firstMeta ? null : words.empty,
        nobody: words.nobody,
        columns: columnsOf(context, { timeZone: tenant.timeZone, now: context.now(), language }),
      }
    },
  })

  for (const move of ['accepted', 'declined', 'removed'] as const)
    actionPage(app, {
      of,
      name: moves[move],
      access,
      act: async ({ request: { tenant, actor } }, id) => {
        await moveInFederation(context, tenant, actor, id, move)
      },
      goesOn: () => at(paths.federation, {}, { done: move }),
    })
}

function columnsOf({ urls }: Context, clock: Clock): readonly Column<Federated>[] {
  const { federation: words } = federationTexts[clock.language]
  const { columns } = words
  return [
    {
      name: columns.organisation,
      show: ({ id, host, organisation, category, city }) => (
        <div>
          <a id={id} href={urls.base(host) + visitorPaths.home}>
            <strong>
              <Written>{organisation}</Written>
            </strong>
          </a>
          <br />
          <span class="muted small">
            {commonTexts[clock.language].categories[category]}
            {city ? ` · ${city}` : null}
          </span>
        </div>
      ),
    },
    {
      name: columns.standing,
      show: ({ state }) => <Standing sign={state === 'waiting' ? 'waits' : 'well'}>{words.standings[state]}</Standing>,
    },
    { name: columns.since, show: ({ since }) => dayText({ ...clock, at: since }) },
    { name: columns.decide, show: (row) => <Decision of={row} /> },
  ]
}

function Decision({ of: { id, organisation: name, state } }: { readonly of: Federated }) {
  const { federation: words } = useTexts(federationTexts)
  const to = (move: keyof typeof moves) => `${at(of, { uuid: id })}${moves[move]}/`
  if (state === 'waiting')
    return (
      <div class="actions">
        <ActionButton action={to('accepted')} look="main" of={id}>
          {words.accept}
        </ActionButton>
        <ActionButton action={to('declined')} of={id}>
          {words.decline}
        </ActionButton>
      </div>
    )
  return (
    <details>
      <summary>{words.remove}</summary>
      <p class="small">{words.removeHelp}</p>
      <ActionButton action={to('removed')} look="danger">
        {words.removeOne({ name })}
      </ActionButton>
    </details>
  )
}
