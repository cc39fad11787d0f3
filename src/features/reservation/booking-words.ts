import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { thingsLeftText } from '../ticket/thing.ts'
import { listThingsOf } from '../ticket/things.queries.ts'
import { countTicketsLeft } from '../ticket/ticket.queries.ts'
import { bookingPath } from './booking-proof.ts'
import type { BookedEvent } from './mail-texts.ts'
import { findBookedEvent, type Reservation } from './reservation.queries.ts'

export type BookingWords = {
  readonly event: BookedEvent
  /** How many tickets there are, without those that were cancelled. */
  readonly ticketCount: number
  /** What waits at the desk, "2 × T-shirt, L"; null: nothing does. */
  readonly things: string | null
  /** The booking number, short, as people say it on the phone. */
  readonly reference: string
  /** The address of the booker's page of the booking. */
  readonly url: string
}

/** What any mail about a booking says about it, in its booker's language and the organisation's time zone. */
export async function bookingWords(
  deps: Pick<Deps, 'now' | 'secrets' | 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
): Promise<BookingWords> {
  const { id, language } = reservation
  const event = await findBookedEvent(tx, reservation)
  const { timeZone } = tenant
  const place = [event.locationName, event.city].filter((part) => part !== null && part !== '')
  return {
    event: {
      name: event.name,
      when: event.startsAt && momentText({ at: event.startsAt, timeZone, language, now: deps.now() }),
      place: place.length === 0 ? null : place.join(', '),
      access: event.accessNotes,
    },
    ticketCount: await countTicketsLeft(tx, id),
    things: thingsLeftText(await listThingsOf(tx, id)),
    reference: shortReference(id),
    url: deps.urls.base(tenant.host) + bookingPath(deps, tenant.id, id),
  }
}
