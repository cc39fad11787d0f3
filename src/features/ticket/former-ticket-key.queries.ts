import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, deleteRows, insertRows, isThere, sameTenant, selectRows } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'

/** A key by which another server signed tickets of an event. */
export type FormerTicketKey = Awaited<ReturnType<typeof listFormerKeys>>[number]

/** Lists the keys of an event, in the order they were added. */
export function listFormerKeys(tx: TenantTx, eventId: string) {
  return selectFormerKeys(tx).where('eventId', '=', eventId).orderBy('id').execute()
}

/** @throws AppError not_found (of another event too) */
export async function getFormerKey(tx: TenantTx, { eventId, id }: FormerKeyName): Promise<FormerTicketKey> {
  const found = selectFormerKeys(tx).where('eventId', '=', eventId).where('id', '=', id)
  return orNotFound(await found.executeTakeFirst())
}

export type FormerKeyName = { readonly eventId: string; readonly id: string }

/** Lists the keys that other events have and this one has not, of the latest ones first: as many as the code of a ticket that is not here is held against. */
export function listFormerKeysElsewhere(tx: TenantTx, eventId: string) {
  return selectFormerKeysOfLatest(tx)
    .select(['formerTicketKey.id', 'formerTicketKey.eventId'])
    .where('formerTicketKey.publicKey', 'not in', (where) =>
      where
        .selectFrom('formerTicketKey as own')
        .select('own.publicKey')
        .where('own.tenantId', '=', tx.tenantId)
        .where('own.eventId', '=', eventId),
    )
    .execute()
}

function selectFormerKeys(tx: TenantTx) {
  return selectRows(tx, 'formerTicketKey').select(['id', 'publicKey', 'addedAt'])
}

export function countFormerKeys(tx: TenantTx, eventId: string): Promise<number> {
  return selectRows(tx, 'formerTicketKey').where('eventId', '=', eventId).$call(countRows)
}

/** The id of the event's key that is the same; null: it has none. */
export async function findSameFormerKey(tx: TenantTx, eventId: string, publicKey: Buffer): Promise<string | null> {
  const same = selectRows(tx, 'formerTicketKey').where('eventId', '=', eventId).where('publicKey', '=', publicKey)
  return (await same.select('id').executeTakeFirst())?.id ?? null
}

export async function insertFormerKey(
  tx: TenantTx,
  key: FormerKeyName & { readonly publicKey: Buffer; readonly addedAt: Date },
): Promise<void> {
  await insertRows(tx, 'formerTicketKey', key).execute()
}

export async function deleteFormerKey(tx: TenantTx, { eventId, id }: FormerKeyName): Promise<void> {
  await deleteRows(tx, 'formerTicketKey').where('eventId', '=', eventId).where('id', '=', id).execute()
}

/** Lists those of some events that have keys. */
export async function listEventsWithFormerKeys(tx: TenantTx, eventIds: readonly string[]): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'formerTicketKey')
    .select('eventId')
    .distinct()
    .where(sql<boolean>`event_id = any(${eventIds}::uuid[])`)
    .execute()
  return rows.map(({ eventId }) => eventId)
}

/** Lists the keys that may have signed the code of a ticket: those of its event. */
export async function listFormerKeysOfTicket(tx: TenantTx, ticketId: string): Promise<readonly Buffer[]> {
  const rows = await selectRows(tx, 'ticket')
    .innerJoin('formerTicketKey', sameTenant('formerTicketKey.eventId', 'ticket.eventId'))
    .select('formerTicketKey.publicKey')
    .where('ticket.id', '=', ticketId)
    .execute()
  return rows.map(({ publicKey }) => publicKey)
}

/** The most keys that the code of a ticket which is not here is held against. */
const mostTried = 100

/** Lists the keys of all events, of the latest ones first; none where the ticket is here, which only its own event's keys sign. */
export async function listFormerKeysWithout(tx: TenantTx, ticketId: string): Promise<readonly Buffer[]> {
  if (await selectRows(tx, 'ticket').where('id', '=', ticketId).$call(isThere)) return []
  const rows = await selectFormerKeysOfLatest(tx).execute()
  return rows.map(({ publicKey }) => publicKey)
}

function selectFormerKeysOfLatest(tx: TenantTx) {
  return selectRows(tx, 'formerTicketKey')
    .innerJoin('event', sameTenant('event.id', 'formerTicketKey.eventId'))
    .select('formerTicketKey.publicKey')
    .orderBy('event.startsAt', 'desc')
    .limit(mostTried)
}
