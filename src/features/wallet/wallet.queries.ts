import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { type Wallet, wallets } from './wallet.ts'

/** The sealed keys of one; null: none are set. Keys that have ended are still there. */
export async function findSealedKeys(tx: TenantTx, wallet: Wallet): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('walletKeys')
    .select('keysEncrypted')
    .where('tenantId', '=', tx.tenantId)
    .where('wallet', '=', wallet)
    .executeTakeFirst()
  return row?.keysEncrypted ?? null
}

export type SealedKeys = {
  readonly wallet: Wallet
  readonly sealed: Buffer
}

/** All that are set. */
export async function listSealedKeys(tx: TenantTx): Promise<readonly SealedKeys[]> {
  return sealedKeys(tx).execute()
}

export async function lockSealedKeys(tx: TenantTx): Promise<readonly SealedKeys[]> {
  return sealedKeys(tx).forUpdate().execute()
}

function sealedKeys(tx: TenantTx) {
  return tx
    .selectFrom('walletKeys')
    .select([sql<Wallet>`wallet`.as('wallet'), 'keysEncrypted as sealed'])
    .where('tenantId', '=', tx.tenantId)
    .orderBy('wallet')
}

export type KeyTimes = {
  readonly setAt: Date
  /** Null: they do not expire. */
  readonly expiresAt: Date | null
}

/** Since when and until when there are keys, of those that are set. */
export async function listKeyTimes(tx: TenantTx): Promise<ReadonlyMap<Wallet, KeyTimes>> {
  const rows = await tx
    .selectFrom('walletKeys')
    .select([sql<Wallet>`wallet`.as('wallet'), 'updatedAt as setAt', 'expiresAt'])
    .where('tenantId', '=', tx.tenantId)
    .execute()
  return new Map(rows.map(({ wallet, ...times }) => [wallet, times]))
}

/** Those that the tenant's tickets can be added to now. */
export async function listOpenWallets(tx: TenantTx, now: Date): Promise<readonly Wallet[]> {
  const rows = await tx
    .selectFrom('walletKeys')
    .select('wallet')
    .where('tenantId', '=', tx.tenantId)
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .execute()
  return wallets.filter((wallet) => rows.some((row) => row.wallet === wallet))
}

export type PassTicket = { readonly reservationId: string; readonly ticketId: string }

/** Tickets of which there is a pass: they still open a door behind which something takes place. */
export async function listPassTickets(
  tx: TenantTx,
  reservationIds: readonly string[],
): Promise<readonly PassTicket[]> {
  return tx
    .selectFrom('ticket')
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'ticket.tenantId').onRef('event.id', '=', 'ticket.eventId'),
    )
    .select(['ticket.reservationId', 'ticket.id as ticketId'])
    .where('ticket.tenantId', '=', tx.tenantId)
    .where('ticket.reservationId', 'in', reservationIds)
    .where('ticket.status', '=', 'not_scanned')
    .where('event.cancelledAt', 'is', null)
    .orderBy('ticket.id')
    .execute()
}
