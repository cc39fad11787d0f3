import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { idsOf } from '../../lib/ids.ts'
import { handedOutKinds } from '../catalog/product.ts'
import { handsOut, type Thing } from './thing.ts'
import { openStatuses, type TicketStatus } from './ticket.ts'

/** Lists the things of some reservations, by reservation, in the order they were booked. */
export async function listThings(
  tx: TenantTx,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Thing[]>> {
  if (reservationIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'reservationLine as line')
    .innerJoin('reservation', sameTenant('reservation.id', 'line.reservationId'))
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .innerJoin('product', sameTenant('product.id', 'line.productId'))
    .select(['line.id', 'line.reservationId', 'line.quantity', 'line.handedOut', 'reservation.status'])
    .select(['product.name as productName', 'price.name as priceName'])
    .where(isAmong('line.reservationId', reservationIds))
    .where('line.makesTickets', '=', false)
    .where('product.kind', 'in', handedOutKinds)
    .orderBy('line.id')
    .execute()
  const things = rows.map(({ status, reservationId, ...row }) => ({
    reservationId,
    thing: { ...row, left: handsOut(status) ? row.quantity - row.handedOut : 0 },
  }))
  const byReservation = Map.groupBy(things, ({ reservationId }) => reservationId)
  return new Map([...byReservation].map(([id, some]) => [id, some.map(({ thing }) => thing)]))
}

export async function listThingsOf(tx: TenantTx, reservationId: string): Promise<readonly Thing[]> {
  return [...(await listThings(tx, [reservationId])).values()].flat()
}

type ShownTicket = { readonly id: string; readonly status: TicketStatus; readonly reservationId: string }

/**
 * Lists what the person who shows a ticket may collect: the things of its whole booking. Nothing with a ticket that opens no door, or
 * with one that was given to them: the things stay with the booker.
 */
export async function listThingsFor(tx: TenantTx, ticket: ShownTicket): Promise<readonly Thing[]> {
  if (!openStatuses.includes(ticket.status)) return []
  const things = await listThingsOf(tx, ticket.reservationId)
  if (things.length === 0) return []
  const given = await listGivenTickets(tx, ticket.reservationId)
  return given.has(ticket.id) ? [] : things
}

/** Lists the tickets of a reservation that open the door or did and replace another one: they were given to somebody. */
export async function listGivenTickets(tx: TenantTx, reservationId: string): Promise<ReadonlySet<string>> {
  const rows = await selectRows(tx, 'ticket as former')
    .innerJoin('ticket', sameTenant('ticket.id', 'former.supersededBy'))
    .select('ticket.id')
    .where('former.reservationId', '=', reservationId)
    .where('ticket.status', 'in', openStatuses)
    .execute()
  return new Set(idsOf(rows))
}
