import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { fieldError } from '../errors.ts'
import type { Permission } from '../features/account/permission.ts'
import { readOpenPeriod } from '../features/accounting/period.ts'
import { findEvent } from '../features/event/event.queries.ts'
import {
  chosenColumns,
  chosenForm,
  type ExportList,
  exportColumns,
  exportForms,
  exportLists,
  permissionForPeople,
} from '../features/export/export-list.ts'
import type { ExportFilter } from '../features/export/export-source.ts'
import { columnsFor } from '../features/export/take-list.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { needs, route } from '../http/route.ts'
import { sendList } from '../http/send-list.ts'
import { AcceptLanguage, ArrayIn, EnumIn, Maybe, UuidIn } from '../http/wire/schemas.ts'
import { DayIn } from './day-wire.ts'
import { FileOut } from './file-wire.ts'

const permissionOf = {
  reservations: 'reservation:read',
  tickets: 'ticket:read',
  things: 'reservation:read',
  members: 'membership:read',
  payments: 'reservation:read',
  refunds: 'reservation:read',
} as const satisfies Record<ExportList, Permission>

const periodFields = { from: Maybe(DayIn), to: Maybe(DayIn) }
const filterFields = { ...periodFields, event: Maybe(UuidIn) }
const FilterIn = Type.Object(filterFields)

/** Nobody is a member of an event. */
const filterFieldsOf = (list: ExportList) => (list === 'members' ? periodFields : filterFields)

/** Lists as files, for programs that read tables. Not in the interface (ADR 0190). */
export function registerExports(app: FastifyInstance, context: Context): void {
  for (const list of exportLists) {
    const columns = exportColumns[list]
    const name = `${list.charAt(0).toUpperCase()}${list.slice(1)}`
    const forPeople = permissionForPeople(list)
    const people = forPeople === permissionOf[list] ? '' : `Names and addresses take \`${forPeople}\` as well. `
    route(app, {
      method: 'POST',
      url: `/api/exports/${list}/`,
      access: needs(permissionOf[list], 'exports'),
      asksAgain: true,
      tag: 'Exports',
      operationId: `export${name}`,
      summary: `Take a list of ${list} along, as a file`,
      description: `A spreadsheet, or CSV with semicolons or commas, streamed; its words are those of \`Accept-Language\`. \`columns\` in the order they are wanted, otherwise all but the uuid; \`from\` and \`to\` are days, both included. ${people}That it was taken is in the log. Of a person with a session it takes one who signed in during the last half an hour.`,
      headers: Type.Object({ 'Accept-Language': AcceptLanguage }),
      body: Type.Object(
        {
          columns: Type.Optional(ArrayIn(EnumIn(columns), { min: 1, max: columns.length })),
          form: Maybe(EnumIn(exportForms)),
          ...filterFieldsOf(list),
        },
        { title: `${name}Export` },
      ),
      response: { 200: FileOut('xlsx', 'csv') },
      handler: async ({ tenant, actor, language, body, reply }) => {
        const filter = await readFilter(context, tenant, body)
        const chosen = [...new Set(body.columns ?? chosenColumns(columnsFor(actor, tenant, list), null))]
        const order = { list, columns: chosen, form: chosenForm(body.form ?? undefined), filter }
        return sendList(context, { tenant, actor, language, reply }, order)
      },
    })
  }
}

/** @throws AppError validation_failed */
async function readFilter(
  { database }: Pick<Context, 'database'>,
  tenant: Tenant,
  { from, to, event }: Static<typeof FilterIn>,
): Promise<ExportFilter> {
  const bounds = readOpenPeriod({ from: from ?? '', to: to ?? '' }, tenant.timeZone)
  if (event == null) return { ...bounds, eventId: null }
  if (!(await database.asTenant(tenant.id, (tx) => findEvent(tx, event)))) throw fieldError('event', 'unknown_event')
  return { ...bounds, eventId: event }
}
