import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Actor } from '../../features/account/actor.ts'
import { readTakings } from '../../features/accounting/read-accounting.ts'
import { listNearEvents } from '../../features/event/near-events.queries.ts'
import { listOpenTasks } from '../../features/overview/open-tasks.queries.ts'
import {
  countBooked,
  countEntries,
  listTonight,
  listTurnedAway,
  sumPaid,
} from '../../features/overview/overview.queries.ts'
import { fillDays, fillSlots, lastDays, mostConflicts } from '../../features/overview/overview.ts'
import { countThings } from '../../features/reservation/hand-out.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { listAdmittingDevices, listConflicts } from '../../features/ticket/inside.queries.ts'
import { listCurrentEventIds } from '../../features/ticket/ticket.queries.ts'
import type { Language } from '../../lib/language.ts'
import { currentDay } from '../../lib/time.ts'
import { TextQuery } from '../../http/wire/schemas.ts'

const mostChoices = 30
/** Six hours. */
export const mostSlots = 72
/** The days of sales that are shown, compared with as many days before them. */
export const daysOfSales = 14

/** The events that are looked at; an id that names none of them counts as all. */
export const OverviewQuery = { event: Type.Optional(TextQuery), sales: Type.Optional(TextQuery) }

export type Overview = Awaited<ReturnType<typeof readOverview>>

/** Reads tonight as it is at this moment. Money is read for those who may see it. */
export async function readOverview(
  { database, now: clock }: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  wanted: { readonly event?: string | undefined; readonly sales?: string | undefined },
) {
  const [now, timeZone] = [clock(), tenant.timeZone]
  const day = currentDay(now, timeZone)
  const period = lastDays(now, timeZone, 2 * daysOfSales)
  return database.asTenant(tenant.id, async (tx) => {
    const all = await listCurrentEventIds(tx, { ...day, now })
    const event = all.find((id) => id === wanted.event) ?? null
    const eventIds = event === null ? all : [event]
    const choices = await listTonight(tx, all)
    const turnedAway = await listTurnedAway(tx, { from: day.from, eventId: event })
    const refused = turnedAway.filter(({ result }) => result !== 'undone')
    const salesEvents = await listNearEvents(tx, { now, timeZone, limit: mostChoices })
    const sales = salesEvents.find(({ id }) => id === wanted.sales)?.id ?? null
    const about = { period, timeZone, eventId: sales }
    const booked = await countBooked(tx, about)
    const seesMoney = hasStaffPermission(actor, tenant, 'money')
    const paid = seesMoney ? await sumPaid(tx, { ...about, currency: tenant.currency }) : new Map<string, number>()
    return {
      /** All events of tonight, one of which may be looked at. */
      choices,
      events: choices.filter(({ id }) => eventIds.includes(id)),
      entries: fillSlots(await countEntries(tx, eventIds), refused, mostSlots),
      turnedAway,
      /** The latest conflicts first, no more than are looked into on an evening. */
      conflicts: await listConflicts(tx, eventIds, mostConflicts),
      devices: await listAdmittingDevices(tx, eventIds),
      sales: fillDays(period, booked, paid),
      salesEvents,
      looked: { event, sales },
      openTasks: await listOpenTasks(tx, now),
      things: await countThings(tx, now),
      /** Since the day began; null: they are not for this person. */
      takings: seesMoney ? await readTakings(tx, tenant, { from: day.from, until: day.to }) : null,
    }
  })
}

export type OverviewProps = {
  readonly overview: Overview
  readonly tenant: Tenant
  readonly actor: Actor
  readonly language: Language
}
