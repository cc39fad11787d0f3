import type { CsvForm } from '../../lib/csv.ts'
import type { Permission } from '../account/permission.ts'
import type { StaffPermission } from '../account/role.ts'

/** What can be exported, each with its columns in the order they have until somebody chooses another. */
export const exportColumns = {
  reservations: [
    ...(['reference', 'booked_at', 'event', 'event_at', 'state', 'email', 'tickets', 'total'] as const),
    ...(['currency', 'paid_by', 'paid_at', 'code', 'cancelled_at', 'id'] as const),
  ],
  tickets: [
    ...(['ticket', 'reference', 'event', 'event_at', 'product', 'price', 'amount', 'currency'] as const),
    ...(['first_name', 'last_name', 'email', 'seat', 'state', 'scanned_at', 'device', 'booked_at'] as const),
    ...(['cancelled_at', 'access_notes', 'id'] as const),
  ],
  things: [
    ...(['reference', 'booked_at', 'event', 'event_at', 'product', 'price', 'quantity'] as const),
    ...(['handed_out', 'amount', 'total', 'currency', 'vat_rate', 'state', 'email', 'id'] as const),
  ],
  members: [
    ...(['member', 'email', 'first_name', 'last_name', 'product', 'price', 'valid_from'] as const),
    ...(['valid_until', 'amount', 'currency', 'reference', 'cancelled_at', 'taken_at', 'id'] as const),
  ],
  payments: [
    ...(['received_at', 'reference', 'event', 'email', 'paid_by', 'state', 'received', 'currency'] as const),
    ...(['promised_back', 'receipt', 'provider_id', 'id'] as const),
  ],
  refunds: [
    ...(['promised_at', 'reference', 'event', 'email', 'paid_by', 'cause', 'state', 'amount'] as const),
    ...(['currency', 'ended_at', 'handed_over_at', 'credit_note', 'failure', 'provider_id', 'id'] as const),
  ],
} as const

export type ExportList = keyof typeof exportColumns
export const exportLists = Object.keys(exportColumns) as readonly ExportList[]
export type ColumnOf<List extends ExportList> = (typeof exportColumns)[List][number]
export type ExportColumn = ColumnOf<ExportList>

/** A spreadsheet, or text as spreadsheets of one language or the other read it. */
export const exportForms = ['xlsx', 'semicolon', 'comma'] as const satisfies readonly (CsvForm | 'xlsx')[]
export type ExportForm = (typeof exportForms)[number]

export function isExportList(text: string): text is ExportList {
  return exportLists.some((list) => list === text)
}

/** Columns that say who people are. Only staff that deals with people exports them: an accountant needs sums (ADR 0153). */
const personal: ReadonlySet<ExportColumn> = new Set(['email', 'first_name', 'last_name'])

/** The permission without which a list has no personal column. */
export function staffPermissionForPeople(list: ExportList): StaffPermission {
  return list === 'members' ? 'people' : 'reservations'
}

/** As `staffPermissionForPeople`, for an API key: the permission by which the API shows these people. */
export function permissionForPeople(list: ExportList): Permission {
  return list === 'members' ? 'membership:read' : 'reservation:read'
}

export function offeredColumns(list: ExportList, seesPeople: boolean): readonly ExportColumn[] {
  return exportColumns[list].filter((column) => seesPeople || !personal.has(column))
}

/** The offered columns of a choice, in its order; without a choice all that say something to people. */
export function chosenColumns(
  offered: readonly ExportColumn[],
  choice: readonly string[] | null,
): readonly ExportColumn[] {
  if (choice === null) return offered.filter((column) => column !== 'id')
  return choice.flatMap((column) => offered.find((known) => known === column) ?? [])
}

/** The form of a choice; a spreadsheet when there is none, or it is no longer offered. */
export function chosenForm(choice: string | undefined): ExportForm {
  return exportForms.find((form) => form === choice) ?? 'xlsx'
}
