import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { shortReference } from '../../lib/ids.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { When } from '../../pages/format.tsx'
import { FactLines } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { InShort } from '../../pages/booking/told.tsx'
import { Artist } from '../event/artist.tsx'
import { whileHeld } from './countdown.tsx'

type BookedFactsProps = {
  readonly summary: BookingSummary
  /** Whether the booking's places were let go. */
  readonly isLetGo: boolean
}

/** Shows how long the booking is held, for whom and with what, and the number to ask for it by. */
export function BookedFacts({ summary, isLetGo }: BookedFactsProps) {
  const words = useTexts(bookedTexts)
  const { options } = useTexts(bookingTexts)
  const { artists } = useTexts(eventTexts)
  return (
    <dl class="facts">
      {summary.expiresAt === null || isLetGo ? null : (
        <div {...whileHeld}>
          <dt>{words.heldUntil}</dt>
          <dd>
            <When at={summary.expiresAt} />
          </dd>
        </div>
      )}
      <FactLines
        facts={[
          [
            artists,
            summary.artists.length === 0
              ? null
              : summary.artists.map((artist) => <Artist key={artist.id} {...artist} />),
          ],
          [words.email, summary.bookerEmail],
          [
            options,
            summary.options.length === 0
              ? null
              : summary.options.map(({ name, description }) => (
                  <>
                    <Written>{name}</Written>
                    <InShort texts={[description]} />
                  </>
                )),
          ],
          [
            summary.startsAt === null ? words.order.reference : words.reference,
            <code key="reference">{shortReference(summary.id)}</code>,
          ],
        ]}
      />
    </dl>
  )
}
