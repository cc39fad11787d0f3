import { sql } from 'kysely'
import type { ServerTx, TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import { runStatement } from '../../db/run-statement.ts'

/**
 * What the clock does for an organisation when its time has come: ends holds, and deletes keys of requests; asks for payments and
 * refunds; checks whether something is free for people who wait; deletes what was kept long enough, which only the night makes due,
 * for everybody; asks for agendas elsewhere; calls webhooks once more; tells who follows it from other servers;
 * makes further widths of its pictures.
 */
const dueWorks = ['holds', 'payments', 'waiting', 'forgetting', 'agendas', 'webhooks', 'followers', 'pictures'] as const
export type DueWork = (typeof dueWorks)[number]

/**
 * Notes due work by whole minutes, so that a crowd shares a few rows; and later than a transaction lasts that finds its row there
 * already, or the clock might delete the row before that one has committed.
 */
const insertDue = `insert into due_work (tenant_id, what, due_at)
  select distinct $1::uuid, $2, date_trunc('minute', greatest(at, now() + interval '1 minute') + interval '1 minute')
  from unnest($3::timestamptz[]) as at order by 3 on conflict do nothing`

/** Has the clock check the organisation once one of `times` has come, in two minutes at the earliest; in a pipelined transaction. */
export function dueStatement(tenantId: string, what: DueWork, times: readonly string[]): Statement {
  return { name: 'note_due', text: insertDue, values: [tenantId, what, times] }
}

/** Has the clock check the organisation once that time has come, if there is one. */
export async function noteDue(tx: TenantTx, what: DueWork, at: Date | null): Promise<void> {
  if (at === null) return
  await runStatement(tx, dueStatement(tx.tenantId, what, [at.toISOString()]))
}

/** Has what changed in its calendar told to those who follow the organisation from other servers, if it has an account there. */
export async function noteFollowersDue(tx: TenantTx): Promise<void> {
  await sql`insert into due_work (tenant_id, what, due_at)
    select id, 'followers', date_trunc('minute', now() + interval '2 minutes') from tenant
    where id = ${tx.tenantId} and fediverse_label is not null on conflict do nothing`.execute(tx)
}

/** Lists the tenants for which something is due at `now`. */
export async function listDueTenants(tx: ServerTx, what: DueWork, now: Date): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('dueWork')
    .select('tenantId')
    .distinct()
    .where('what', '=', what)
    .where('dueAt', '<=', now)
    .orderBy('tenantId')
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

/** Notes that work is done, as far as it was due at `now`. */
export async function clearDue(tx: ServerTx, what: DueWork, tenantId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('dueWork')
    .where('what', '=', what)
    .where('tenantId', '=', tenantId)
    .where('dueAt', '<=', now)
    .execute()
}

/** Has the clock check everybody within the next four hours, archived ones too, a few each minute. */
export async function noteEverybodyDue(tx: ServerTx): Promise<void> {
  await sql`insert into due_work (tenant_id, what, due_at)
    select id, what, date_trunc('minute', now()) + mod(abs(hashtext(id::text)::bigint), 240) * interval '1 minute'
    from tenant cross join unnest(${[...dueWorks]}::text[]) as what
    on conflict do nothing`.execute(tx)
}
