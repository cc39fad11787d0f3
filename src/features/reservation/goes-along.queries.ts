import type { TenantTx } from '../../db/database.ts'
import { listCreditsOf } from '../card/purse.queries.ts'
import { selectLines } from './reservation.queries.ts'

/** What goes along with a booking that is cancelled as a whole, besides its places. */
export type GoesAlong = {
  /** Names of the memberships in it. */
  readonly memberships: readonly string[]
  /** Whether it has put money on a cashless card. */
  readonly onCard: boolean
}

export async function findGoesAlong(tx: TenantTx, reservationId: string): Promise<GoesAlong> {
  const memberships = await selectLines(tx, reservationId)
    .select('product.name')
    .where('product.kind', '=', 'membership')
    .orderBy('line.id')
    .execute()
  const credits = await listCreditsOf(tx, reservationId)
  return { memberships: [...new Set(memberships.map(({ name }) => name))], onCard: credits.length > 0 }
}
