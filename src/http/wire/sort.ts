import type { Sorted } from '../../db/in-order.ts'

/** An order as a query names it (`SortQuery`): with `-` from the other end. */
export type SortText<Sort extends string> = Sort | `-${Sort}`

/** Reads the name of an order, of which validation let no other pass. */
export function readSort<Sort extends string>(text: SortText<Sort>): Sorted<Sort> {
  const isDescending = text.startsWith('-')
  return { sort: text.slice(Number(isDescending)) as Sort, isDescending }
}

/** Writes what `readSort` reads. */
export function sortText<Sort extends string>({ sort, isDescending }: Sorted<Sort>): SortText<Sort> {
  return isDescending ? `-${sort}` : sort
}
