import { AppError } from '../../errors.ts'
import { repeatableId } from '../../lib/ids.ts'
import { addLocalDays, movingAlong } from '../../lib/time.ts'
import type { Actor } from '../account/actor.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type Event, findEvent } from './event.queries.ts'
import { type EventSettings, settingsOf } from './event-settings.ts'
import { makeEvent } from './save-event.ts'

/** A year of weeks. */
export const mostCopies = 52

export type Copying = {
  /** By which a form that is sent twice is known: it makes no second row of copies. */
  readonly key: string
  readonly times: number
  /** From one to the next, by the clocks of the organisation: 20:30 stays 20:30 when they change. */
  readonly everyDays: number
  readonly published: boolean
}

/**
 * Makes an event again on later dates, with all that was said of it: what it sells, who plays, where it is. Nobody has booked
 * a copy. All of them are made or none is.
 *
 * @throws AppError not_found
 */
export async function copyEvent(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  { key, times, everyDays, published }: Copying,
): Promise<readonly Event[]> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const event = await findEvent(tx, id)
    if (!event) throw new AppError('not_found')
    const copies: Event[] = []
    for (let number = 1; number <= times; number++) {
      const later = (at: Date) => addLocalDays(at, number * everyDays, tenant.timeZone)
      const input = {
        ...moved(settingsOf(event), later),
        ...{ published, archived: false },
        id: repeatableId(tenant.id, key, number),
      }
      copies.push(await makeEvent(deps, tx, tenant, actor, input))
    }
    return copies
  })
}

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

type Times = Pick<EventSettings, 'startsAt' | 'endsAt' | 'doorsOpenAt' | 'doorsCloseAt' | 'artists'>

/**
 * The times of an event that is made like another: those that were left as they are there move along with its beginning, and
 * what was said anew stays.
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
