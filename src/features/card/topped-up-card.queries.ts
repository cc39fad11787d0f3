import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isThere, sameTenant, selectRows } from '../../db/rows.ts'

/**
 * Whether the card that an order tops up was nobody's, and blocked when the money came, which was put on the purse of whoever paid. Of a
 * card that is somebody's nothing is said: the payer's address might be that of its person.
 */
export async function wasCardBlocked(tx: TenantTx, reservationId: string): Promise<boolean> {
  return isThere(
    selectRows(tx, 'reservationLine as line')
      .innerJoin('reservation', sameTenant('reservation.id', 'line.reservationId'))
      .innerJoin('nfcCard', 'nfcCard.id', 'line.cardId')
      .leftJoin('knownCard', (join) =>
        join.on('knownCard.tenantId', '=', tx.tenantId).onRef('knownCard.cardId', '=', 'nfcCard.id'),
      )
      .where('line.reservationId', '=', reservationId)
      .where('nfcCard.accountId', 'is', null)
      .where(
        sql<boolean>`exists (select from purse_movement movement
          join purse on purse.tenant_id = movement.tenant_id and purse.id = movement.purse_id
          where movement.tenant_id = ${tx.tenantId} and movement.reservation_id = line.reservation_id
            and movement.kind = 'top_up' and purse.email = reservation.booker_email
            and coalesce(nfc_card.lost_at, known_card.lost_at) <= movement.created_at)`,
      ),
  )
}
