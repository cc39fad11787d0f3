import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import type { MomentThere } from '../event/event.ts'
import { notOver } from '../event/event-page.queries.ts'
import type { Ending } from '../tenant/ending.ts'

/** Counts what an organisation leaves behind when it is archived: what people come to, and the money that is owed to them. */
export async function countEnding(tx: TenantTx, moment: MomentThere): Promise<Ending> {
  const ahead = selectRows(tx, 'event').where('event.cancelledAt', 'is', null).where(notOver(moment))
  const refunds = await selectRows(tx, 'refund')
    .select(['currency', sql<number>`sum(amount_minor)`.as('amountMinor')])
    .where('status', '<>', 'succeeded')
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return {
    events: await ahead.where('event.published', '=', true).$call(countRows),
    bookings: await ahead
      .innerJoin('reservation', sameTenant('reservation.eventId', 'event.id'))
      .where('reservation.status', '<>', 'cancelled')
      .$call(countRows),
    refunds: refunds.map(({ currency, amountMinor }) => ({ currency, amountMinor: Number(amountMinor) })),
  }
}
