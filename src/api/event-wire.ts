import { Type } from 'typebox'
import type { Event } from '../features/event/event.queries.ts'
import { formatDateTime } from '../lib/time.ts'
import {
  BooleanOut,
  DateTimeOut,
  NullableDateTimeOut,
  NullableIntegerOut,
  NullableTextOut,
  NullableUuidOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { ImageUrlOut, imageUrl, presentVariations, VariationsOut } from './image-wire.ts'

export const EventOut = Type.Object(
  {
    uuid: UuidOut,
    slug: withExample(TextOut, 'nina-simone-tribute'),
    name: withExample(TextOut, 'Nina Simone tribute'),
    datetime: DateTimeOut,
    end_datetime: withExample(NullableDateTimeOut, '2026-05-01T23:00:00.000000+00:00'),
    doors_open: withExample(NullableDateTimeOut, '2026-05-01T19:30:00.000000+00:00'),
    doors_close: withExample(NullableDateTimeOut, '2026-05-01T22:00:00.000000+00:00'),
    short_description: withExample(NullableTextOut, 'Her songs, by six voices'),
    long_description: withExample(NullableTextOut, 'Two hours with an interval. Seats are not numbered.'),
    published: BooleanOut,
    archived: Type.Optional(withExample(BooleanOut, false)),
    cancelled_at: withExample(NullableDateTimeOut, null),
    postponed_from: withExample(NullableDateTimeOut, null),
    capacity: withExample(NullableIntegerOut, 300),
    tickets_left: withExample(NullableIntegerOut, 120),
    products: Type.Array(UuidOut),
    options: Type.Array(UuidOut),
    artists: Type.Array(Type.Object({ uuid: UuidOut, datetime: NullableDateTimeOut })),
    location: NullableUuidOut,
    stage: NullableUuidOut,
    project: withExample(NullableUuidOut, null),
    img: ImageUrlOut,
    img_variations: VariationsOut,
  },
  { title: 'Event' },
)

type Reader = {
  /** The tenant's address: `img` is absolute on its domain. */
  readonly base: string
  /** Whether whoever reads it keeps the programme. */
  readonly isStaff: boolean
}

export function presentEvent(event: Event, { base, isStaff }: Reader): Type.Static<typeof EventOut> {
  return {
    uuid: event.id,
    slug: event.slug,
    name: event.name,
    datetime: formatDateTime(event.startsAt),
    end_datetime: dateTime(event.endsAt),
    doors_open: dateTime(event.doorsOpenAt),
    doors_close: dateTime(event.doorsCloseAt),
    short_description: event.shortDescription,
    long_description: event.longDescription,
    published: event.published,
    ...(isStaff ? { archived: event.archived } : {}),
    cancelled_at: dateTime(event.cancelledAt),
    postponed_from: dateTime(event.postponedFrom),
    capacity: event.capacity,
    tickets_left: event.placesLeft,
    products: [...event.productIds],
    options: [...event.optionIds],
    artists: event.artists.map((artist) => ({ uuid: artist.artistId, datetime: dateTime(artist.startsAt) })),
    location: event.locationId,
    stage: event.stageId,
    project: event.projectId,
    img: imageUrl(event.imageKey, base),
    img_variations: presentVariations(event.imageKey),
  }
}

function dateTime(date: Date | null): string | null {
  return date && formatDateTime(date)
}
