import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isThere, selectRows } from '../../db/rows.ts'
import type { MomentThere } from './event.ts'
import { notOver } from './event-page.queries.ts'

/** Whether somebody stands on its waiting list, or was offered places of it and has yet to answer. */
export async function hasQueue(tx: TenantTx, eventId: string): Promise<boolean> {
  return selectRows(tx, 'waitingEntry')
    .where('eventId', '=', eventId)
    .where('status', 'in', ['waiting', 'offered'])
    .$call(isThere)
}

/** Whether it was ever booked, or somebody waits for it: then it is not deleted. */
export async function isInUse(tx: TenantTx, eventId: string): Promise<boolean> {
  const isBooked = await selectRows(tx, 'reservation').where('eventId', '=', eventId).$call(isThere)
  return isBooked || (await hasQueue(tx, eventId))
}

/** Whether somebody will come to it, or waits to: it takes place, is not over, and is booked or queued for. */
export async function isAwaited(tx: TenantTx, eventId: string, moment: MomentThere): Promise<boolean> {
  const toCome = await selectRows(tx, 'event')
    .select(
      sql<boolean>`exists (select 1 from reservation
        where reservation.tenant_id = ${tx.tenantId} and reservation.event_id = event.id
          and reservation.status <> 'cancelled')`.as('isBooked'),
    )
    .where('event.id', '=', eventId)
    .where('event.cancelledAt', 'is', null)
    .where(notOver(moment))
    .executeTakeFirst()
  return toCome !== undefined && (toCome.isBooked || (await hasQueue(tx, eventId)))
}
