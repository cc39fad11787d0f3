import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import type { ReservationStatus } from './reservation.ts'

export type NewOrder = {
  readonly id: string
  /** Normalised. */
  readonly email: string
  readonly status: ReservationStatus
  readonly expiresAt: Date | null
  readonly language: Language
  readonly confirmationHash: Buffer | null
  /** As heldFrom says. */
  readonly unconfirmedFrom: Buffer | null
  readonly unpaidFrom: Buffer | null
  /** Staff takes it for them at the desk (ADR 0238). */
  readonly unasked: boolean
  /** Of which it holds a use. */
  readonly promotionalCodeId: string | null
  readonly now: Date
  readonly line: {
    readonly productId: string
    readonly priceId: string
    readonly countedEventId: string
    readonly unitAmountMinor: number
    readonly unitDiscountMinor: number
    readonly vatRateHundredths: number | null
    readonly firstName: string
    readonly lastName: string
  }
}

/** A reservation at no event, of one line that makes no ticket; bookings at events are written in batches. */
export async function insertOrder(tx: TenantTx, { line, now, email, ...order }: NewOrder): Promise<void> {
  await tx
    .insertInto('reservation')
    .values({
      tenantId: tx.tenantId,
      ...order,
      eventId: null,
      bookerEmail: email,
      totalMinor: line.unitAmountMinor,
      ticketCount: 0,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await noteDue(tx, 'holds', order.expiresAt)
  await tx
    .insertInto('reservationLine')
    .values({ tenantId: tx.tenantId, id: newId(), reservationId: order.id, makesTickets: false, quantity: 1, ...line })
    .execute()
}
