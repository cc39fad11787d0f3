import type { TenantTx } from '../../db/database.ts'
import { countPassTickets, listOpenWallets, listPassTickets, type PassTickets } from './wallet.queries.ts'
import type { Wallet } from './wallet.ts'

/** The tickets that may be added to wallets, and which wallets; both are empty when there is no wallet. */
export type OfferedPasses = { readonly wallets: readonly Wallet[]; readonly ticketIds: ReadonlySet<string> }

/** The wallets that one ticket can be added to. */
export function walletsOf({ wallets, ticketIds }: OfferedPasses, ticketId: string): readonly Wallet[] {
  return ticketIds.has(ticketId) ? wallets : []
}

export async function findOfferedPasses(tx: TenantTx, ticketIds: readonly string[], now: Date): Promise<OfferedPasses> {
  if (ticketIds.length === 0) return { wallets: [], ticketIds: new Set() }
  const wallets = await listOpenWallets(tx, now)
  const found = wallets.length === 0 ? [] : await listPassTickets(tx, ticketIds)
  return { wallets, ticketIds: new Set(found) }
}

/** How many tickets of each reservation may be added to which wallets; a reservation without such a ticket is left out. */
export type ReservationPasses = {
  readonly wallets: readonly Wallet[]
  readonly tickets: ReadonlyMap<string, PassTickets>
}

export async function findReservationPasses(
  tx: TenantTx,
  reservationIds: readonly string[],
  now: Date,
): Promise<ReservationPasses> {
  if (reservationIds.length === 0) return { wallets: [], tickets: new Map() }
  const wallets = await listOpenWallets(tx, now)
  return { wallets, tickets: wallets.length === 0 ? new Map() : await countPassTickets(tx, reservationIds) }
}
