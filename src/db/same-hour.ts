import { sql } from 'kysely'

/** From one time zone to another. */
export type ZoneMove = { readonly from: string; readonly to: string }

/** Moves a column of times to the same hour on the clocks of the new time zone. */
export const sameHour = (column: string, { from, to }: ZoneMove) =>
  sql<Date>`(${sql.ref(column)} at time zone ${from}) at time zone ${to}`
