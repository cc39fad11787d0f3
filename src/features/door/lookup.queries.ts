import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertMissing, selectRows } from '../../db/rows.ts'
import { changedSince } from './snapshot.queries.ts'

export type TicketLookup = { readonly lookup: Buffer; readonly ticketId: string; readonly keyId: string }

/** Writes lookups, by which a scan names its ticket. Those already there are left out: after the first time, most are. */
export async function insertLookups(tx: TenantTx, all: readonly TicketLookup[]): Promise<void> {
  const known = await selectRows(tx, 'ticketLookup')
    .select(['ticketId', 'keyId'])
    .where(sql<boolean>`ticket_id = any(${all.map(({ ticketId }) => ticketId)}::uuid[])`)
    .execute()
  const names = new Set(known.map(({ ticketId, keyId }) => `${ticketId} ${keyId}`))
  const lookups = all.filter(({ ticketId, keyId }) => !names.has(`${ticketId} ${keyId}`))
  if (lookups.length === 0) return
  await insertMissing(
    tx,
    'ticketLookup',
    lookups.map(({ lookup, ticketId, keyId }) => ({ lookup, ticketId, keyId })),
  ).execute()
}

/** Finds the id of a lookup's ticket; null: nobody has asked for the lookup yet. */
export async function findTicketByLookup(tx: TenantTx, lookup: Buffer): Promise<string | null> {
  const row = await selectRows(tx, 'ticketLookup').select('ticketId').where('lookup', '=', lookup).executeTakeFirst()
  return row?.ticketId ?? null
}

export type WithoutLookup = {
  readonly eventIds: readonly string[]
  readonly keyId: string
  /** The oldest transaction (`Position`) whose writes are read, with those of later ones; null: all. */
  readonly since: string | null
  readonly limit: number
}

/** Tickets of some events that have no lookup under that key yet, by id. */
export async function listWithoutLookup(tx: TenantTx, { eventIds, keyId, since, limit }: WithoutLookup) {
  if (eventIds.length === 0) return []
  const rows = await selectRows(tx, 'ticket')
    .select('id')
    .where(sql<boolean>`event_id = any(${eventIds}::uuid[])`)
    .$if(since !== null, (query) => query.where(changedSince('ticket', since ?? '')))
    .where(
      sql<boolean>`not exists (select from ticket_lookup
        where tenant_id = ticket.tenant_id and ticket_id = ticket.id and key_id = ${keyId}::uuid)`,
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
