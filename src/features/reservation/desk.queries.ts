import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countThings, type EventThings } from './hand-out.queries.ts'

/** What an administrator sees first. Cancelled reservations, their tickets, and archived devices are not counted. */
export type DeskCounts = {
  readonly events: number
  readonly upcomingEvents: number
  readonly reservations: number
  readonly tickets: number
  /** Of clothing and the like, by event; as countThings tells. */
  readonly things: readonly EventThings[]
  readonly devices: number
  readonly claimedDevices: number
}

export async function countForDesk(tx: TenantTx, now: Date): Promise<DeskCounts> {
  const events = await tx
    .selectFrom('event')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where starts_at >= ${now}::timestamptz)`.as('upcoming'),
    ])
    .where('tenantId', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  const reservations = await tx
    .selectFrom('reservation')
    .select(sql<number>`count(*)`.as('all'))
    .where('tenantId', '=', tx.tenantId)
    .where('status', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  const tickets = await tx
    .selectFrom('ticket')
    .select(sql<number>`count(*)`.as('all'))
    .where('tenantId', '=', tx.tenantId)
    .where('cancelledAt', 'is', null)
    .executeTakeFirstOrThrow()
  const devices = await tx
    .selectFrom('device')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where claimed_at is not null)`.as('claimed'),
    ])
    .where('tenantId', '=', tx.tenantId)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    events: events.all,
    upcomingEvents: events.upcoming,
    reservations: reservations.all,
    tickets: tickets.all,
    things: await countThings(tx, now),
    devices: devices.all,
    claimedDevices: devices.claimed,
  }
}
