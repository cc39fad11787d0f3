import { type TObject, type TProperties, Type } from 'typebox'
import type { Place } from '../db/in-order.ts'
import { fieldError } from '../errors.ts'
import { isUuid } from '../lib/text.ts'
import { parseDateTime } from '../lib/time.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import { cursorText } from '../http/wire/paging.ts'
import { readSort, type SortText } from '../http/wire/sort.ts'
import { CountQuery, FromQuery, PageQuery, SortQuery, StatusQuery, UntilQuery } from '../http/wire/schemas.ts'

/** One order of a list: what its rows are ordered by, and how a cursor writes that. */
export type ListKeys<Row> = {
  readonly of: (row: Row) => Place
  readonly toText: (place: Place) => string
  /** Null for what `toText` never says. */
  readonly fromText: (text: string) => Place | null
  /** How many rows of a whole list are read at once: where the order has no index, each time the rest is ordered anew. */
  readonly batchRows: number
}

/** Where an index has the order. */
export const usualBatchRows = 500
/** A list of 100,000 is ordered 20 times instead of 200. */
const orderedBatchRows = 5_000

/** Order of making. */
export const byId: ListKeys<{ readonly id: string }> = {
  of: ({ id }) => [id],
  toText: ([id = '']) => id,
  fromText: (text) => (isUuid(text) ? [text] : null),
  batchRows: usualBatchRows,
}

/** `<moment> <id>`: what is of one moment is told apart by id. */
export function byMoment<Row extends { readonly id: string }>(of: (row: Row) => Date): ListKeys<Row> {
  return {
    of: (row) => [of(row).toISOString(), row.id],
    toText: ([moment = '', id = '']) => `${moment} ${id}`,
    fromText(text) {
      const [moment = '', id] = text.split(' ')
      const at = parseDateTime(moment, 'UTC')
      return at && isUuid(id) ? [at.toISOString(), id] : null
    },
    batchRows: usualBatchRows,
  }
}

/** `<text> <id>`: what is called alike is told apart by id, which a cursor that was cut short lacks. */
export function byText<Row extends { readonly id: string }>(of: (row: Row) => string): ListKeys<Row> {
  return {
    of: (row) => [of(row), row.id],
    toText: ([text = '', id = '']) => `${text} ${id}`,
    fromText(text) {
      const [called, id] = [text.slice(0, -37), text.slice(-36)]
      // No text of the database holds a null byte, and none is compared with one.
      return isUuid(id) && text.at(-37) === ' ' && !called.includes('\0') ? [called, id] : null
    },
    batchRows: orderedBatchRows,
  }
}

/** Statuses that the interface calls what we do. */
export function byOwnName<const Status extends string>(statuses: readonly Status[]) {
  return Object.fromEntries(statuses.map((status) => [status, status])) as Readonly<Record<Status, Status>>
}

type Offered<Row, Filters extends TProperties, Sort extends string, Status extends string> = {
  /** What is asked of this list alone. */
  readonly filters?: Filters
  /** What `from` and `until` bound, after "Only what": `was made`. Absent: neither is known here. */
  readonly dates?: string
  /** The statuses by what the interface calls them. Absent: there are none. */
  readonly statuses?: Readonly<Record<string, Status>>
  /** The closed list of orders, by their names in the interface. */
  readonly sorts: Readonly<Record<Sort, ListKeys<Row>>>
  /** The order without `sort`; its keys: one that has no name. Absent: `created`. */
  readonly usual?: SortText<NoInfer<Sort>> | ListKeys<Row>
}

/** What an asker wants to see of a list. */
export type Narrowing<Status extends string = never> = {
  /** Only rows that changed then or later; absent: all. */
  readonly updatedSince?: Date
  readonly from?: Date
  /** Before it, not at it. */
  readonly until?: Date
  /** One or more of them; absent: any. */
  readonly statuses?: readonly Status[]
}

/** The earlier of two ends, of a list that still takes one by its first name, `to`. */
export function firstEnd(until: Date | undefined, to: string | undefined, timeZone: string): Date | undefined {
  const before = to === undefined ? undefined : instant(to, timeZone)
  return before === undefined || (until !== undefined && until < before) ? until : before
}

/** The order that is asked for, and how it is gone through. */
export type Sorting<Row, Sort extends string> = {
  /** Null: the usual order, which has no name. */
  readonly sort: Sort | null
  readonly isDescending: boolean
  /** Where the page begins; absent: at the first row. */
  readonly after?: Place
  readonly placeOf: (row: Row) => Place
  /** What leads to the page after a row. One of the usual order is as it always was. */
  readonly cursorOf: (row: Row) => string
  readonly batchRows: number
}

const unnamed = { sort: null, isDescending: false }

type Asking = { readonly query: object; readonly tenant: { readonly timeZone: string } }

/** The parameters of all lists, as validation let them pass. */
type Known = {
  readonly updated_since?: string
  readonly from?: string
  readonly until?: string
  readonly status?: readonly string[]
  readonly sort?: string
  readonly count?: boolean
  readonly cursor?: string
}

export type ListOffer<Row, Query extends TObject, Sort extends string, Status extends string> = {
  readonly query: Query
  /** @throws AppError validation_failed (`until`) */
  readonly narrowing: (asked: Asking) => Narrowing<Status>
  /** @throws AppError validation_failed (`cursor`) */
  readonly sorting: (asked: Asking) => Sorting<Row, Sort>
  readonly isCounted: (asked: Asking) => boolean
}

/** What can be asked of a list (ADR 0267), declared once: the parameters, how they are read, and what the description says of them. */
export function listOffer<
  Row,
  Sort extends string,
  const Filters extends TProperties = Record<never, never>,
  Status extends string = never,
>(offered: Offered<Row, Filters, Sort, Status>): ListOffer<Row, TObject<typeof PageQuery & Filters>, Sort, Status> {
  const { filters, dates, statuses, sorts, usual = 'created' } = offered
  const usualName = typeof usual === 'string' ? usual : null
  const properties = {
    ...filters,
    ...(statuses && { status: Type.Optional(StatusQuery(Object.keys(statuses))) }),
    ...(dates !== undefined && { from: Type.Optional(FromQuery(dates)), until: Type.Optional(UntilQuery(dates)) }),
    ...PageQuery,
    sort: Type.Optional(SortQuery(Object.keys(sorts), usualName)),
    ...CountQuery,
  }
  return {
    query: Type.Object(properties) as object as TObject<typeof PageQuery & Filters>,
    narrowing({ query, tenant: { timeZone } }) {
      const { updated_since, from: first, until: end, status } = query as Known
      const at = (text: string | undefined) => (text === undefined ? undefined : instant(text, timeZone))
      const [from, until] = [at(first), at(end)]
      if (from && until && until <= from) throw fieldError('until', 'span_ends_before_start')
      const chosen = status?.flatMap((code) => statuses?.[code] ?? [])
      return defined({ updatedSince: at(updated_since), from, until, statuses: chosen })
    },
    sorting({ query }) {
      const { sort: asked = usualName, cursor } = query as Known
      const { sort, isDescending } = asked === null ? unnamed : readSort(asked as SortText<Sort>)
      const keys = sort === null ? (usual as ListKeys<Row>) : sorts[sort]
      const mark = asked === usualName ? '' : `${asked} `
      return {
        sort,
        isDescending,
        ...(cursor !== undefined && { after: placeIn(cursor, mark, keys) }),
        placeOf: keys.of,
        batchRows: keys.batchRows,
        cursorOf: (row) => mark + keys.toText(keys.of(row)),
      }
    },
    isCounted: ({ query }) => (query as Known).count === true,
  }
}

/** A cursor that was cut short, or is of another order, is told: an empty page would look like the end of the list. */
function placeIn(cursor: string, mark: string, keys: Pick<ListKeys<never>, 'fromText'>): Place {
  const text = cursorText(cursor)
  const place = text.startsWith(mark) ? keys.fromText(text.slice(mark.length)) : null
  if (place === null) throw fieldError('cursor', 'cursor')
  return place
}
