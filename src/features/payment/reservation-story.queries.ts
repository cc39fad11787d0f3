import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { idsOf } from '../../lib/ids.ts'
import { listActorNames } from '../account/actor.queries.ts'
import { listAuditEntries, wholeLog } from '../audit/audit.queries.ts'
import { listHandOuts } from '../reservation/hand-out.queries.ts'
import type { Reservation } from '../reservation/reservation.queries.ts'
import type { OfflineResult, ScanConflict } from '../ticket/scan.ts'
import type { Thing } from '../ticket/thing.ts'
import { listDisputesOf } from './dispute.queries.ts'
import { disputeStateOf } from './dispute.ts'
import { listHandovers } from './handover.queries.ts'
import { listPayments } from './payment.queries.ts'
import { refundStateOf } from './payment.ts'
import { listRefunds } from './refund.queries.ts'
import { type Happening, type StoryLine, tellStory } from './reservation-story.ts'

/** The most lines of each log: nobody reads more, though a reservation of a thousand tickets has more. */
const mostOfEach = 500

export type Story = {
  /** The oldest first. */
  readonly lines: readonly StoryLine[]
  /** The names of the actors that the audit log names by an id. */
  readonly names: ReadonlyMap<string, string>
}

type Of = { readonly reservation: Reservation; readonly things: readonly Thing[] }

/** Everything that is known to have happened to a reservation, from all the logs there are. */
export async function readStory(tx: TenantTx, of: Of): Promise<Story> {
  const { reservation } = of
  const filter = { ...wholeLog, of: { reservationId: reservation.id } }
  const entries = await listAuditEntries(tx, filter, { offset: 0, limit: mostOfEach })
  const happenings = [
    ...movesOf(of),
    ...(await listCancelledAlone(tx, reservation.id)),
    ...(await listGiven(tx, reservation.id)),
    ...(await listMailed(tx, reservation.id)),
    ...(await listMoney(tx, reservation.id)),
    ...(await listDisputed(tx, reservation.id)),
    ...(await listHandedOut(tx, of)),
    ...(await listScans(tx, reservation.id)),
  ]
  const actorIds = entries.map(({ actorId }) => actorId)
  return { lines: tellStory(happenings, entries), names: await listActorNames(tx, actorIds) }
}

function movesOf({ reservation }: Of): readonly Happening[] {
  const { createdAt, cancelledAt, cancelledBecause } = reservation
  return [
    { kind: 'booked', at: createdAt, by: null },
    ...(cancelledAt === null || cancelledBecause === null
      ? []
      : [{ kind: 'cancelled', because: cancelledBecause, at: cancelledAt, by: null } as const]),
  ]
}

/** Tickets that were cancelled without the rest of the reservation, those of one moment together. */
async function listCancelledAlone(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const { rows } = await sql<{ readonly at: Date; readonly count: number; readonly ticketId: string }>`
    select ticket.cancelled_at as at, count(*)::int, min(ticket.id::text) as ticket_id
    from ticket join reservation on reservation.tenant_id = ticket.tenant_id and reservation.id = ticket.reservation_id
    where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.reservation_id = ${reservationId}::uuid
      and ticket.superseded_by is null and ticket.cancelled_at is not null
      and ticket.cancelled_at is distinct from reservation.cancelled_at
    group by ticket.cancelled_at`.execute(tx)
  return rows.map((row) => ({ kind: 'tickets_cancelled', ...row, by: null }))
}

async function listGiven(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const rows = await selectRows(tx, 'ticket')
    .leftJoin('ticket as next', sameTenant('next.id', 'ticket.supersededBy'))
    .select(['ticket.id as ticketId', 'ticket.cancelledAt as at', 'next.holderEmail as to'])
    .where('ticket.reservationId', '=', reservationId)
    .where('ticket.supersededBy', 'is not', null)
    .orderBy('ticket.cancelledAt', 'desc')
    .limit(mostOfEach)
    .execute()
  return rows.flatMap(({ at, ...given }): Happening[] =>
    at === null ? [] : [{ kind: 'ticket_given', ...given, at, by: null }],
  )
}

async function listMailed(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const rows = await selectRows(tx, 'mail')
    .select(['subject', 'recipient', 'status', 'failure', 'createdAt', 'settledAt'])
    .where('reservationId', '=', reservationId)
    .orderBy('id')
    .limit(mostOfEach)
    .execute()
  return rows.map(({ createdAt, settledAt, ...mail }) => ({
    kind: 'mail',
    ...mail,
    at: settledAt ?? createdAt,
    by: null,
  }))
}

async function listMoney(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const refunds = await listRefunds(tx, [reservationId])
  const handovers = await listHandovers(tx, idsOf(refunds))
  return [
    ...(await listPayments(tx, [reservationId])).map(
      ({ id, method, status, amountMinor, currency, createdAt, settledAt }): Happening => ({
        kind: 'payment',
        paymentId: id,
        method,
        status,
        amountMinor,
        currency,
        at: settledAt ?? createdAt,
        by: null,
      }),
    ),
    ...refunds.flatMap((refund): Happening[] => {
      const { id, amountMinor, currency, createdAt, endedAt } = refund
      const money = { amountMinor, currency }
      const state = refundStateOf(refund)
      return [
        {
          kind: 'refund',
          refundId: id,
          state,
          ...money,
          at: state === 'owed' ? createdAt : (endedAt ?? createdAt),
          by: null,
        },
        ...(handovers.get(id) ?? []).map((handover): Happening => ({ kind: 'handover', ...handover, ...money })),
      ]
    }),
  ]
}

/** Lists how each dispute was opened, and how it ended: states in between are not kept. */
async function listDisputed(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const disputes = await listDisputesOf(tx, [reservationId], mostOfEach)
  return disputes.flatMap(({ outcome, isWithdrawn, createdAt, updatedAt, ...money }): Happening[] => {
    const state = disputeStateOf({ outcome, isWithdrawn })
    const opened = { kind: 'dispute', ...money, at: createdAt, by: null } as const
    return outcome === 'open'
      ? [{ ...opened, state }]
      : [
          { ...opened, state: 'opened' },
          { ...opened, state, at: updatedAt },
        ]
  })
}

async function listHandedOut(tx: TenantTx, { reservation, things }: Of): Promise<readonly Happening[]> {
  const log = await listHandOuts(tx, reservation.id)
  return log.slice(0, mostOfEach).flatMap(({ thingId, quantity, by, at }): Happening[] => {
    const thing = things.find(({ id }) => id === thingId)
    return thing ? [{ kind: 'hand_out', quantity, thing, at, by }] : []
  })
}

async function listScans(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const rows = await selectRows(tx, 'scanLog')
    .select(['id', 'ticketId', 'deviceId', 'result', 'conflict', 'byName', 'scannedAt'])
    .where(
      sql<boolean>`ticket_id = any(array(select id from ticket
        where tenant_id = ${tx.tenantId}::uuid and reservation_id = ${reservationId}::uuid))`,
    )
    .orderBy('id', 'desc')
    .limit(mostOfEach)
    .execute()
  const deviceIds = rows.map(({ deviceId }) => deviceId)
  const names = await listActorNames(tx, deviceIds)
  // The closed list is held by a check constraint.
  return rows.map(({ id, ticketId, deviceId, result, conflict, byName, scannedAt }) => ({
    kind: 'scan',
    scanId: id,
    ticketId,
    byName,
    result: result as OfflineResult | 'undone',
    conflict: conflict as ScanConflict | null,
    at: scannedAt,
    by: (deviceId && names.get(deviceId)) ?? null,
  }))
}
