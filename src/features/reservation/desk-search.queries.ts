import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { idsOf } from '../../lib/ids.ts'
import { handedOutKinds } from '../catalog/product.ts'
import { emptyHanded } from '../ticket/thing.ts'
import { listThings } from '../ticket/things.queries.ts'
import { holderOf } from './reservation.queries.ts'
import { lookFor } from './reservation-search.queries.ts'

/** How many of the latest lines with things are searched. Where they are not enough, every match is read. */
const mostGoneThrough = 3000

/** A reservation as the desk recognises it: with no event where that has no name, and with '' for an address where none was given. */
export type DeskReservation = Awaited<ReturnType<typeof read>>[number]

/** What somebody typed at the desk; or one event, to list the people who have something to collect there. */
export type DeskSearch = { readonly text: string } | { readonly eventId: string }
type Page = { readonly limit: number; readonly offset: number }

/** Reservations with things, the latest first. */
export async function searchAtDesk(
  tx: TenantTx,
  search: DeskSearch,
  { limit, offset }: Page,
): Promise<readonly DeskReservation[]> {
  const query = selectAtDesk(tx).orderBy('reservation.id', 'desc').limit(limit).offset(offset)
  if ('eventId' in search)
    return read(
      tx,
      query
        .where('reservation.eventId', '=', search.eventId)
        .where('reservation.status', 'not in', emptyHanded)
        .where(hasThings(sql`line.handed_out < line.quantity`)),
    )
  const found = await lookFor(tx, search.text)
  const latest = found.kind === 'many' ? await listLatest(tx, found.one, limit + offset) : null
  const among = latest === null ? found.among : sql<boolean>`reservation.id = any(${latest}::uuid[])`
  return read(tx, query.where(hasThings(sql`true`)).where(among))
}

/** Searches the latest reservations with things, by the index on them. Null: fewer than `enough` were among those. */
async function listLatest(tx: TenantTx, such: RawBuilder<boolean>, enough: number): Promise<readonly string[] | null> {
  const { rows } = await sql<{ id: string }>`select distinct line.reservation_id as id
    from (select tenant_id, reservation_id, product_id from reservation_line
      where tenant_id = ${tx.tenantId}::uuid and not makes_tickets
      order by reservation_id desc limit ${mostGoneThrough}) line
    join product on product.tenant_id = line.tenant_id and product.id = line.product_id
      and product.kind in (${sql.join(handedOutKinds)})
    cross join lateral (select from reservation
      where tenant_id = line.tenant_id and id = line.reservation_id and ${such} offset 0) found
    order by id desc limit ${enough}`.execute(tx)
  return rows.length < enough ? null : rows.map(({ id }) => id)
}

/** Finds a reservation, with things or without; null: there is none. */
export async function findAtDesk(tx: TenantTx, id: string): Promise<DeskReservation | null> {
  return (await read(tx, selectAtDesk(tx).where('reservation.id', '=', id)))[0] ?? null
}

function selectAtDesk(tx: TenantTx) {
  return (
    selectRows(tx, 'reservation')
      .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
      .select(['reservation.id', 'reservation.status', 'reservation.bookerEmail'])
      .select(['event.name as eventName', 'event.startsAt'])
      // A ticket that was given away still tells who booked.
      .select(holderOf.as('holder'))
  )
}

async function read(tx: TenantTx, query: ReturnType<typeof selectAtDesk>) {
  const rows = await query.execute()
  const things = await listThings(tx, idsOf(rows))
  return rows.map((row) => ({ ...row, things: things.get(row.id) ?? [] }))
}

function hasThings(such: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from reservation_line line
    join product on product.tenant_id = line.tenant_id and product.id = line.product_id
    where line.tenant_id = reservation.tenant_id and line.reservation_id = reservation.id
      and not line.makes_tickets and product.kind in (${sql.join(handedOutKinds)}) and ${such})`
}
