import { type RawBuilder, sql } from 'kysely'
import { begins } from '../../db/begins.ts'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { referenceStart } from '../../lib/ids.ts'
import { wordsToFind } from '../../lib/name-words.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { isNamed } from './name-words.queries.ts'
import type { Part } from './ticket.queries.ts'
import { freeSeating, type TicketStatus } from './ticket.ts'

/** A ticket as staff sees it, in whatever state. */
export type OfficeTicket = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly seat: string
  readonly status: TicketStatus
  /** Null: whoever booked has it. */
  readonly holderEmail: string | null
  readonly cancelledAt: Date | null
  /** Null: no other stands in its place. */
  readonly supersededBy: string | null
  readonly scannedAt: Date | null
  readonly scannedBy: string | null
  readonly productName: string
  readonly priceName: string
}

/** A part of them, in the order they were made. @param ask.text by which they are found, as it was typed; '': all */
export async function listOfficeTickets(
  tx: TenantTx,
  reservationId: string,
  { text, limit, offset }: Part & { readonly text: string },
): Promise<readonly OfficeTicket[]> {
  const rows = await selectOfReservation(tx, reservationId)
    .$if(text !== '', (query) => query.where(isSuch(text)))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(typed)
}

/** Null: it is none of this reservation. */
export async function findOfficeTicket(
  tx: TenantTx,
  reservationId: string,
  ticketId: string,
): Promise<OfficeTicket | null> {
  const row = await selectOfReservation(tx, reservationId).where('ticket.id', '=', ticketId).executeTakeFirst()
  return row ? typed(row) : null
}

/** What is known of all tickets of a reservation. */
export type OfficeCounts = {
  readonly all: number
  /** That open the door and were not used. */
  readonly open: number
  readonly used: number
  /** On the first that has one; null: on none. */
  readonly holder: { readonly firstName: string; readonly lastName: string } | null
}

export async function countOfficeTickets(tx: TenantTx, reservationId: string): Promise<OfficeCounts> {
  const ofReservation = () =>
    tx.selectFrom('ticket').where('tenantId', '=', tx.tenantId).where('reservationId', '=', reservationId)
  const [counts, holder] = await Promise.all([
    ofReservation()
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) filter (where status = 'not_scanned' and cancelled_at is null))::int`.as('open'),
        sql<number>`(count(*) filter (where status = 'scanned'))::int`.as('used'),
      ])
      .executeTakeFirstOrThrow(),
    ofReservation()
      .select(['firstName', 'lastName'])
      .where(({ or, eb }) => or([eb('firstName', '<>', ''), eb('lastName', '<>', '')]))
      .orderBy('id')
      .executeTakeFirst(),
  ])
  return { ...counts, holder: holder ?? null }
}

/** Whether each of these is cancelled, and of this reservation. */
export async function areCancelled(
  tx: TenantTx,
  reservationId: string,
  ticketIds: readonly string[],
): Promise<boolean> {
  const { count } = await tx
    .selectFrom('ticket')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', '=', reservationId)
    .where(isAmong('id', ticketIds))
    .where('cancelledAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return count === ticketIds.length
}

/** By its number, by its seat, by the name on it or by the address it was given to: each by its beginning, the seat as a whole. */
function isSuch(text: string): RawBuilder<boolean> {
  const [words, number] = [wordsToFind(text), referenceStart(text)]
  const ways = [
    sql`(upper(ticket.seat) = upper(${text.trim()}) and ticket.seat <> ${freeSeating})`,
    begins(sql.ref('ticket.holder_email'), normalizeEmail(text)),
    ...(words.length === 0 ? [] : [isNamed(words)]),
    ...(number === null ? [] : [begins(sql.ref('ticket.reference'), number)]),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

function selectOfReservation(tx: TenantTx, reservationId: string) {
  return tx
    .selectFrom('ticket')
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'ticket.tenantId').onRef('price.id', '=', 'ticket.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .leftJoin('device', (join) =>
      join.onRef('device.tenantId', '=', 'ticket.tenantId').onRef('device.id', '=', 'ticket.scannedByDeviceId'),
    )
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.seat', 'ticket.status'])
    .select(['ticket.holderEmail', 'ticket.cancelledAt', 'ticket.supersededBy', 'ticket.scannedAt'])
    .select(['device.name as scannedBy', 'product.name as productName', 'price.name as priceName'])
    .where('ticket.tenantId', '=', tx.tenantId)
    .where('ticket.reservationId', '=', reservationId)
    .orderBy('ticket.id')
}

/** The closed list is held by a check constraint. */
function typed(row: Omit<OfficeTicket, 'status'> & { readonly status: string }): OfficeTicket {
  return { ...row, status: row.status as TicketStatus }
}
