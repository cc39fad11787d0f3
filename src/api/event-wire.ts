import { Type } from 'typebox'
import type { Event } from '../features/event/event.queries.ts'
import { eventFields } from '../features/event/event-fields.ts'
import { settingsOf } from '../features/event/event-settings.ts'
import { formatDateTime } from '../lib/time.ts'
import { NullableDateTimeOut, NullableIntegerOut, TextOut, UuidOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOut, presentFields } from './field-wire.ts'
import { ImageUrlOut, imageUrl, presentVariations, VariationsOut } from './image-wire.ts'

export const EventOut = Type.Object(
  {
    uuid: UuidOut,
    slug: withExample(TextOut, 'nina-simone-tribute'),
    ...fieldsOut(eventFields),
    cancelled_at: withExample(NullableDateTimeOut, null),
    postponed_from: withExample(NullableDateTimeOut, null),
    tickets_left: withExample(NullableIntegerOut, 120),
    artists: Type.Array(Type.Object({ uuid: UuidOut, datetime: NullableDateTimeOut })),
    img: ImageUrlOut,
    img_variations: VariationsOut,
  },
  { title: 'Event' },
)

type Reader = {
  /** The tenant's address: `img` is absolute on its domain. */
  readonly base: string
  /** Whether the caller keeps the programme. */
  readonly isStaff: boolean
}

export function presentEvent(event: Event, { base, isStaff }: Reader): Type.Static<typeof EventOut> {
  return {
    uuid: event.id,
    slug: event.slug,
    ...presentFields(eventFields, settingsOf(event), isStaff),
    cancelled_at: dateTime(event.cancelledAt),
    postponed_from: dateTime(event.postponedFrom),
    tickets_left: event.placesLeft,
    artists: event.artists.map((artist) => ({ uuid: artist.artistId, datetime: dateTime(artist.startsAt) })),
    img: imageUrl(event.imageKey, base),
    img_variations: presentVariations(event.imageKey),
  }
}

function dateTime(date: Date | null): string | null {
  return date && formatDateTime(date)
}
