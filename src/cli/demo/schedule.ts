import type { Context } from '../../context.ts'
import { theServer } from '../../features/account/actor.ts'
import { listProducts } from '../../features/catalog/catalog.queries.ts'
import { type Event, listEvents } from '../../features/event/event.queries.ts'
import { createEvent } from '../../features/event/save-event.ts'
import { listEntries } from '../../features/tenant/programme.queries.ts'
import type { ProgrammeNoun } from '../../features/tenant/programme-fields.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { currentDay } from '../../lib/time.ts'
import { beforeSales, programmeDays, timeOn } from './calendar.ts'
import type { DemoDay, DemoEvent, DemoLook, DemoOrganisation } from './organisation.ts'
import { poster } from './poster.ts'

export type ScheduledEvent = {
  readonly plan: DemoEvent
  readonly day: DemoDay
  readonly isTonight: boolean
  readonly event: Event
}

type Ids = ReadonlyMap<string, string>

/** Everything of the programme that is not there yet; an event is known by its name and first start. */
export async function scheduleEvents(
  context: Context,
  tenant: Tenant,
  organisation: DemoOrganisation,
): Promise<readonly ScheduledEvent[]> {
  const days = programmeDays(context.now(), tenant.timeZone)
  const made = await context.database.asTenant(tenant.id, (tx) =>
    listEvents(tx, { publishedOnly: false, limit: 10_000 }),
  )
  const make = await createMaker(context, tenant, organisation)
  const scheduled: ScheduledEvent[] = []
  for (const day of days) {
    for (const plan of organisation.eventsOn(day)) {
      const startsAt = timeOn(day, plan.start, tenant.timeZone)
      const known = made.find(
        ({ name, ...event }) =>
          name === plan.name && (event.postponedFrom ?? event.startsAt).getTime() === startsAt.getTime(),
      )
      const event = known ?? (await make(plan, day, day === days[0]))
      const takesPlace = event.cancelledAt === null && event.postponedFrom === null
      scheduled.push({ plan, day, isTonight: takesPlace && day === days[0], event })
    }
  }
  return scheduled
}

async function createMaker(
  context: Context,
  tenant: Tenant,
  { look }: DemoOrganisation,
): Promise<(plan: DemoEvent, day: DemoDay, isToday: boolean) => Promise<Event>> {
  const names = (noun: ProgrammeNoun) =>
    context.database.asTenant(tenant.id, async (tx) => byName(await listEntries(tx, noun, { limit: 1000 })))
  const [stages, projects, artists, options] = await Promise.all([
    names('stage'),
    names('project'),
    names('artist'),
    names('ticketOption'),
  ])
  const catalogue = await context.database.asTenant(tenant.id, (tx) => listProducts(tx, { publishedOnly: false }))
  const products = byName(catalogue)
  /** An advance sale that goes on after the curtain has risen is none. */
  const endsBefore = (startsAt: Date, id: string) =>
    catalogue
      .filter((product) => product.id === id)
      .every(({ prices }) => prices.every(({ saleEndsAt }) => saleEndsAt === null || saleEndsAt < startsAt))
  const images = createPosters(context, tenant, look)
  /** Moves tonight's end so that a demonstration started after the last song still finds the evening on: what is unpaid ends with it. */
  const endOf = (end: Date, isToday: boolean) => {
    const now = context.now()
    return isToday && end <= now ? currentDay(now, tenant.timeZone).to : end
  }
  return async (plan, day, isToday) => {
    const time = (clock: string) => timeOn(day, clock, tenant.timeZone, plan.start)
    return createEvent({ ...context, now: () => beforeSales(context.now()) }, tenant, theServer, {
      name: plan.name,
      shortDescription: plan.shortDescription,
      longDescription: plan.longDescription ?? null,
      eventCategory: plan.eventCategory,
      startsAt: time(plan.start),
      endsAt: endOf(time(plan.end), isToday),
      capacity: plan.capacity,
      stageId: idOf(stages, plan.stage),
      ...(plan.project === undefined ? {} : { projectId: idOf(projects, plan.project) }),
      imageKey: await images(plan.project ?? plan.artists.at(-1)?.[0] ?? plan.name),
      productIds: plan.products.map((name) => idOf(products, name)).filter((id) => endsBefore(time(plan.start), id)),
      optionIds: (plan.options ?? []).map((name) => idOf(options, name)),
      artists: plan.artists.map(([name, at]) => ({ artistId: idOf(artists, name), startsAt: time(at) })),
    })
  }
}

/** Each poster is painted once per run, and only when an event needs it. */
function createPosters(context: Context, tenant: Tenant, look: DemoLook): (name: string) => Promise<string> {
  const painted = new Map<string, Promise<string>>()
  const paint = async (name: string) => context.images.fromBuffer(tenant.id, await poster(name, look), 'image')
  return (name) => {
    const image = painted.get(name) ?? paint(name)
    painted.set(name, image)
    return image
  }
}

function byName(rows: readonly { readonly id: string; readonly name: string }[]): Ids {
  return new Map(rows.map((row) => [row.name, row.id]))
}

function idOf(ids: Ids, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demonstration has no ${name}`)
  return id
}
