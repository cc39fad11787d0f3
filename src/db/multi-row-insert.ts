import type { Statement } from './pipeline.ts'

/** What a row has in the columns that are not shared, by their names: every row has the same, in the same order. */
export type InsertedRow = Readonly<Record<string, unknown>>

/** Values of the shared columns, and the rows. */
export type MultiRowInsert = (shared: readonly unknown[], rows: readonly InsertedRow[]) => readonly Statement[]

/** Above, a statement's own cost no longer counts; each of the texts is kept by every connection that used it. */
const largest = 32

/**
 * Prepared inserts of any number of rows by VALUES lists, which a distributed PostgreSQL needs. Each number of rows is a
 * text of its own to parse and plan, so there are as many texts as the largest has rows, each prepared when it is first
 * needed, and more rows than that go out in several statements.
 *
 * @param onConflict the clause after the values, if any
 */
export function multiRowInsert(into: {
  readonly table: string
  readonly shared: readonly string[]
  readonly onConflict?: string
}): MultiRowInsert {
  const texts = new Map<number, string>()

  function textFor(size: number, own: readonly string[]): string {
    const known = texts.get(size)
    if (known !== undefined) return known
    const shared = into.shared.map((_, index) => `$${index + 1}`)
    const rows = Array.from({ length: size }, (_, row) => {
      const first = into.shared.length + row * own.length + 1
      return `(${[...shared, ...own.map((_, column) => `$${first + column}`)].join(', ')})`
    })
    const columns = [...into.shared, ...own].join(', ')
    const text = `insert into ${into.table} (${columns}) values ${rows.join(', ')} ${into.onConflict ?? ''}`
    texts.set(size, text)
    return text
  }

  return (shared, rows) => {
    const statements: Statement[] = []
    for (let done = 0; done < rows.length; ) {
      const some = rows.slice(done, done + largest)
      const values = [...shared, ...some.flatMap((row) => Object.values(row))]
      const text = textFor(some.length, Object.keys(some[0] ?? {}))
      statements.push({ name: `insert_${into.table}_${some.length}`, text, values })
      done += some.length
    }
    return statements
  }
}
