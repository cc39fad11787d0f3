import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import { newId } from '../../lib/ids.ts'
import type { OccurrenceKind } from './webhook.ts'

type OfEvent = { readonly event: string }
type OfReservation = { readonly reservation: string; readonly event: string | null }
type OfTicket = { readonly ticket: string; readonly reservation: string; readonly event: string }
/** `price` null: of the event as a whole. `event` null: of what is sold at no event. */
type OfStock = { readonly event: string | null; readonly price: string | null }

/** What each kind says, in ids alone: nobody's name leaves by it, and erasing somebody has nothing to do here. */
type Said = {
  readonly 'event.published': OfEvent
  readonly 'event.changed': OfEvent
  readonly 'event.cancelled': OfEvent
  readonly 'event.postponed': OfEvent
  readonly 'reservation.booked': OfReservation
  readonly 'reservation.paid': OfReservation
  readonly 'reservation.cancelled': OfReservation & { readonly cause: 'cancellation' | 'expiry' }
  readonly 'reservation.refunded': OfReservation & { readonly refund: string }
  readonly 'ticket.issued': OfTicket
  /** The one that takes the place of another, which opens no door any more. */
  readonly 'ticket.given': OfTicket & { readonly former: string }
  readonly 'ticket.scanned': OfTicket & { readonly device: string }
  readonly 'ticket.undone': OfTicket
  readonly 'ticket.cancelled': OfTicket
  readonly 'membership.granted': { readonly membership: string }
  readonly 'membership.ended': { readonly membership: string }
  readonly 'waiting_entry.offered': { readonly waiting_entry: string; readonly event: string }
  readonly 'device.paired': { readonly device: string }
  readonly 'device.archived': { readonly device: string }
  readonly 'stock.low': OfStock & { readonly left: number }
  readonly 'stock.sold_out': OfStock
}

/** Something that happened, as programs are told of it. */
export type Occurrence = {
  readonly [Kind in OccurrenceKind]: { readonly kind: Kind; readonly data: Said[Kind] }
}[OccurrenceKind]

/** The body of a call: frozen when it happens, since a state that is read at a later attempt is another one. */
export function bodyOf(kind: string, at: Date, data: object): string {
  return JSON.stringify({ type: kind, timestamp: at.toISOString(), data })
}

/**
 * Tells the organisation's webhooks, in the caller's transaction: what rolls back was never told, and nothing that was done is lost
 * (ADR 0273). Costs a look into an index where nobody listens.
 */
export async function announce(tx: TenantTx, at: Date, occurrences: readonly Occurrence[]): Promise<void> {
  if (occurrences.length === 0) return
  const [tenantId, moment, ...lists] = valuesOf(tx.tenantId, at, occurrences)
  const [ids, kinds, bodies] = lists
  await sql`select announce(${tenantId}::uuid, ${moment}::timestamptz, ${ids}::uuid[], ${kinds}::text[], ${bodies}::text[])`.execute(
    tx,
  )
}

/** As `announce`, for a pipelined transaction. */
export function announceStatement(tenantId: string, at: Date, occurrences: readonly Occurrence[]): Statement {
  return {
    name: 'announce',
    text: 'select announce($1::uuid, $2::timestamptz, $3::uuid[], $4::text[], $5::text[])',
    values: valuesOf(tenantId, at, occurrences),
  }
}

/** Which kinds any webhook of the organisation is told of, for who would make many occurrences that nobody listens to. */
export function listenedStatement(tenantId: string): Statement {
  return {
    name: 'announce_listened',
    text: `select distinct unnest(kinds) as kind from webhook
      where tenant_id = $1 and off_reason is null and archived_at is null`,
    values: [tenantId],
  }
}

function valuesOf(tenantId: string, at: Date, occurrences: readonly Occurrence[]) {
  return [
    tenantId,
    at.toISOString(),
    occurrences.map(() => newId()),
    occurrences.map(({ kind }) => kind),
    occurrences.map(({ kind, data }) => bodyOf(kind, at, data)),
  ]
}
