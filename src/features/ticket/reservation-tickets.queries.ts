import type { TenantTx } from '../../db/database.ts'

export type LockedTicket = {
  readonly id: string
  readonly priceId: string
  readonly status: string
  readonly seat: string
  readonly cancelledAt: Date | null
  /** Null: it was not given to somebody else. */
  readonly supersededBy: string | null
}

/** All tickets of some reservations, locked in the order of their ids, which is the order that scans lock them in. */
export async function lockTickets(
  tx: TenantTx,
  reservationIds: readonly string[],
): Promise<readonly LockedTicket[]> {
  return tx
    .selectFrom('ticket')
    .select(['id', 'priceId', 'status', 'seat', 'cancelledAt', 'supersededBy'])
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', 'in', reservationIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Cancels all that were not scanned; who has entered stays in, and keeps the place. Answers with what was cancelled now. */
export async function cancelTickets(
  tx: TenantTx,
  reservationIds: readonly string[],
  now: Date,
): Promise<readonly { readonly reservationId: string; readonly priceId: string }[]> {
  return tx
    .updateTable('ticket')
    .set({ status: 'not_active', cancelledAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', 'in', reservationIds)
    .where('status', '<>', 'scanned')
    .where('cancelledAt', 'is', null)
    .returning(['reservationId', 'priceId'])
    .execute()
}

/** The same for some tickets of one reservation. */
export async function cancelSomeTickets(
  tx: TenantTx,
  reservationId: string,
  ticketIds: readonly string[],
  now: Date,
): Promise<readonly { readonly reservationId: string; readonly priceId: string }[]> {
  return tx
    .updateTable('ticket')
    .set({ status: 'not_active', cancelledAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', '=', reservationId)
    .where('id', 'in', ticketIds)
    .where('status', '<>', 'scanned')
    .where('cancelledAt', 'is', null)
    .returning(['reservationId', 'priceId'])
    .execute()
}

/** Undoes the cancellation that the reservation's expiry did at `cancelledAt`; tickets cancelled on their own stay so. */
export async function restoreTickets(tx: TenantTx, reservationId: string, cancelledAt: Date): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ cancelledAt: null })
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', '=', reservationId)
    .where('cancelledAt', '=', cancelledAt)
    .execute()
}

/** Paid or verified: they open the door from now on. Never a cancelled one. */
export async function activateTickets(tx: TenantTx, reservationId: string): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ status: 'not_scanned' })
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', '=', reservationId)
    .where('status', 'in', ['created', 'not_active'])
    .where('cancelledAt', 'is', null)
    .execute()
}

/** Takes the holders' names off all tickets of some reservations, which the caller has locked; they open the door as before. */
export async function eraseHolders(tx: TenantTx, reservationIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ firstName: '', lastName: '' })
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', 'in', reservationIds)
    .execute()
}

/** Puts another ticket in the place of one that is locked, for somebody else; the former one opens nothing any more. */
export async function replaceTicket(
  tx: TenantTx,
  formerId: string,
  next: { readonly id: string; readonly firstName: string; readonly lastName: string; readonly now: Date },
): Promise<void> {
  const { id, firstName, lastName, now } = next
  // First: a numbered seat is one ticket's.
  const former = await tx
    .updateTable('ticket')
    .set({ status: 'not_active', cancelledAt: now, supersededBy: id })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', formerId)
    .where('status', '=', 'not_scanned')
    .returning(['reservationId', 'eventId', 'priceId', 'seat'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ticket')
    .values({
      ...former,
      tenantId: tx.tenantId,
      id,
      firstName,
      lastName,
      status: 'not_scanned',
      createdAt: now,
    })
    .execute()
}
