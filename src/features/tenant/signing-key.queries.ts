import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { SigningKey as SigningKeyRow } from '../../db/tables.ts'

/**
 * The active key, then the retired ones that signed a ticket of an event that has not ended, newest first. An event
 * without an end is taken to last a day.
 */
export async function listValidSigningKeys(
  tx: TenantTx,
  now: Date,
): Promise<readonly Selectable<SigningKeyRow>[]> {
  return tx
    .selectFrom('signingKey')
    .selectAll()
    .where('tenantId', '=', tx.tenantId)
    .where((where) =>
      where.or([
        where('retiredAt', 'is', null),
        where.exists(
          where
            .selectFrom('event')
            .innerJoin('ticket', (join) =>
              join.onRef('ticket.tenantId', '=', 'event.tenantId').onRef('ticket.eventId', '=', 'event.id'),
            )
            .select('event.id')
            .where('event.tenantId', '=', tx.tenantId)
            .where(sql<boolean>`coalesce(event.ends_at, event.starts_at + interval '1 day') > ${now}`)
            .whereRef('ticket.createdAt', '<=', 'signingKey.retiredAt'),
        ),
      ]),
    )
    .orderBy('retiredAt', (order) => order.desc().nullsFirst())
    .execute()
}
