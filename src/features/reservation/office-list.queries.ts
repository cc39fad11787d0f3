import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { findUsedCard } from '../card/card.queries.ts'
import { normalizeTag } from '../card/card.ts'
import type { CancellationCause, ReservationStatus } from './reservation.ts'
import { lookFor } from './reservation-search.queries.ts'

/** What reservations are told apart by in a list of all of them. */
export const officeFilters = {
  to_pay: ['created', 'unpaid'],
  to_confirm: ['email_unverified'],
  settled: ['email_verified', 'paid', 'paid_email_unsent', 'paid_email_invalid', 'valid'],
  mail_refused: ['paid_email_invalid'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly ReservationStatus[]>
export type OfficeFilter = keyof typeof officeFilters

/** A reservation as a line of the list of all of them. */
export type OfficeReservation = {
  readonly id: string
  readonly status: ReservationStatus
  readonly cancelledBecause: CancellationCause | null
  /** '' where nobody gave one, or the booker was erased. */
  readonly bookerEmail: string
  /** On its first ticket that bears a name; null: on none. */
  readonly holder: string | null
  /** Null: at no event. */
  readonly eventName: string | null
  readonly startsAt: Date | null
  /** Of those that were not cancelled. */
  readonly ticketCount: number
  readonly totalMinor: number
}

type OfficeSearch = {
  /** As it was typed, searchable; null: all of them. */
  readonly text: string | null
  readonly eventId: string | null
  readonly filter: OfficeFilter | null
  readonly now: Date
  readonly limit: number
  readonly offset: number
}

/** All reservations, the latest first, or those that somebody looks for: as lookFor tells, or by the tag of a card. */
export async function listAtOffice(
  tx: TenantTx,
  { text, eventId, filter, now, limit, offset }: OfficeSearch,
): Promise<readonly OfficeReservation[]> {
  const cardHolder = text === null ? null : await findCardHolder(tx, text, now)
  let query = tx
    .selectFrom('reservation')
    .leftJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'reservation.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .select(['reservation.id', 'reservation.status', 'reservation.cancelledBecause'])
    .select(['reservation.bookerEmail', 'reservation.totalMinor'])
    .select(['event.name as eventName', 'event.startsAt'])
    .select([
      sql<string | null>`(select trim(first_name || ' ' || last_name) from ticket
        where tenant_id = reservation.tenant_id and reservation_id = reservation.id and (first_name <> '' or last_name <> '')
        order by id limit 1)`.as('holder'),
      sql<number>`(select count(*)::int from ticket where tenant_id = reservation.tenant_id
        and reservation_id = reservation.id and cancelled_at is null)`.as('ticketCount'),
    ])
    .where('reservation.tenantId', '=', tx.tenantId)
    .orderBy('reservation.id', 'desc')
    .limit(limit)
    .offset(offset)
  if (eventId !== null) query = query.where('reservation.eventId', '=', eventId)
  if (filter !== null) query = query.where('reservation.status', 'in', officeFilters[filter])
  if (cardHolder !== null) query = query.where('reservation.bookerEmail', '=', cardHolder)
  else if (text !== null) {
    const found = await lookFor(tx, text)
    // Where many are found, the latest of them are met soon, unless a state keeps most of them out.
    query = query.where(found.kind === 'many' && filter === null ? found.one : found.among)
  }
  // The closed lists are held by check constraints.
  return (await query.execute()).map((row) => ({
    ...row,
    status: row.status as ReservationStatus,
    cancelledBecause: row.cancelledBecause as CancellationCause | null,
  }))
}

/** Whose card has that tag, where it was used here (ADR 0160); null: it is no tag, or of nobody's card. */
async function findCardHolder(tx: TenantTx, text: string, now: Date): Promise<string | null> {
  const tagId = normalizeTag(text)
  const card = tagId === null ? null : await findUsedCard(tx, tagId, now)
  return card?.email ?? null
}
