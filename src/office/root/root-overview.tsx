import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { countOpenReports } from '../../features/tenant/page-report.queries.ts'
import { countOrganisations } from '../../features/tenant/root.queries.ts'
import type { Asked } from '../../http/route.ts'
import { numberText } from '../../lib/format.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { PageBody, Tiles } from '../kit/parts.tsx'
import { type Sign, Standing } from '../kit/standing.tsx'
import { DataTable } from '../kit/table.tsx'
import { examineHealth } from './examine-health.ts'
import { showRootPage } from './frame.tsx'
import { type Finding, type HealthCheck, type HealthState, healthChecks } from './health-checks.ts'
import { createLookEverywhere } from './look-everywhere.ts'
import { rootRooms } from './rooms.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On pages of Root: how many things need somebody, as of a few seconds ago. */
    needs: number
  }
}

const keptMs = 10_000
const signs = { wrong: 'gone', look: 'watch', unknown: 'waits', good: 'well' } as const satisfies Record<
  HealthState,
  Sign
>
const worstFirst = Object.keys(signs)

type Overview = {
  readonly figures: Awaited<ReturnType<typeof countOrganisations>>
  /** Those that need somebody first. */
  readonly findings: readonly (Finding & { readonly check: HealthCheck })[]
  readonly needs: number
}

/**
 * Makes the page where a super-user lands: what needs somebody, and what keeps the service alive; programs ask `/readyz`. The navigation
 * of every page of Root says how many things that are.
 */
export function createRootOverview(app: FastifyInstance, context: Context): (asked: Asked) => Promise<string> {
  const lookEverywhere = createLookEverywhere(context)
  let known = { needs: 0, until: 0 }

  async function read({ tenant: { timeZone }, language }: FastifyRequest): Promise<Overview> {
    const { reports, ...figures } = await context.database.asServer(async (tx) => ({
      ...(await countOrganisations(tx, context.now())),
      reports: await countOpenReports(tx, null),
    }))
    const everywhere = await lookEverywhere(figures.all)
    const waiting = { registrations: figures.waiting, reports }
    const found = await examineHealth(context, { timeZone, language }, waiting, everywhere)
    const findings = (Object.keys(healthChecks) as HealthCheck[])
      .map((check) => ({ check, ...found[check] }))
      .toSorted((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state))
    const needs = findings.filter(({ state }) => state === 'look' || state === 'wrong').length
    known = { needs, until: context.now().getTime() + keptMs }
    return { figures, findings, needs }
  }

  app.decorateRequest('needs', 0)
  app.addHook('preHandler', async (request) => {
    if (request.tenant?.category !== 'root' || request.actor.kind !== 'account' || !request.actor.isSuperUser) return
    if (!request.url.startsWith(rootRooms.overview)) return
    const isKnown = context.now().getTime() < known.until
    request.needs = isKnown ? known.needs : (await read(request)).needs
  })

  return async (asked) => {
    const overview = await read(asked.request)
    asked.request.needs = overview.needs
    const title = rootTexts[asked.request.language].rooms.overview
    return showRootPage(asked, { title, room: 'overview' }, <Shown {...overview} />)
  }
}

function Shown({ figures, findings, needs }: Overview) {
  const { language } = useReader()
  const words = useTexts(rootCareTexts).health
  const { rooms } = useTexts(rootTexts)
  const number = (count: number) => numberText(count, language)
  return (
    <PageBody heading={rooms.overview}>
      <p class="lead">
        <Standing sign={needs === 0 ? 'well' : 'watch'}>{words.needs({ count: needs })}</Standing>
      </p>
      <Tiles
        of={(['open', 'fresh', 'sandboxes'] as const).map((figure) => ({
          name: words.figures[figure],
          value: number(figures[figure]),
        }))}
      />
      <p class="prose">{words.lead}</p>
      <DataTable
        label={words.title}
        rows={findings}
        keyOf={({ check }) => check}
        columns={[
          { name: words.columns.what, show: ({ check }) => words.checks[check].name },
          {
            name: words.columns.state,
            show: ({ state }) => <Standing sign={signs[state]}>{words.states[state]}</Standing>,
          },
          {
            name: words.columns.found,
            show: ({ check, state, value }) => {
              if (state === 'unknown') return words.unknown
              const said = words.checks[check][state]
              const room = state === 'good' ? null : healthChecks[check]
              return (
                <div>
                  {typeof said === 'string' ? said : said({ value })}
                  {room === null ? null : (
                    <>
                      {' '}
                      <a href={rootRooms[room]}>{rooms[room]}</a>
                    </>
                  )}
                </div>
              )
            },
          },
        ]}
      />
    </PageBody>
  )
}
