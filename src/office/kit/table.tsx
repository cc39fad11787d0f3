import type { ComponentChildren } from 'preact'
import type { Sorted } from '../../db/in-order.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { useTexts } from '../../pages/reader.ts'

/** @template Sort the orders of its list: a column can offer no other */
export type Column<Row, Sort extends string = never> = {
  readonly name: string
  /** The order that its name leads to; absent: the list cannot be ordered by it. */
  readonly sort?: Sort
  readonly show: (row: Row) => ComponentChildren
  /** Set for amounts and counts, which are compared from row to row. */
  readonly figures?: boolean
  /** Set if the value says what it is: on a phone it needs no name of its column before it. */
  readonly bare?: boolean
  /** The cell below all rows. */
  readonly total?: ComponentChildren
}

/** What an order compares, for its words: when something was made, other times, numbers, or names. */
export type OrderKind = 'made' | 'time' | 'figures' | 'text'

/** The order that a list is in, what it compares (null: as its column shows), and where each order leads. */
export type Ordering<Sort extends string> = Sorted<Sort> & {
  readonly kind: OrderKind | null
  readonly hrefOf: (order: Sorted<Sort>) => string
}

type TableProps<Row, Sort extends string> = {
  /** What the table lists, for people who have it read out; not shown. */
  readonly label: string
  readonly columns: readonly Column<Row, Sort>[]
  /** Absent: the list has one order. */
  readonly ordering?: Ordering<Sort> | undefined
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/**
 * A table: rows beside one another on a desk; on a phone each row is a block, its first value above the others, which follow one another
 * and bear the names of their columns, so that nothing has to be pushed sideways.
 */
export function DataTable<Row, Sort extends string = never>(props: TableProps<Row, Sort>) {
  const { label, columns, rows, keyOf, ordering } = props
  const hasTotals = columns.some(({ total }) => total !== undefined)
  return (
    <table class="table" aria-label={label}>
      <thead {...(ordering === undefined ? {} : { class: 'ordered' })}>
        <tr>
          {columns.map(({ name, figures, sort }) => (
            <th key={name} scope="col" {...{ ...(figures ? { class: 'figures' } : {}), ...ariaSort(sort, ordering) }}>
              {sort === undefined || ordering === undefined ? (
                name
              ) : (
                <OrderLink {...{ name, sort, ordering, figures }} />
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, show, figures, bare }) => (
              <td key={name} data-label={name} {...(figures ? { class: 'figures' } : bare ? { class: 'bare' } : {})}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {hasTotals ? (
        <tfoot>
          <tr>
            {columns.map(({ name, total, figures }) => (
              <td key={name} data-label={name} {...(figures ? { class: 'figures' } : {})}>
                {total}
              </td>
            ))}
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}

function ariaSort<Sort extends string>(sort: Sort | undefined, ordering: Ordering<Sort> | undefined) {
  if (ordering === undefined || sort !== ordering.sort) return {}
  return { 'aria-sort': ordering.isDescending ? ('descending' as const) : ('ascending' as const) }
}

type OrderLinkProps<Sort extends string> = {
  readonly name: string
  readonly sort: Sort
  readonly ordering: Ordering<Sort>
  readonly figures: boolean | undefined
}

/** Orders the list by a column, or turns its order round; of the column that it is ordered by, says in words from which end. */
function OrderLink<Sort extends string>({ name, sort, ordering, figures = false }: OrderLinkProps<Sort>) {
  const words = useTexts(deskTexts).order
  const isOrdered = sort === ordering.sort
  const isDescending = isOrdered && !ordering.isDescending
  return (
    <>
      <a href={ordering.hrefOf({ sort, isDescending })}>{name}</a>
      {isOrdered ? (
        <small> {words[ordering.kind ?? (figures ? 'figures' : 'text')][ordering.isDescending ? 'down' : 'up']}</small>
      ) : null}
    </>
  )
}
