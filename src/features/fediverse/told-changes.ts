import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { type EventObject, tombstone } from './event-object.ts'
import { type Account, activityOf } from './fediverse.ts'
import type { ToldEvent } from './fediverse.queries.ts'

/** What others are to know of. */
export type Shown = {
  readonly events: readonly ShownEvent[]
  /** Events that start before are all among them; null: all are. */
  readonly completeUntil: Date | null
}

/** An event that others are to know of. */
export type ShownEvent = {
  readonly eventId: string
  /** Its address on other servers. */
  readonly object: string
  readonly startsAt: Date
  readonly overAt: Date
  /** Null: another organisation's, which tells of it itself. */
  readonly own: EventObject | null
}

export type ToldChanges = {
  readonly activities: readonly object[]
  readonly told: readonly ToldEvent[]
  /** Ids of events that nobody needs to be told of any more. */
  readonly forgotten: readonly string[]
}

/** One that was over and is moved to a later day is the same event there, so long. */
const rememberedMs = 30 * 86_400_000

/**
 * What followers have to be told, so that they know what is shown now. An own event is made known and announced, since other servers show what
 * a group announces; one of another organisation is announced. What is over is left to them.
 */
export function toldChanges(
  account: Account,
  told: readonly ToldEvent[],
  { events, completeUntil }: Shown,
  now: Date,
): ToldChanges {
  const byId = new Map(events.map((event) => [event.eventId, event]))
  const before = new Map(told.map((event) => [event.eventId, event]))
  const [activities, put, forgotten]: [object[], ToldEvent[], string[]] = [[], [], []]
  const announced = (id: string, object: string) => activityOf(account, 'Announce', id, object)
  for (const event of told) {
    const { eventId, object, digest, announcement, startsAt, overAt } = event
    const present = byId.get(eventId)
    if (present?.object === object) continue
    const isBehind = !present && completeUntil !== null && startsAt >= completeUntil
    const isRemembered = !present && overAt <= now && now.getTime() - overAt.getTime() < rememberedMs
    if (isBehind || isRemembered) continue
    if (overAt > now && digest !== null)
      activities.push(activityOf(account, 'Delete', `${object}#deleted`, tombstone(object)))
    if (overAt > now && digest === null)
      activities.push(activityOf(account, 'Undo', `${announcement}/undone`, announced(announcement, object)))
    if (!present) forgotten.push(eventId)
  }
  for (const { eventId, object, startsAt, overAt, own } of events) {
    const former = before.get(eventId)
    const isKnown = former?.object === object
    const digest = own && digestOf(own)
    const announcement = isKnown ? former.announcement : `${account.actor}#announcements/${newId()}`
    const isSame = digest === null ? former?.overAt.getTime() === overAt.getTime() : former?.digest?.equals(digest)
    if (isKnown && isSame) continue
    put.push({ eventId, object, digest, announcement, startsAt, overAt })
    if (own && isKnown) activities.push(activityOf(account, 'Update', `${object}#updated-${now.getTime()}`, own))
    if (own && !isKnown) activities.push(activityOf(account, 'Create', `${object}#created`, own))
    if (!isKnown) activities.push(announced(announcement, object))
  }
  return { activities, told: put, forgotten }
}

/** When it was last saved changes nothing of it. */
function digestOf({ updated: _, ...said }: EventObject): Buffer {
  return sha256(JSON.stringify(said))
}
