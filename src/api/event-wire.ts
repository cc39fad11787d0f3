import type { Context } from '../context.ts'
import { type Actor, may } from '../features/account/actor.ts'
import type { Event } from '../features/event/event.queries.ts'
import { eventFields } from '../features/event/event-fields.ts'
import type { EventArtist } from '../features/event/event-parts.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { ImageUrlOut, imageUrl, presentVariations, VariationsOut } from './image-wire.ts'

type Reader = {
  readonly context: { readonly urls: Pick<Context['urls'], 'base'> }
  readonly tenant: Pick<Tenant, 'host'>
  readonly actor: Actor
}

const ofArtist = fieldsOf<EventArtist, Reader>()
const artist = ofArtist.part({ uuid: ofArtist.uuid('artistId'), datetime: ofArtist.momentOrNull('startsAt') })

const ofEvent = fieldsOf<Event, Reader>()
export const event = ofEvent.object('Event', {
  uuid: ofEvent.uuid('id'),
  slug: ofEvent.text('slug', 'nina-simone-tribute'),
  ...ofEvent.said(eventFields, ({ actor }) => may(actor, 'event:read')),
  cancelled_at: ofEvent.momentOrNull('cancelledAt', null),
  postponed_from: ofEvent.momentOrNull('postponedFrom', null),
  tickets_left: ofEvent.integerOrNull('placesLeft', 120),
  artists: ofEvent.each(artist, 'artists'),
  img: ofEvent.value(ImageUrlOut, ({ imageKey }, { context, tenant }) =>
    imageUrl(imageKey, context.urls.base(tenant.host)),
  ),
  img_variations: ofEvent.value(VariationsOut, ({ imageKey }) => presentVariations(imageKey)),
})
