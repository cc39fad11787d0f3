import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { whileHeld } from './countdown.tsx'

type BookedFactsProps = {
  readonly summary: BookingSummary
  readonly tenant: Pick<Tenant, 'timeZone'>
  readonly language: Language
  readonly now: Date
  /** Its places were let go. */
  readonly isLetGo: boolean
}

/** Until when, for whom, with what, and the number to ask for it by. */
export function BookedFacts({ summary, tenant, language, now, isLetGo }: BookedFactsProps) {
  const words = bookedTexts[language]
  return (
    <dl class="facts">
      {summary.expiresAt === null || isLetGo ? null : (
        <div {...whileHeld}>
          <dt>{words.heldUntil}</dt>
          <dd>
            <When at={summary.expiresAt} timeZone={tenant.timeZone} language={language} now={now} />
          </dd>
        </div>
      )}
      {summary.bookerEmail === '' ? null : (
        <div>
          <dt>{words.email}</dt>
          <dd>{summary.bookerEmail}</dd>
        </div>
      )}
      {summary.options.length === 0 ? null : (
        <div>
          <dt>{bookingTexts[language].options}</dt>
          <dd>
            <Written>{summary.options.join(', ')}</Written>
          </dd>
        </div>
      )}
      <div>
        <dt>{summary.startsAt === null ? words.order.reference : words.reference}</dt>
        <dd>
          <code>{shortReference(summary.id)}</code>
        </dd>
      </div>
    </dl>
  )
}
