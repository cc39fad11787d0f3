import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { placeOf } from '../event/place-of.ts'

/** Says at which event a booking is, when and where; nothing of an order at no event. */
export function BookedEvent({ summary }: { readonly summary: BookingSummary }) {
  if (summary.startsAt === null) return null
  return (
    <p class="about">
      <strong>
        <Written>{summary.eventName}</Written>
      </strong>
      <span class="when">
        <When at={summary.startsAt} />
      </span>
      {placeOf(summary)}
    </p>
  )
}
