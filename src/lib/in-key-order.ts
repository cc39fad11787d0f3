/** What rows that are looked through here are ordered by, by its name: a folded text, or a number. */
export type KeyOf<Row> = (row: Row) => string | number

/** Orders rows by a key. Those whose keys are equal keep their order. */
export function inKeyOrder<Row>(rows: readonly Row[], keyOf: KeyOf<Row>, isDescending = false): readonly Row[] {
  const sign = isDescending ? -1 : 1
  return rows
    .map((row) => [keyOf(row), row] as const)
    .toSorted(([one], [other]) => sign * compare(one, other))
    .map(([, row]) => row)
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
}
