import { repeatableId } from '../../lib/ids.ts'
import { addLocalDays, movingAlong } from '../../lib/time.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { isAskedAgain } from '../request/asked-request.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type Event, getEvent, listEventsById } from './event.queries.ts'
import { type EventSettings, settingsOf } from './event-settings.ts'
import { makeEvent, makingEvents } from './save-event.ts'

/** A year of weeks. */
export const mostCopies = 52

export type Copying = {
  /** The key of the form: one that is sent twice makes no second copy on the same date. */
  readonly key: string
  /** When each begins; all its other times move along, by the clocks of the organisation. */
  readonly starts: readonly Date[]
  /** Whether the copies are published; null: as the event is. */
  readonly published: boolean | null
  /** Whether the key is of these copies alone, so that it is refused with others; a form is gone back to for other dates. */
  readonly isWhole: boolean
}

/** So many more of it, each so many days after the one before, by the clocks: 20:30 stays 20:30 when they change. */
export function startsAgain(
  startsAt: Date,
  { times, everyDays }: { readonly times: number; readonly everyDays: number },
  timeZone: string,
): readonly Date[] {
  return Array.from({ length: times }, (_, index) => addLocalDays(startsAt, (index + 1) * everyDays, timeZone))
}

/**
 * Makes an event again on other dates, with all that was said of it: what it sells, who plays, where it is. Nobody has booked
 * a copy. All are made or none is.
 *
 * @returns the copies that exist: after a repeat, without those deleted since
 * @throws AppError not_found, category_rule, validation_failed, idempotency_mismatch (`isWhole`, and others were asked)
 */
export async function copyEvent(
  deps: BasicDeps<'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  { key, starts, published, isWhole }: Copying,
): Promise<readonly Event[]> {
  // Not by its place in the row: a form that is gone back to for other dates has the same key.
  const idOf = (startsAt: Date) => repeatableId(tenant.id, key, startsAt.getTime())
  return makingEvents(deps, tenant, async (tx) => {
    const content = { id, starts, published }
    const asked = { key: `copies of an event ${key}`, content }
    if (isWhole && (await isAskedAgain(tx, asked, deps.now()))) return listEventsById(tx, starts.map(idOf))
    const event = await getEvent(tx, id)
    const copies: Event[] = []
    for (const startsAt of starts) {
      const input = {
        ...moved(settingsOf(event), movingAlong(event.startsAt, startsAt, tenant.timeZone)),
        published: published ?? event.published,
        archived: false,
        id: idOf(startsAt),
      }
      copies.push(await makeEvent(deps, tx, tenant, actor, input))
    }
    return copies
  })
}

type Times = Pick<EventSettings, 'startsAt' | 'endsAt' | 'doorsOpenAt' | 'doorsCloseAt' | 'artists'>

function moved(settings: EventSettings, later: (at: Date) => Date): EventSettings {
  const { startsAt, endsAt, doorsOpenAt, doorsCloseAt, artists } = settings
  return {
    ...settings,
    startsAt: later(startsAt),
    endsAt: endsAt && later(endsAt),
    doorsOpenAt: doorsOpenAt && later(doorsOpenAt),
    doorsCloseAt: doorsCloseAt && later(doorsCloseAt),
    artists: artists.map((artist) => ({ ...artist, startsAt: artist.startsAt && later(artist.startsAt) })),
  }
}

/**
 * The times of an event that is made like another: those that were left as they are there move along with its beginning, and
 * what was said again stays.
 */
export function timesLike(model: Times, said: Times, timeZone: string): Times {
  const along = movingAlong(model.startsAt, said.startsAt, timeZone)
  const moved = (at: Date | null, there: Date | null | undefined) =>
    at !== null && at.getTime() === there?.getTime() ? along(at) : at
  return {
    startsAt: said.startsAt,
    endsAt: moved(said.endsAt, model.endsAt),
    doorsOpenAt: moved(said.doorsOpenAt, model.doorsOpenAt),
    doorsCloseAt: moved(said.doorsCloseAt, model.doorsCloseAt),
    artists: said.artists.map(({ artistId, startsAt }) => ({
      artistId,
      startsAt: moved(startsAt, model.artists.find((one) => one.artistId === artistId)?.startsAt),
    })),
  }
}
