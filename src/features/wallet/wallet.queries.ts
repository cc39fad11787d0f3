import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { type Wallet, wallets } from './wallet.ts'

/** Finds the sealed keys of a wallet; null: none are set. Expired keys are still there. */
export async function findSealedKeys(tx: TenantTx, wallet: Wallet): Promise<Buffer | null> {
  return (await sealedKeys(tx).where('wallet', '=', wallet).executeTakeFirst())?.sealed ?? null
}

export type SealedKeys = { readonly wallet: Wallet; readonly sealed: Buffer }

/** Lists the sealed keys of all wallets. */
export async function listSealedKeys(tx: TenantTx): Promise<readonly SealedKeys[]> {
  return sealedKeys(tx).execute()
}

export async function lockSealedKeys(tx: TenantTx): Promise<readonly SealedKeys[]> {
  return sealedKeys(tx).forUpdate().execute()
}

function sealedKeys(tx: TenantTx) {
  return selectRows(tx, 'walletKeys')
    .select([sql<Wallet>`wallet`.as('wallet'), 'keysEncrypted as sealed'])
    .orderBy('wallet')
}

export type KeyTimes = {
  readonly setAt: Date
  /** When they expire; null: never. */
  readonly expiresAt: Date | null
}

/** Lists since when and until when there are keys, for the wallets that have some. */
export async function listKeyTimes(tx: TenantTx): Promise<ReadonlyMap<Wallet, KeyTimes>> {
  const rows = await selectRows(tx, 'walletKeys')
    .select([sql<Wallet>`wallet`.as('wallet'), 'updatedAt as setAt', 'expiresAt'])
    .execute()
  return new Map(rows.map(({ wallet, ...times }) => [wallet, times]))
}

/** Lists the wallets that the tenant's tickets can be added to now. */
export async function listOpenWallets(tx: TenantTx, now: Date): Promise<readonly Wallet[]> {
  const times = await listKeyTimes(tx)
  return wallets.filter((wallet) => {
    const expiresAt = times.get(wallet)?.expiresAt
    return expiresAt === null || (expiresAt !== undefined && expiresAt > now)
  })
}

/** Lists those of the given tickets that may be in a wallet. */
export async function listPassTickets(tx: TenantTx, ticketIds: readonly string[]): Promise<readonly string[]> {
  const rows = await selectPassTickets(tx).select('ticket.id').where(isAmong('ticket.id', ticketIds)).execute()
  return rows.map(({ id }) => id)
}

/** How many tickets of a reservation may be in a wallet, and the first of them. */
export type PassTickets = { readonly count: number; readonly firstId: string }

/** Counts such tickets by reservation; a reservation without any is left out. */
export async function countPassTickets(tx: TenantTx, reservationIds: readonly string[]) {
  const rows = await selectPassTickets(tx)
    .select(['ticket.reservationId', sql<number>`count(*)::int`.as('count')])
    .select(sql<string>`min(ticket.id::text)`.as('firstId'))
    .where(isAmong('ticket.reservationId', reservationIds))
    .groupBy('ticket.reservationId')
    .execute()
  return new Map(rows.map(({ reservationId, ...tickets }) => [reservationId, tickets]))
}

function selectPassTickets(tx: TenantTx) {
  return selectRows(tx, 'ticket')
    .innerJoin('event', sameTenant('event.id', 'ticket.eventId'))
    .where('ticket.status', '=', 'not_scanned')
    .where('event.cancelledAt', 'is', null)
}
