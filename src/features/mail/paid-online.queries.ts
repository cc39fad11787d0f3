import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { liveSessionStart } from '../../integrations/payment/stripe-ids.ts'

/** Payments online, come in or not, with other keys of the provider than those for tests, which cost nobody anything (ADR 0238). */
export function selectPaidOnline(tx: TenantTx) {
  return selectRows(tx, 'payment')
    .select('id')
    .where('method', '=', 'online')
    .where((where) => where(where.fn('starts_with', ['sessionId', where.val(liveSessionStart)]), '=', true))
}
