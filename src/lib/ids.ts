import { v7 } from 'uuid'

/** Where a stock or a personal maximum counts for a price as a whole, this stands in place of an event. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** A new identifier. Version 7 (RFC 9562): rows made together lie together in the index, and order by id is order of making. */
export function newId(): string {
  return v7()
}
