import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { PaymentMethod } from './payment.ts'

type Settlement = {
  readonly reservationId: string
  readonly method: PaymentMethod
  readonly amountMinor: number
  readonly now: Date
}

/** Settles the payment that was opened for a reservation, else writes a settled one: a booking paid once has one row. */
export async function settlePayment(tx: TenantTx, settlement: Settlement): Promise<void> {
  const { reservationId, method, amountMinor, now } = settlement
  const opened = await tx
    .updateTable('payment')
    .set({ method, amountMinor, status: 'settled', settledAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', '=', reservationId)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (opened) return
  await tx
    .insertInto('payment')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      reservationId,
      method,
      amountMinor,
      status: 'settled',
      createdAt: now,
      settledAt: now,
    })
    .execute()
}
