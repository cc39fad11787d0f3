import type { TenantTx } from '../../db/database.ts'
import { listOpenWallets, listPassTickets } from './wallet.queries.ts'
import type { Wallet } from './wallet.ts'

/** What may be added to which wallets; no ticket when there is no wallet. */
export type OfferedPasses = {
  readonly wallets: readonly Wallet[]
  /** By reservation; one without such a ticket is left out. */
  readonly ticketIds: ReadonlyMap<string, readonly string[]>
}

/** The wallets that one ticket can be added to. */
export function walletsOf(
  { wallets, ticketIds }: OfferedPasses,
  { reservationId, ticketId }: { readonly reservationId: string; readonly ticketId: string },
): readonly Wallet[] {
  return ticketIds.get(reservationId)?.includes(ticketId) ? wallets : []
}

export async function findOfferedPasses(
  tx: TenantTx,
  reservationIds: readonly string[],
  now: Date,
): Promise<OfferedPasses> {
  if (reservationIds.length === 0) return { wallets: [], ticketIds: new Map() }
  const wallets = await listOpenWallets(tx, now)
  const tickets = wallets.length === 0 ? [] : await listPassTickets(tx, reservationIds)
  const ticketIds = new Map<string, string[]>()
  for (const { reservationId, ticketId } of tickets)
    ticketIds.set(reservationId, [...(ticketIds.get(reservationId) ?? []), ticketId])
  return { wallets, ticketIds }
}
