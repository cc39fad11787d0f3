import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readOpenPeriod } from '../../features/accounting/period.ts'
import { findEvent, getEvent } from '../../features/event/event.queries.ts'
import { listNearEvents } from '../../features/event/near-events.queries.ts'
import { findChoice } from '../../features/export/export-choice.queries.ts'
import {
  chosenColumns,
  chosenForm,
  type ExportColumn,
  type ExportList,
  exportColumns,
  exportForms,
  exportLists,
  isExportList,
} from '../../features/export/export-list.ts'
import { columnsFor } from '../../features/export/take-list.ts'
import { type Asked, staff } from '../../http/route.ts'
import { sendList } from '../../http/send-list.ts'
import { at, paths } from '../../lib/paths.ts'
import { exportTexts } from '../../messages/office/export.ts'
import { ArrayIn, EnumIn, ListQuery, Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { tryDays } from '../kit/explain.ts'
import { showRoom, showAdminPage } from '../kit/frame.tsx'
import { mostTicked } from '../kit/several.tsx'
import { type Filled, ExportForm } from './export-form.tsx'
import { orderScript } from './order-script.ts'

const access = staff('exports')
const mostEvents = 100
const everyColumn = [...new Set(Object.values(exportColumns).flat())] as readonly ExportColumn[]

const ListParams = Type.Object({ list: Type.String({ maxLength: 40 }) })
/** Fields for the place of each column, as a number. */
const places = Object.fromEntries(everyColumn.map((column) => [`place_${column}`, Maybe(TypedText({ max: 10 }))]))
const OrderBody = Type.Object({
  columns: Maybe(ArrayIn(EnumIn(everyColumn), { max: everyColumn.length })),
  from: Maybe(TypedText({ max: 20 })),
  to: Maybe(TypedText({ max: 20 })),
  event: Maybe(UuidIn),
  form: EnumIn(exportForms),
  id: Maybe(ArrayIn(UuidIn, { max: mostTicked })),
  ...places,
})

/** Lists that are exported as files. */
export function registerExportPages(app: FastifyInstance, context: Context): void {
  page(app, { method: 'GET', url: paths.exports, access, handler: showLists })

  page(app, {
    method: 'GET',
    url: paths.exportOf,
    access,
    params: ListParams,
    query: Type.Object({ event: Type.Optional(TextQuery), id: Type.Optional(ListQuery(UuidIn, { max: mostTicked })) }),
    handler: async (asked) => {
      const { tenant, actor, params, query } = asked
      const list = listOf(params.list)
      const offered = columnsFor(actor, tenant, list)
      const remembered = (accountId: string) =>
        context.database.asTenant(tenant.id, (tx) => findChoice(tx, accountId, list))
      const choice = actor.kind === 'account' ? await remembered(actor.accountId) : null
      const chosen = chosenColumns(offered, choice?.columns ?? null)
      const ordered = [...chosen, ...offered.filter((column) => !chosen.includes(column))]
      const form = chosenForm(choice?.form)
      const asking = { from: '', to: '', eventId: query.event ?? '', ticked: query.id ?? [] }
      return showForm(context, asked, list, { ...asking, form, ordered, chosen })
    },
  })

  page(app, {
    method: 'POST',
    url: paths.exportOf,
    access,
    asksAgain: true,
    forms: true,
    params: ListParams,
    body: OrderBody,
    handler: async (asked) => {
      const { tenant, actor, language, params, body } = asked
      const list = listOf(params.list)
      const filled = readFilled(body, columnsFor(actor, tenant, list))
      if (filled.eventId !== '') await context.database.asTenant(tenant.id, (tx) => getEvent(tx, filled.eventId))
      const { read: bounds, problems: wrong } = tryDays(() => readOpenPeriod(filled, tenant.timeZone), language)
      const detail = exportTexts[language].noColumn
      const problems = filled.chosen.length === 0 ? [...wrong, { field: 'columns', detail }] : wrong
      if (bounds === null || problems.length > 0) return showForm(context, asked, list, filled, problems)
      const { form, chosen: columns, ticked } = filled
      const eventId = filled.eventId === '' ? null : filled.eventId
      const filter = { ...bounds, eventId, ...(ticked.length === 0 ? {} : { ids: ticked }) }
      return sendList(context, asked, { list, columns, form, filter })
    },
  })
}

function showLists(asked: Asked): string {
  const words = exportTexts[asked.request.language]
  return showRoom(
    asked,
    { title: words.title, area: 'exports', lead: `${words.lead} ${words.noted}` },
    <ul class="rows">
      {exportLists.map((list) => (
        <li key={list}>
          <span class="name">
            <a href={at(paths.exportOf, { list })}>{words.lists[list].name}</a>
          </span>
          <span class="state">{words.lists[list].what}</span>
        </li>
      ))}
    </ul>,
  )
}

async function showForm(
  { database, now }: Pick<Context, 'database' | 'now'>,
  asked: Asked,
  list: ExportList,
  filled: Filled,
  problems: readonly FormProblem[] = [],
): Promise<string> {
  const { tenant, actor, language } = asked.request
  if (problems.length > 0) asked.reply.code(400)
  const events = await database.asTenant(tenant.id, async (tx) => {
    const near = await listNearEvents(tx, { now: now(), timeZone: tenant.timeZone, limit: mostEvents })
    if (filled.eventId === '' || near.some(({ id }) => id === filled.eventId)) return near
    const other = await findEvent(tx, filled.eventId)
    return other ? [other, ...near] : near
  })
  const hidesPeople = columnsFor(actor, tenant, list).length < exportColumns[list].length
  return showAdminPage(
    asked,
    { title: exportTexts[language].lists[list].name, area: 'exports', scriptPath: orderScript.path },
    <ExportForm {...{ list, filled, events, hidesPeople, problems }} />,
  )
}

function listOf(name: string): ExportList {
  if (!isExportList(name)) throw new AppError('not_found')
  return name
}

/** Columns in the order of their numbers; those without one last, as they were. */
function readFilled(body: Static<typeof OrderBody>, offered: readonly ExportColumn[]): Filled {
  const typed: Readonly<Record<string, unknown>> = body
  const placeOf = (column: ExportColumn) => {
    const number = Number.parseInt(String(typed[`place_${column}`] ?? ''), 10)
    return Number.isNaN(number) ? Number.MAX_SAFE_INTEGER : number
  }
  const ordered = offered.toSorted((left, right) => placeOf(left) - placeOf(right))
  return {
    from: body.from ?? '',
    to: body.to ?? '',
    eventId: body.event ?? '',
    ticked: body.id ?? [],
    form: body.form,
    ordered,
    chosen: ordered.filter((column) => body.columns?.includes(column)),
  }
}
