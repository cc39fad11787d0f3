import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import type { ZoneMove } from '../../db/same-hour.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { keepSaleHours } from '../catalog/keep-sale-hours.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { keepDeviceEnds } from '../device/keep-device-ends.queries.ts'
import { type Event, findEvent, getEvent, lockEvent, lockEventCounter, moveEventHours } from '../event/event.queries.ts'
import type { MomentThere } from '../event/event.ts'
import { notOver } from '../event/event-page.queries.ts'
import { loggedSettings, settingsOf } from '../event/event-settings.ts'
import { publishInCalendar } from '../event/publish-in-calendar.ts'
import { announce } from '../webhook/announce.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type TenantValues, updateTenant } from '../tenant/update-tenant.ts'
import { moveHolds } from './change-event.ts'

type Changing = {
  /** Whether, in another time zone, coming events begin at the hours as they are written; else at the same moments (ADR 0202). */
  readonly keepHours: boolean
  /** What the caller saw of the organisation, as `updateTenant` takes it. */
  readonly seen?: string | null
}

/**
 * Changes what an organisation says of itself, its time zone with what was planned by it.
 *
 * @throws AppError not_found, changed_meanwhile, in_use (the currency)
 */
export async function updateTenantWithTimes(
  deps: BasicDeps<'notifyChange' | 'reservedWords'>,
  actor: Actor,
  id: string,
  values: Partial<TenantValues>,
  { keepHours, seen = null }: Changing,
): Promise<Tenant> {
  return updateTenant(deps, actor, id, values, seen, async (tx, { timeZone: from }) => {
    const { timeZone: to = from } = values
    if (to === from) return
    const now = deps.now()
    const move = { from, to }
    const events = await lockUnended(tx, { now, timeZone: from })
    if (keepHours) {
      const changes = [...(await keepSaleHours(tx, move, now)), ...(await keepDeviceEnds(tx, move, now))]
      for (const { action, subjectId, ...values } of changes)
        await recordChange(tx, actor, now, action, subjectId, values)
      await deps.notifyChange(tx, 'device', id)
    }
    for (const { id: eventId, isComing } of events) {
      const before = await findEvent(tx, eventId)
      if (!before) continue
      const after = keepHours && isComing ? await keepEventHours(tx, actor, before, move, now) : before
      // Without an end it is over by the new clocks, in calendars too.
      if (after === before && before.endsAt === null) await publishInCalendar(tx, before)
      await moveHolds(tx, { before, after, zones: move, now })
    }
  })
}

/**
 * The events at which places may be held until their end, held against changes and bookings, as bookings do: the counters
 * first, in the order of the ids. One without an end is over with its house day, by the old clocks or the new.
 */
async function lockUnended(tx: TenantTx, moment: MomentThere) {
  const events = await selectRows(tx, 'event')
    .select(['event.id', notOver(moment).as('isComing')])
    .where(sql<boolean>`coalesce(event.ends_at, event.starts_at + interval '2 days') > ${moment.now}::timestamptz`)
    .orderBy('event.id')
    .execute()
  for (const { id } of events) await lockEventCounter(tx, id)
  for (const { id } of events) await lockEvent(tx, id)
  return events
}

async function keepEventHours(tx: TenantTx, actor: Actor, before: Event, move: ZoneMove, now: Date): Promise<Event> {
  const { id } = before
  await publishInCalendar(tx, await moveEventHours(tx, id, move))
  const after = await getEvent(tx, id)
  const change = { before: loggedSettings(settingsOf(before)), after: loggedSettings(settingsOf(after)) }
  await recordChange(tx, actor, now, 'event.changed', id, change)
  if (after.published) await announce(tx, now, [{ kind: 'event.changed', data: { event: id } }])
  return after
}
