import type { Selectable } from 'kysely'
import type { Event as EventRow } from '../../db/tables.ts'
import type { EventCategory } from '../tenant/event-category.ts'
import type { AuditValues } from '../audit/record-change.ts'
import { saidOf } from '../../lib/field.ts'
import type { Event } from './event.queries.ts'
import { eventFields } from './event-fields.ts'
import type { OfflinePolicy } from './event.ts'
import type { EventArtist } from './event-parts.queries.ts'

/** The fields that cancelling or postponing an event sets; features/event-notice does that. */
type EventChange = 'cancelledAt' | 'postponedAt' | 'postponedFrom' | 'changeReason' | 'scansCountSince'

export type EventValues = Omit<
  Selectable<EventRow>,
  | 'tenantId'
  | 'id'
  | 'slug'
  | 'createdAt'
  | 'updatedAt'
  | 'calendarSequence'
  | 'offlinePolicy'
  | 'eventCategory'
  | EventChange
> & { readonly offlinePolicy: OfflinePolicy; readonly eventCategory: EventCategory | null }

export type EventLinks = {
  readonly productIds: readonly string[]
  readonly optionIds: readonly string[]
  readonly exclusiveOptionIds: readonly string[]
  readonly artists: readonly EventArtist[]
}

/** All that staff says of an event. */
export type EventSettings = EventValues & EventLinks

export function settingsOf(event: Event): EventSettings {
  const { imageKey, artists } = event
  return { ...saidOf(eventFields, event), imageKey, artists }
}

/** Those of the settings that `keys` name, in the order of all: what one form shows. */
export function settingsNamed(settings: Partial<EventSettings>, keys: readonly string[]): Partial<EventSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key)))
}

/** The settings as the organisation's log keeps them. */
export function loggedSettings({ artists, ...settings }: EventSettings): AuditValues {
  return {
    ...settings,
    artists: artists.map(({ artistId, startsAt }) =>
      startsAt === null ? artistId : `${artistId} ${startsAt.toISOString()}`,
    ),
  }
}
