import type { ServerTx, TenantTx } from '../../db/database.ts'
import { selectRows, updateRow, updateRows } from '../../db/rows.ts'
import type { Device } from '../../features/device/device.ts'

/** Lists all organisations but Root and the first Meta, which every installation has; archived ones too. */
export async function listOrganisations(
  tx: ServerTx,
): Promise<readonly { readonly slug: string; readonly email: string | null }[]> {
  return tx
    .selectFrom('tenant')
    .select(['slug', 'email'])
    .where('category', '!=', 'root')
    .where('firstMeta', '=', false)
    .orderBy('slug')
    .execute()
}

/**
 * The organisation answers at an address of this machine and at no other one: a demonstration that is opened to a local network
 * has no name there.
 *
 * @param address null: it answers at none any more
 */
export async function putLanAddress(tx: ServerTx, tenantId: string, address: string | null): Promise<void> {
  await tx
    .deleteFrom('domain')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'own')
    // An address, which nobody can prove as a domain.
    .where('name', '~', '^[0-9.]+$')
    .where('name', '!=', address ?? '')
    .execute()
  if (address === null) return
  await tx
    .insertInto('domain')
    .values({ name: address, tenantId, kind: 'own', createdAt: new Date() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function listDevices(tx: TenantTx): Promise<readonly Device[]> {
  return selectRows(tx, 'device').selectAll().orderBy('id').execute()
}

export async function listBookerEmails(tx: TenantTx, eventId: string): Promise<ReadonlySet<string>> {
  const rows = await selectRows(tx, 'reservation').select('bookerEmail').where('eventId', '=', eventId).execute()
  return new Set(rows.map((row) => row.bookerEmail))
}

/**
 * R, and tickets C, last for the milliseconds before a payment is opened, so that no use case leaves any behind: here one
 * is put back to show how they look.
 */
export async function putBackToCreated(tx: TenantTx, reservationId: string): Promise<void> {
  await updateRow(tx, 'reservation', reservationId, { status: 'created' }).execute()
  await updateRows(tx, 'ticket').set({ status: 'created' }).where('reservationId', '=', reservationId).execute()
}

export type DemoTicket = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly status: string
  readonly cancelledAt: Date | null
  readonly reservationStatus: string
}

/** Lists the tickets of an event in the order they were booked. */
export async function listTicketsOf(tx: TenantTx, eventId: string): Promise<readonly DemoTicket[]> {
  return selectRows(tx, 'ticket')
    .innerJoin('reservation', (join) =>
      join.onRef('reservation.tenantId', '=', 'ticket.tenantId').onRef('reservation.id', '=', 'ticket.reservationId'),
    )
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.status', 'ticket.cancelledAt'])
    .select('reservation.status as reservationStatus')
    .where('ticket.eventId', '=', eventId)
    .orderBy('ticket.id')
    .execute()
}
