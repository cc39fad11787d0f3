import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  readonly name: string
  readonly show: (row: Row) => ComponentChildren
  /** Set for amounts and counts, which are compared from row to row. */
  readonly figures?: boolean
  /** Set if the value says what it is: in a dense table it needs no name of its column before it. */
  readonly bare?: boolean
  /** The cell below all rows. */
  readonly total?: ComponentChildren
}

type TableProps<Row> = {
  /** What the table lists, for people who have it read out; not shown. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Set for lists of many rows: on a phone the values of a row follow one another, below the first. */
  readonly dense?: boolean
}

/**
 * A table: rows beside one another on a desk; on a phone each row is a block whose values bear the name of their column, so that
 * nothing has to be pushed sideways.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, dense }: TableProps<Row>) {
  const hasTotals = columns.some(({ total }) => total !== undefined)
  return (
    <table class={dense ? 'table dense' : 'table'} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, figures }) => (
            <th key={name} scope="col" {...(figures ? { class: 'figures' } : {})}>
              {name}
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
