import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { liveSessionStart } from '../../integrations/payment/stripe-ids.ts'

/** Selects online payments, received or not, made with live keys of the provider: those for tests cost nothing (ADR 0238). */
export function selectPaidOnline(tx: TenantTx) {
  return selectRows(tx, 'payment')
    .select('id')
    .where('method', '=', 'online')
    .where((where) => where(where.fn('starts_with', ['sessionId', where.val(liveSessionStart)]), '=', true))
}
