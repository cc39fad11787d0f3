import type { TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import { runStatement } from '../../db/run-statement.ts'
import { type Awaited, type AwaitedMemberships, awaitedKey } from './awaited-memberships.ts'

export type AwaitedRow = Awaited & { readonly email: string; readonly priceId: string }

type Asked = {
  readonly emails: readonly string[]
  /** Prices of memberships. */
  readonly priceIds: readonly string[]
}

/**
 * Selects the memberships that are held until their people pay, if those confirmed them or were signed in: what a stranger or staff
 * asked for in somebody's name takes nothing from them. Rare, and so not prepared: it is planned for what the tables hold.
 */
export function selectAwaited(tenantId: string, { emails, priceIds }: Asked, now: Date): Statement {
  return {
    name: '',
    text: `select asked as email, line.price_id as "priceId",
        coalesce(sum(quantity) filter (where payment.id is null), 0)::int as "atDesk",
        coalesce(sum(quantity) filter (where payment.id is not null), 0)::int as online
      from unnest($2::text[]) asked
      cross join lateral (
        select * from reservation where tenant_id = $1 and booker_email = asked and booker_email <> '' offset 0) reservation
      cross join lateral (
        select price_id, quantity from reservation_line
        where tenant_id = $1 and reservation_id = reservation.id offset 0) line
      left join lateral (
        select id from payment where tenant_id = $1 and reservation_id = reservation.id and status = 'open'
        offset 0) payment on true
      where reservation.status = 'unpaid' and expires_at > $4 and not unasked
        and unconfirmed_from is null and unpaid_from is null and line.price_id = any($3::uuid[])
      group by asked, line.price_id`,
    values: [tenantId, emails, priceIds, now],
  }
}

export function awaitedOf(rows: readonly AwaitedRow[]): AwaitedMemberships {
  return new Map(rows.map((row) => [awaitedKey(row.priceId, row.email), row]))
}

/** Reads the memberships that are held for one person, in a transaction that holds the locks of the decision. */
export async function readAwaited(tx: TenantTx, asked: Asked, now: Date): Promise<AwaitedMemberships> {
  return awaitedOf(await runStatement<AwaitedRow>(tx, selectAwaited(tx.tenantId, asked, now)))
}
