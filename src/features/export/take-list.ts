import { AppError } from '../../errors.ts'
import { byteOrderMark, type CsvForm, csvLines } from '../../lib/csv.ts'
import type { Row } from '../../lib/sheet.ts'
import { xlsxFile } from '../../lib/xlsx.ts'
import { type Actor, may } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { hasStaffPermission } from '../tenant/has-staff-permission.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { reservationRows, thingRows, ticketRows } from './booked-rows.queries.ts'
import { keepChoice } from './export-choice.queries.ts'
import {
  type ExportColumn,
  type ExportForm,
  type ExportList,
  offeredColumns,
  permissionForPeople,
  staffPermissionForPeople,
} from './export-list.ts'
import type { Batch, ExportFilter, ExportRows, ExportSource, ExportWords } from './export-source.ts'
import { memberRows } from './member-rows.queries.ts'
import { paymentRows, refundRows } from './money-rows.queries.ts'

/** Everything in the language of the person who exports it. */
type Words = {
  readonly sheet: string
  readonly columns: Readonly<Record<ExportColumn, string>>
  readonly values: ExportWords
}

export type ExportOrder = {
  readonly list: ExportList
  readonly columns: readonly ExportColumn[]
  readonly form: ExportForm
  readonly filter: ExportFilter
  readonly words: Words
}

const sources = {
  reservations: reservationRows,
  tickets: ticketRows,
  things: thingRows,
  members: memberRows,
  payments: paymentRows,
  refunds: refundRows,
} as const satisfies Record<ExportList, ExportSource>

/** Rows read and written at a time, in a few milliseconds: in between others are answered. 250 took twenty on a busy machine. */
const batchRows = 100

/** The columns of a list that somebody may export, or a key. */
export function columnsFor(actor: Actor, tenant: Tenant, list: ExportList): readonly ExportColumn[] {
  const seesPeople =
    actor.kind === 'account'
      ? hasStaffPermission(actor, tenant, staffPermissionForPeople(list))
      : may(actor, permissionForPeople(list))
  return offeredColumns(list, seesPeople)
}

/**
 * A list as a file, piece by piece: memory stays that of a batch, and no connection is held while a slow reader reads, which
 * is why it is no snapshot. Columns and form are remembered for the person who takes it. The organisation's log says who took what;
 * a file that is not noted there never comes to its end.
 *
 * @throws AppError permission_denied: one of the columns is not for them
 */
export async function takeList(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  order: ExportOrder,
): Promise<AsyncGenerator<string | Uint8Array>> {
  const { list, columns, form } = order
  const offered = columnsFor(actor, tenant, list)
  if (columns.some((column) => !offered.includes(column))) throw new AppError('permission_denied')
  if (actor.kind === 'account') {
    const { accountId } = actor
    const choice = { accountId, list, columns, form, now: deps.now() }
    await deps.database.asTenant(tenant.id, (tx) => keepChoice(tx, choice))
  }
  return fileOf(tenant, order, readBatches(deps, tenant, actor, order))
}

async function* readBatches(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  order: ExportOrder,
): AsyncGenerator<readonly Row[]> {
  const { list, columns, filter, words } = order
  const shown = { columns, words: words.values, currency: tenant.currency }
  let taken = 0
  let isOver = false
  const note = () => noteTaken(deps, tenant, actor, order, { rows: taken, complete: isOver })
  try {
    let after: string | null = null
    do {
      const batch: Batch = { ...filter, after, limit: batchRows }
      const { rows, last }: ExportRows = await deps.database.asTenant(tenant.id, (tx) =>
        sources[list].readBatch(tx, batch, shown),
      )
      taken += rows.length
      yield rows
      after = rows.length < batchRows ? null : last
    } while (after !== null)
    isOver = true
    await note()
  } finally {
    // Somebody who breaks it off has what came until then.
    if (!isOver) await note()
  }
}

async function noteTaken(
  { database, now }: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { list, columns, form, filter }: ExportOrder,
  taken: { readonly rows: number; readonly complete: boolean },
): Promise<void> {
  const { from, until, eventId } = filter
  const asked = { ...(from && { from }), ...(until && { until }), ...(eventId && { event: eventId }) }
  const after = { list, form, columns, ...asked, ...taken }
  await database.asTenant(tenant.id, (tx) => recordChange(tx, actor, now(), 'list.taken', null, { after }))
}

function fileOf(
  { timeZone }: Tenant,
  { form, columns, words }: ExportOrder,
  batches: AsyncGenerator<readonly Row[]>,
): AsyncGenerator<string | Uint8Array> {
  const head = columns.map((column) => words.columns[column])
  return form === 'xlsx'
    ? xlsxFile({ sheetName: words.sheet, head, batches, timeZone })
    : csvFile(head, batches, { form, timeZone })
}

async function* csvFile(
  head: readonly string[],
  batches: AsyncGenerator<readonly Row[]>,
  style: { readonly form: CsvForm; readonly timeZone: string },
): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLines([head], style)}`
  for await (const rows of batches) yield csvLines(rows, style)
}
