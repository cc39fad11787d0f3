import type { TenantTx } from '../../db/database.ts'
import { listActorNames } from '../account/actor.queries.ts'
import { listAuditEntries, wholeLog } from '../audit/audit.queries.ts'
import type { MailStatus } from '../mail/mail.ts'
import { listHandOuts } from '../reservation/hand-out.queries.ts'
import type { Reservation } from '../reservation/reservation.queries.ts'
import type { OfficeTicket } from '../ticket/office-tickets.queries.ts'
import type { OfflineResult, ScanConflict } from '../ticket/scan.ts'
import type { Thing } from '../ticket/thing.ts'
import { listDisputesOf } from './dispute.queries.ts'
import { disputeStateOf } from './dispute.ts'
import { listHandovers } from './handover.queries.ts'
import { listPayments } from './payment.queries.ts'
import { refundStateOf } from './payment.ts'
import { listRefunds } from './refund.queries.ts'
import { type Happening, type StoryLine, tellStory } from './reservation-story.ts'

/** Of each log: nobody reads more, and a reservation of a thousand tickets has more. */
const mostOfEach = 500

export type Story = {
  /** The oldest first. */
  readonly lines: readonly StoryLine[]
  /** Of whoever the audit log names by an id. */
  readonly names: ReadonlyMap<string, string>
}

type Of = {
  readonly reservation: Reservation
  readonly tickets: readonly OfficeTicket[]
  readonly things: readonly Thing[]
}

/** Everything that is known to have happened to a reservation, from all the logs there are. */
export async function readStory(tx: TenantTx, of: Of): Promise<Story> {
  const { reservation, tickets } = of
  const ids = [reservation.id, ...tickets.map(({ id }) => id)]
  const entries = await listAuditEntries(tx, { ...wholeLog, of: ids }, { offset: 0, limit: mostOfEach })
  const happenings = [
    ...movesOf(of),
    ...(await listMailed(tx, reservation.id)),
    ...(await listMoney(tx, reservation.id)),
    ...(await listDisputed(tx, reservation.id)),
    ...(await listHandedOut(tx, of)),
    ...(await listScans(tx, tickets)),
  ]
  return {
    lines: tellStory(happenings, entries),
    names: await listActorNames(
      tx,
      entries.map(({ actorId }) => actorId),
    ),
  }
}

function movesOf({ reservation, tickets }: Of): readonly Happening[] {
  const { createdAt, cancelledAt, cancelledBecause } = reservation
  const alone = tickets.filter(
    (ticket) => ticket.supersededBy === null && ticket.cancelledAt?.getTime() !== cancelledAt?.getTime(),
  )
  const together = [...Map.groupBy(alone, (ticket) => ticket.cancelledAt?.getTime())]
  return [
    { kind: 'booked', at: createdAt, by: null },
    ...(cancelledAt === null || cancelledBecause === null
      ? []
      : [{ kind: 'cancelled', because: cancelledBecause, at: cancelledAt, by: null } as const]),
    ...together.flatMap(([at, some]): Happening[] =>
      at === undefined
        ? []
        : [{ kind: 'tickets_cancelled', ticketIds: some.map(({ id }) => id), at: new Date(at), by: null }],
    ),
    ...tickets.flatMap((ticket): Happening[] => {
      const { supersededBy, cancelledAt: at } = ticket
      const next = tickets.find(({ id }) => id === supersededBy)
      if (supersededBy === null || at === null) return []
      return [{ kind: 'ticket_given', ticketId: ticket.id, to: next?.holderEmail ?? null, at, by: null }]
    }),
  ]
}

async function listMailed(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const rows = await tx
    .selectFrom('mail')
    .select(['subject', 'recipient', 'status', 'failure', 'createdAt', 'settledAt'])
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', '=', reservationId)
    .orderBy('id')
    .limit(mostOfEach)
    .execute()
  // The closed list is held by a check constraint.
  return rows.map(({ subject, recipient, status, failure, createdAt, settledAt }) => ({
    ...{ kind: 'mail', subject, recipient, status: status as MailStatus, failure },
    ...{ at: settledAt ?? createdAt, by: null },
  }))
}

async function listMoney(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const refunds = await listRefunds(tx, reservationId)
  const handovers = await listHandovers(
    tx,
    refunds.map(({ id }) => id),
  )
  return [
    ...(await listPayments(tx, reservationId)).map(
      ({ id, method, status, amountMinor, currency, createdAt, settledAt }): Happening => ({
        ...{ kind: 'payment', paymentId: id, method, status, amountMinor, currency },
        ...{ at: settledAt ?? createdAt, by: null },
      }),
    ),
    ...refunds.flatMap((refund): Happening[] => {
      const { id, amountMinor, currency, createdAt, endedAt } = refund
      const money = { amountMinor, currency }
      const state = refundStateOf(refund)
      return [
        {
          ...{ kind: 'refund', refundId: id },
          state,
          ...money,
          at: state === 'owed' ? createdAt : (endedAt ?? createdAt),
          by: null,
        },
        ...(handovers.get(id) ?? []).map(
          (handover): Happening => ({ kind: 'handover', ...handover, ...money }),
        ),
      ]
    }),
  ]
}

/** How each was opened, and how it ended: what was between is not kept. */
async function listDisputed(tx: TenantTx, reservationId: string): Promise<readonly Happening[]> {
  const disputes = await listDisputesOf(tx, reservationId, mostOfEach)
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

async function listScans(tx: TenantTx, tickets: readonly OfficeTicket[]): Promise<readonly Happening[]> {
  if (tickets.length === 0) return []
  const rows = await tx
    .selectFrom('scanLog')
    .select(['id', 'ticketId', 'deviceId', 'result', 'conflict', 'scannedAt'])
    .where('tenantId', '=', tx.tenantId)
    .where(
      'ticketId',
      'in',
      tickets.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .limit(mostOfEach)
    .execute()
  const names = await listActorNames(
    tx,
    rows.map(({ deviceId }) => deviceId),
  )
  // The closed list is held by a check constraint.
  return rows.map(({ id, ticketId, deviceId, result, conflict, scannedAt }) => ({
    ...{ kind: 'scan', scanId: id, ticketId, result: result as OfflineResult | 'undone' },
    conflict: conflict as ScanConflict | null,
    ...{ at: scannedAt, by: (deviceId && names.get(deviceId)) ?? null },
  }))
}
