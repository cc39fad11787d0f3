import type { TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import { runStatement } from '../../db/run-statement.ts'

/**
 * Gives each person who has none yet the next member's number of the tenant, which they keep through every renewal
 * (ADR 0101). It runs last in its transaction: the counter stays locked until the commit. A number may be left out when two become
 * members under one address at once; none is given twice.
 *
 * @param emails normalised addresses; '' is nobody
 */
export function numberMembersStatement(tenantId: string, emails: readonly string[], now: Date): Statement {
  return {
    name: 'member_numbers',
    text: `with missing as (
        select distinct asked.email from unnest($2::text[]) as asked (email)
        where asked.email <> ''
          and not exists (select from member where member.tenant_id = $1::uuid and member.email = asked.email offset 0)
      ), counter as (
        insert into member_counter (tenant_id, last_number)
        select $1::uuid, count(*) from missing having count(*) > 0
        on conflict (tenant_id) do update set last_number = member_counter.last_number + excluded.last_number
        returning last_number
      )
      insert into member (tenant_id, email, number, created_at)
      select $1::uuid, missing.email, counter.last_number + 1 - row_number() over (order by missing.email desc), $3::timestamptz
      from missing, counter
      on conflict (tenant_id, email) do nothing`,
    values: [tenantId, emails, now.toISOString()],
  }
}

/** Gives one person their number, outside of a pipeline. */
export async function numberMember(tx: TenantTx, email: string, now: Date): Promise<void> {
  await runStatement(tx, numberMembersStatement(tx.tenantId, [email], now))
}
