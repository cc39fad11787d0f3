import type { TenantTx } from '../../db/database.ts'
import { equalBytes } from '../../lib/hash.ts'
import { isUuid } from '../../lib/text.ts'
import type { Deps } from '../deps.ts'
import { findOfferedPasses } from './offered-passes.ts'
import { findReservationOf } from './wallet.queries.ts'
import { type Wallet, walletFile } from './wallet.ts'

const purpose = 'given ticket'

/** What proves that somebody was given a ticket: the page of its booking is not theirs. Nothing is stored. */
function givenProof({ secrets }: Pick<Deps, 'secrets'>, tenantId: string, ticketId: string): string {
  return secrets.mac(purpose, `${tenantId} ${ticketId}`).toString('base64url')
}

export type GivenPass = { readonly wallet: Wallet; readonly path: string }

/** Where whoever was given a ticket adds it to the wallets of their telephone; none where there are no keys. */
export async function listGivenPasses(
  deps: Pick<Deps, 'secrets' | 'now'>,
  tx: TenantTx,
  { reservationId, ticketId }: { readonly reservationId: string; readonly ticketId: string },
): Promise<readonly GivenPass[]> {
  const { wallets, ticketIds } = await findOfferedPasses(tx, [reservationId], deps.now())
  if (!ticketIds.get(reservationId)?.includes(ticketId)) return []
  const base = `/tickets/${ticketId}/${givenProof(deps, tx.tenantId, ticketId)}/`
  return wallets.map((wallet) => ({ wallet, path: base + walletFile(wallet) }))
}

/** The ticket of such an address. Null: the proof is another's, or there is no such ticket. */
export async function findGivenTicket(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenantId: string,
  { ticketId, proof }: { readonly ticketId: string; readonly proof: string },
): Promise<{ readonly reservationId: string; readonly ticketId: string } | null> {
  const expected = Buffer.from(givenProof(deps, tenantId, ticketId))
  if (!isUuid(ticketId) || !equalBytes(expected, Buffer.from(proof))) return null
  const reservationId = await deps.database.asTenant(tenantId, (tx) => findReservationOf(tx, ticketId))
  return reservationId === null ? null : { reservationId, ticketId }
}
