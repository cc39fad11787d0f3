import type { AnyColumnWithTable, JoinBuilder } from 'kysely'

/** Joins rows of one tenant by a column of each: `(join) => sameTenant(join, 'price.id', 'ticket.priceId')`. */
export function sameTenant<Tables, Joined extends keyof Tables>(
  join: JoinBuilder<Tables, Joined>,
  left: AnyColumnWithTable<Tables, Joined>,
  right: AnyColumnWithTable<Tables, Joined>,
): JoinBuilder<Tables, Joined> {
  const tenantBeside = (column: string) =>
    `${column.slice(0, column.indexOf('.'))}.tenantId` as AnyColumnWithTable<Tables, Joined>
  return join.onRef(tenantBeside(left), '=', tenantBeside(right)).onRef(left, '=', right)
}
