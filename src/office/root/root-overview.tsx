import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { logFault } from '../../http/error-handler.ts'
import type { Asked } from '../../http/route.ts'
import { momentText, numberText, withinSentence } from '../../lib/format.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { PageBody, Tiles } from '../kit/parts.tsx'
import { type Sign, Standing } from '../kit/standing.tsx'
import { DataTable } from '../kit/table.tsx'
import { examineHealth } from './examine-health.ts'
import { showRootPage } from './frame.tsx'
import { type Finding, type HealthCheck, type HealthState, healthChecks } from './health-checks.ts'
import { createHealthReading, type HealthFacts } from './read-health.ts'
import { rootRooms } from './rooms.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On pages of Root: how many things need somebody, as it was last read. */
    needs: number
  }
}

const keptMs = 10_000
const signs = {
  wrong: 'gone',
  look: 'watch',
  failed: 'watch',
  unknown: 'waits',
  good: 'well',
} as const satisfies Record<HealthState, Sign>
const worstFirst = Object.keys(signs)

type Overview = {
  /** Null: they could not be read. */
  readonly figures: HealthFacts['figures']
  /** Those that need somebody first. */
  readonly findings: readonly (Finding & { readonly check: HealthCheck })[]
  readonly needs: number
}

/**
 * Makes the page where a super-user lands: what needs somebody, and what keeps the service alive; programs ask `/readyz`. The navigation
 * of every page of Root says how many things that are, as it was last read: no page waits for it or fails with it.
 */
export function createRootOverview(app: FastifyInstance, context: Context): (asked: Asked) => Promise<string> {
  const readFacts = createHealthReading(app, context)
  let underWay: Promise<HealthFacts> | null = null
  let known = { needs: 0, until: 0 }

  /** Reads once for all who ask meanwhile. */
  function read(): Promise<HealthFacts> {
    underWay ??= readFacts().finally(() => {
      underWay = null
    })
    return underWay
  }

  async function examine({ tenant: { timeZone }, language }: FastifyRequest): Promise<Overview> {
    const facts = await read()
    const found = examineHealth(context, { timeZone, language }, facts)
    const findings = (Object.keys(healthChecks) as HealthCheck[])
      .map((check) => ({ check, ...found[check] }))
      .toSorted((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state))
    const needs = findings.filter(({ state }) => state === 'look' || state === 'wrong').length
    known = { needs, until: context.now().getTime() + keptMs }
    return { figures: facts.figures, findings, needs }
  }

  app.decorateRequest('needs', 0)
  app.addHook('preHandler', async (request) => {
    if (request.tenant?.category !== 'root' || request.actor.kind !== 'account' || !request.actor.isSuperUser) return
    if (request.method !== 'GET' || !request.url.startsWith(rootRooms.overview)) return
    request.needs = known.needs
    // The overview reads it itself.
    if (request.routeOptions.url === rootRooms.overview || context.now().getTime() < known.until) return
    examine(request).catch((error: unknown) => logFault(request, error, 'what needs somebody could not be counted'))
  })

  return async (asked) => {
    const overview = await examine(asked.request)
    asked.request.needs = overview.needs
    const title = rootTexts[asked.request.language].rooms.overview
    return showRootPage(asked, { title, room: 'overview' }, <Shown {...overview} />)
  }
}

function Shown({ figures, findings, needs }: Overview) {
  const { language, timeZone } = useReader()
  const words = useTexts(rootCareTexts).health
  const { rooms } = useTexts(rootTexts)
  const number = (count: number) => numberText(count, language)
  const isWell = needs === 0 && findings.every(({ state }) => state !== 'failed')
  const said = (at: Date) => withinSentence(momentText({ at, now: null, timeZone, language }), language)
  return (
    <PageBody heading={rooms.overview}>
      <p class="lead">
        <Standing sign={isWell ? 'well' : 'watch'}>
          {isWell || needs > 0 ? words.needs({ count: needs }) : words.failed}
        </Standing>
      </p>
      {figures === null ? null : (
        <Tiles
          of={(['open', 'fresh', 'sandboxes'] as const).map((figure) => ({
            name: words.figures[figure],
            value: number(figures[figure]),
          }))}
        />
      )}
      <p class="prose">{words.lead}</p>
      <DataTable
        label={words.title}
        rows={findings}
        keyOf={({ check }) => check}
        columns={[
          { name: words.columns.what, show: ({ check }) => words.checks[check].name },
          {
            name: words.columns.state,
            bare: true,
            show: ({ state }) => <Standing sign={signs[state]}>{words.states[state]}</Standing>,
          },
          {
            name: words.columns.found,
            bare: true,
            show: ({ check, state, value, asOf }) => {
              if (state === 'unknown' || state === 'failed') return words[state]
              const text = words.checks[check][state]
              const room = state === 'good' ? null : healthChecks[check]
              return (
                <div>
                  {typeof text === 'string' ? text : text({ value })}
                  {asOf ? ` ${words.asOf({ when: said(asOf) })}` : null}
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
