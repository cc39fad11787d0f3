import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readOpenPeriod } from '../../features/accounting/period.ts'
import type { Actor } from '../../features/account/actor.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { listNearEvents } from '../../features/event/near-events.queries.ts'
import { findChoice, type KeptChoice } from '../../features/export/export-choice.queries.ts'
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
import type { ExportFilter } from '../../features/export/export-source.ts'
import { columnsFor } from '../../features/export/take-list.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { sendList } from '../../http/send-list.ts'
import { at, paths } from '../../lib/paths.ts'
import { exportTexts } from '../../messages/office/export.ts'
import { ArrayIn, EnumIn, Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { explainFields } from '../kit/explain.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { type Filled, ExportForm } from './export-form.tsx'
import { orderScript } from './order-script.ts'

const mostEvents = 100
const everyColumn = [...new Set(Object.values(exportColumns).flat())] as readonly ExportColumn[]

const ListParams = Type.Object({ list: Type.String({ maxLength: 40 }) })
/** Where a column stands: a number in a field of its own. */
const places = Object.fromEntries(everyColumn.map((column) => [`place_${column}`, Maybe(TypedText({ max: 10 }))]))
const OrderBody = Type.Object({
  columns: Maybe(ArrayIn(EnumIn(everyColumn), { max: everyColumn.length })),
  from: Maybe(TypedText({ max: 20 })),
  to: Maybe(TypedText({ max: 20 })),
  event: Maybe(UuidIn),
  form: EnumIn(exportForms),
  ...places,
})

/** Lists that are taken along as files. */
export function registerExportPages(app: FastifyInstance, context: Context): void {
  const access = staff('exports')

  page(app, {
    method: 'GET',
    url: paths.exports,
    access,
    handler: ({ language, request, reply }) => {
      const words = exportTexts[language]
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'exports' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">
            {words.lead} {words.noted}
          </p>
          <ul class="rows">
            {exportLists.map((list) => (
              <li key={list}>
                <span class="name">
                  <a href={at(paths.exportOf, { list })}>{words.lists[list].name}</a>
                </span>
                <span class="state">{words.lists[list].what}</span>
              </li>
            ))}
          </ul>
        </div>,
      )
    },
  })

  page(app, {
    method: 'GET',
    url: paths.exportOf,
    access,
    params: ListParams,
    query: Type.Object({ event: Type.Optional(TextQuery) }),
    handler: async ({ tenant, actor, params, query, request, reply }) => {
      const list = listOf(params.list)
      const offered = columnsFor(actor, tenant, list)
      const choice = await rememberedChoice(context, tenant, actor, list)
      const chosen = chosenColumns(offered, choice?.columns ?? null)
      const ordered = [...chosen, ...offered.filter((column) => !chosen.includes(column))]
      const form = chosenForm(choice?.form)
      const filled = { from: '', to: '', eventId: query.event ?? '', form, ordered, chosen }
      return showForm({ request, reply }, { list, filled, problems: [] })
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
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const list = listOf(params.list)
      const filled = readFilled(body, columnsFor(actor, tenant, list))
      const asked = await readFilter(context, tenant, filled, language)
      const problems = [
        ...asked.problems,
        ...(filled.chosen.length === 0 ? [{ field: 'columns', detail: exportTexts[language].noColumn }] : []),
      ]
      if (problems.length > 0) return showForm({ request, reply }, { list, filled, problems })
      const { form, chosen: columns } = filled
      const order = { list, columns, form, filter: asked.filter }
      return sendList(context, { tenant, actor, language, reply }, order)
    },
  })

  async function showForm(
    asked: Parameters<typeof showAdminPage>[0],
    shown: { readonly list: ExportList; readonly filled: Filled; readonly problems: readonly FormProblem[] },
  ): Promise<string> {
    const { tenant, actor, language } = asked.request
    const { list, filled, problems } = shown
    if (problems.length > 0) asked.reply.code(400)
    const near = await context.database.asTenant(tenant.id, async (tx) => {
      const events = await listNearEvents(tx, { now: context.now(), limit: mostEvents })
      if (filled.eventId === '' || events.some(({ id }) => id === filled.eventId)) return events
      const other = await findEvent(tx, filled.eventId)
      return other ? [other, ...events] : events
    })
    const words = exportTexts[language].lists[list]
    return showAdminPage(
      asked,
      { title: words.name, area: 'exports', scriptPath: orderScript.path },
      <ExportForm
        list={list}
        filled={filled}
        events={near}
        hidesPeople={columnsFor(actor, tenant, list).length < exportColumns[list].length}
        problems={problems}
        timeZone={tenant.timeZone}
        now={context.now()}
        language={language}
      />,
    )
  }
}

function listOf(name: string): ExportList {
  if (!isExportList(name)) throw new AppError('not_found')
  return name
}

async function rememberedChoice(
  { database }: Pick<Context, 'database'>,
  tenant: Tenant,
  actor: Actor,
  list: ExportList,
): Promise<KeptChoice | null> {
  if (actor.kind !== 'account') return null
  return database.asTenant(tenant.id, (tx) => findChoice(tx, actor.accountId, list))
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
    form: body.form,
    ordered,
    chosen: ordered.filter((column) => body.columns?.includes(column)),
  }
}

type Asked = { readonly filter: ExportFilter; readonly problems: readonly FormProblem[] }

/** @throws AppError not_found: there is no such event here */
async function readFilter(
  { database }: Pick<Context, 'database'>,
  tenant: Tenant,
  filled: Filled,
  language: Language,
): Promise<Asked> {
  const { eventId } = filled
  if (eventId !== '' && !(await database.asTenant(tenant.id, (tx) => findEvent(tx, eventId))))
    throw new AppError('not_found')
  try {
    const bounds = readOpenPeriod(filled, tenant.timeZone)
    return { filter: { ...bounds, eventId: eventId === '' ? null : eventId }, problems: [] }
  } catch (error) {
    const problems = error instanceof AppError ? explainFields(error, language) : null
    if (problems === null) throw error
    return { filter: { from: null, until: null, eventId: null }, problems }
  }
}
