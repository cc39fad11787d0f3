import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  readonly name: string
  readonly show: (row: Row) => ComponentChildren
  /** Amounts and counts, which are compared from line to line. */
  readonly figures?: boolean
  /** The value says what it is: in a dense table it needs no name of its column before it. */
  readonly bare?: boolean
  /** What is below all rows. */
  readonly total?: ComponentChildren
}

type TableProps<Row> = {
  /** What it lists, for whoever has it read out; not shown. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** On a phone the values of a row follow one another, below the first: for lists of many rows. */
  readonly dense?: boolean
}

/**
 * Rows beside one another on a desk; on a phone each row is a block whose values bear the name of their column, so that
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
