import type { Selectable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { SigningKey as SigningKeyRow } from '../../db/tables.ts'
import { sameTenant, selectRows, updateRow } from '../../db/rows.ts'
import type { Deps } from '../deps.ts'
import { signingKeyPurpose } from './signing-key.ts'

/**
 * Lists the active key, then the retired ones that signed a ticket of an event that has not ended, newest first. An event without an
 * end is taken to last a day.
 */
export function listValidSigningKeys(tx: TenantTx, now: Date): Promise<readonly Selectable<SigningKeyRow>[]> {
  return listKeys(tx, sql<boolean>`coalesce(event.ends_at, event.starts_at + interval '1 day') > ${now}`)
}

/** Lists the active key, then the retired ones that may have signed a ticket of these events, however long those are over. */
export function listSigningKeysOf(
  tx: TenantTx,
  eventIds: readonly string[],
): Promise<readonly Selectable<SigningKeyRow>[]> {
  return listKeys(tx, sql<boolean>`event.id = any(${eventIds}::uuid[])`)
}

async function listKeys(tx: TenantTx, ofEvents: RawBuilder<boolean>): Promise<readonly Selectable<SigningKeyRow>[]> {
  return selectRows(tx, 'signingKey')
    .selectAll()
    .where((where) =>
      where.or([
        where('retiredAt', 'is', null),
        where.exists(
          where
            .selectFrom('event')
            .innerJoin('ticket', sameTenant('ticket.eventId', 'event.id'))
            .select('event.id')
            .where('event.tenantId', '=', tx.tenantId)
            .where(ofEvents)
            .whereRef('ticket.createdAt', '<=', 'signingKey.retiredAt'),
        ),
      ]),
    )
    .orderBy('retiredAt', (order) => order.desc().nullsFirst())
    .execute()
}

/** Reseals all keys, retired ones too; returns how many were sealed under a former data key. */
export async function resealSigningKeys({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<number> {
  const rows = await selectRows(tx, 'signingKey')
    .select(['id', 'privateKeyEncrypted'])
    .orderBy('id')
    .forUpdate()
    .execute()
  let count = 0
  for (const { id, privateKeyEncrypted } of rows) {
    const sealed = secrets.reseal(signingKeyPurpose(tx.tenantId), privateKeyEncrypted)
    if (sealed === null) continue
    await updateRow(tx, 'signingKey', id, { privateKeyEncrypted: sealed }).execute()
    count += 1
  }
  return count
}
