import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { minorDigits } from '../../lib/money.ts'
import type { Cell, Row } from '../../lib/sheet.ts'
import type { PaymentMethod, PaymentStatus, RefundCause, RefundState } from '../payment/payment.ts'
import type { ReservationStatus } from '../reservation/reservation.ts'
import type { TicketStatus } from '../ticket/ticket.ts'
import type { ColumnOf, ExportColumn, ExportList } from './export-list.ts'

export type ExportFilter = {
  /** The moment from which things were booked, received or promised … */
  readonly from: Date | null
  /** … and the one before which they were. */
  readonly until: Date | null
  readonly eventId: string | null
  /** The ids of the rows that are asked for; absent: all. */
  readonly ids?: readonly string[]
}

/** A batch: at most so many after that id, in the order they were made. */
export type Batch = ExportFilter & { readonly after: string | null; readonly limit: number }

/** The names of codes, in the language of the person who exports the list. */
export type ExportWords = {
  readonly reservations: Readonly<Record<ReservationStatus | 'expired', string>>
  readonly tickets: Readonly<Record<TicketStatus | 'cancelled', string>>
  readonly payments: Readonly<Record<PaymentStatus | 'corrected', string>>
  readonly refunds: Readonly<Record<RefundState, string>>
  readonly causes: Readonly<Record<RefundCause, string>>
  readonly methods: Readonly<Record<PaymentMethod, string>>
}

export type Telling = { readonly words: ExportWords; readonly currency: string }

/** How a list is read, and what each column says of an item. */
export type ExportSource = {
  readBatch(
    tx: TenantTx,
    batch: Batch,
    shown: Telling & { readonly columns: readonly ExportColumn[] },
  ): Promise<ExportRows>
}

/** A batch of rows; `last` is the id that the next batch comes after. */
export type ExportRows = { readonly rows: readonly Row[]; readonly last: string | null }

type Definition<List extends ExportList, Item> = {
  readonly list: (tx: TenantTx, batch: Batch) => Promise<readonly Item[]>
  readonly cells: Readonly<Record<ColumnOf<List>, (item: Item, telling: Telling) => Cell>>
}

/** @param list whose columns all have to be there */
export function exportSource<List extends ExportList, Item extends { readonly id: string }>(
  _list: List,
  { list, cells }: Definition<List, Item>,
): ExportSource {
  const known = new Map(Object.entries<(item: Item, telling: Telling) => Cell>(cells))
  return {
    async readBatch(tx, batch, { columns, ...telling }) {
      const items = await list(tx, batch)
      const rows = items.map((item) => columns.map((column) => known.get(column)?.(item, telling) ?? null))
      return { rows, last: items.at(-1)?.id ?? null }
    },
  }
}

/** Narrows to rows of the days asked for, after the batch before; `at` and `id` are columns of the statement. */
export function isAsked({ from, until, ids, after }: Batch, at: string, id: string): RawBuilder<boolean> {
  const [moment, key, few] = [sql.ref(at), sql.ref(id), ids ?? null]
  return sql<boolean>`(${from}::timestamptz is null or ${moment} >= ${from})
    and (${until}::timestamptz is null or ${moment} < ${until}) and (${after}::uuid is null or ${key} > ${after}) and (${few}::uuid[] is null or ${key} = any(${few}))`
}

/** Whether a row of `reservation` is of that event. */
export function isOfEvent({ eventId }: Batch): RawBuilder<boolean> {
  return sql<boolean>`(${eventId}::uuid is null or reservation.event_id = ${eventId})`
}

export function amountCell(minor: number, currency: string): Cell {
  return { minor, digits: minorDigits(currency) }
}

export function momentCell(at: Date | null): Cell {
  return at && { at }
}

export function rateCell(hundredths: number | null): Cell {
  return hundredths === null ? null : { minor: hundredths, digits: 2 }
}
