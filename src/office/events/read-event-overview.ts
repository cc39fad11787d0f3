import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type Accounting, readAccounting, wholeBooksOf } from '../../features/accounting/read-accounting.ts'
import { readTerms } from '../../features/accounting/settlement.queries.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import { findEventBefore, listSoldPrices } from '../../features/overview/event-figures.queries.ts'
import { countEventTasks } from '../../features/overview/open-tasks.queries.ts'
import {
  countBooked,
  countEntries,
  listTonight,
  listTurnedAway,
  type TurnedAway,
} from '../../features/overview/overview.queries.ts'
import { type Counted, fillDays, fillSlots, lastDays, mostConflicts } from '../../features/overview/overview.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { listConflicts } from '../../features/ticket/inside.queries.ts'
import { localDate } from '../../lib/time.ts'
import { readStepsFor } from '../overview/start.tsx'
import { daysOfSales, mostSlots } from '../overview/read-overview.ts'

const dayMs = 86_400_000
/** How long before an event begins, and after it was to end, somebody is turned away from it. */
const aroundMs = 2 * dayMs

export type EventOverview = Awaited<ReturnType<typeof readEventOverview>>

/** Reads how it is going with one event. Money is read for those who may see it. @throws AppError not_found */
export async function readEventOverview(context: Context, request: FastifyRequest, id: string) {
  const { tenant, actor } = request
  const now = context.now()
  const { timeZone } = tenant
  const read = await context.database.asTenant(tenant.id, async (tx) => {
    const event = await getEvent(tx, id)
    const [counted] = await listTonight(tx, [id])
    const turnedAway = await listTurnedAway(tx, { ...hoursOf(event), eventId: id })
    const refused = turnedAway.filter(({ result }) => result !== 'undone')
    const entries = await countEntries(tx, [id])
    const before = await findEventBefore(tx, event)
    const upTo = new Date(Math.min(event.startsAt.getTime(), now.getTime()))
    const period = lastDays(upTo, timeZone, daysOfSales)
    const earlier = before && lastDays(asLongBefore(event, before, upTo, timeZone), timeZone, daysOfSales)
    const booked = await countBooked(tx, { period, timeZone, eventId: id })
    const bookedBefore =
      before && earlier ? await countBooked(tx, { period: earlier, timeZone, eventId: before.id }) : new Map()
    return {
      event,
      counted,
      prices: await listSoldPrices(tx, id),
      entries: fillSlots(entries, whileOpen(refused, entries), mostSlots),
      turnedAway,
      conflicts: await listConflicts(tx, [id], mostConflicts),
      tasks: await countEventTasks(tx, id),
      sales: fillDays(period, booked, new Map()),
      before: before && earlier && { ...before, sales: fillDays(earlier, bookedBefore, new Map()) },
      steps: await readStepsFor(tx, request),
    }
  })
  const { event } = read
  const accounting: Accounting | null = hasStaffPermission(actor, tenant, 'money')
    ? await readAccounting(context, tenant, wholeBooksOf(context, tenant, event))
    : null
  const costs = accounting && (await context.database.asTenant(tenant.id, (tx) => readTerms(tx, id))).costs
  return { ...read, accounting, costs }
}

function hoursOf({ startsAt, endsAt }: Event) {
  return { from: new Date(startsAt.getTime() - aroundMs), until: new Date((endsAt ?? startsAt).getTime() + aroundMs) }
}

const hourMs = 3_600_000

/** Leaves out who was turned away long before anybody came in, or after everybody had: the chart shows the hours of the door. */
function whileOpen(refused: readonly TurnedAway[], entries: readonly Counted[]): readonly TurnedAway[] {
  const times = entries.map(({ at }) => at.getTime())
  if (times.length === 0) return refused
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return refused.filter(({ at }) => at.getTime() >= first - hourMs && at.getTime() <= last + hourMs)
}

type Times = Pick<Event, 'startsAt'>

/** The moment that was as many days before the other event as `at` is before this one. */
function asLongBefore({ startsAt }: Times, before: Times, at: Date, timeZone: string): Date {
  const day = (of: Date) => Date.parse(localDate(of, timeZone))
  return new Date(before.startsAt.getTime() - (day(startsAt) - day(at)))
}
