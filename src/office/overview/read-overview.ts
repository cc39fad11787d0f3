import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Actor } from '../../features/account/actor.ts'
import { listNearEvents, type NearEvent } from '../../features/event/near-events.queries.ts'
import { type OpenTasks, listOpenTasks } from '../../features/overview/open-tasks.queries.ts'
import {
  countBooked,
  countEntries,
  type EventTonight,
  listTonight,
  listTurnedAway,
  sumPaid,
  type TurnedAway,
} from '../../features/overview/overview.queries.ts'
import {
  type DaySales,
  fillDays,
  fillSlots,
  lastDays,
  mostConflicts,
  type Slot,
} from '../../features/overview/overview.ts'
import { countThings, type EventThings } from '../../features/reservation/hand-out.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import {
  type AdmittingDevice,
  type Conflict,
  listAdmittingDevices,
  listConflicts,
} from '../../features/ticket/inside.queries.ts'
import { listCurrentEventIds } from '../../features/ticket/ticket.queries.ts'
import type { Language } from '../../lib/language.ts'
import { currentDay } from '../../lib/time.ts'
import { TextQuery } from '../../http/wire/schemas.ts'

const mostChoices = 30
/** Six hours. */
const mostSlots = 72
/** As many before them are what they are compared with. */
export const daysOfSales = 14

/** Which events are looked at; what is none of them counts as all. */
export const OverviewQuery = { event: Type.Optional(TextQuery), sales: Type.Optional(TextQuery) }

export type Looked = { readonly event: string | null; readonly sales: string | null }

export type Overview = {
  /** All of tonight, of which one may be looked at. */
  readonly choices: readonly EventTonight[]
  readonly events: readonly EventTonight[]
  readonly entries: readonly Slot[]
  readonly turnedAway: readonly TurnedAway[]
  /** The latest first, no more than are looked into on an evening. */
  readonly conflicts: readonly Conflict[]
  readonly devices: readonly AdmittingDevice[]
  readonly sales: readonly DaySales[]
  readonly salesEvents: readonly NearEvent[]
  readonly looked: Looked
  readonly openTasks: OpenTasks
  readonly things: readonly EventThings[]
}

/** Tonight as it is at this moment. Money is read for those who may see it. */
export async function readOverview(
  { database, now: clock }: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  wanted: { readonly event?: string | undefined; readonly sales?: string | undefined },
): Promise<Overview> {
  const [now, timeZone] = [clock(), tenant.timeZone]
  const day = currentDay(now, timeZone)
  const period = lastDays(now, timeZone, 2 * daysOfSales)
  return database.asTenant(tenant.id, async (tx) => {
    const all = await listCurrentEventIds(tx, { ...day, now })
    const event = all.find((id) => id === wanted.event) ?? null
    const eventIds = event === null ? all : [event]
    const choices = await listTonight(tx, all)
    const turnedAway = (await listTurnedAway(tx, day.from)).filter(({ eventId }) => event === null || eventId === event)
    const refused = turnedAway.filter(({ result }) => result !== 'undone')
    const salesEvents = await listNearEvents(tx, { now, limit: mostChoices })
    const sales = salesEvents.find(({ id }) => id === wanted.sales)?.id ?? null
    const about = { period, timeZone, eventId: sales }
    const booked = await countBooked(tx, about)
    const paid = hasStaffPermission(actor, tenant, 'money')
      ? await sumPaid(tx, { ...about, currency: tenant.currency })
      : new Map<string, number>()
    return {
      choices,
      events: choices.filter(({ id }) => eventIds.includes(id)),
      entries: fillSlots(await countEntries(tx, eventIds), refused, mostSlots),
      turnedAway,
      conflicts: await listConflicts(tx, eventIds, mostConflicts),
      devices: await listAdmittingDevices(tx, eventIds),
      sales: fillDays(period, booked, paid),
      salesEvents,
      looked: { event, sales },
      openTasks: await listOpenTasks(tx, now),
      things: await countThings(tx, now),
    }
  })
}

export type OverviewProps = {
  readonly overview: Overview
  readonly tenant: Tenant
  readonly now: Date
  readonly actor: Actor
  readonly language: Language
}
