import type { Language } from '../../../features/tenant/tenant.ts'
import { pageTexts } from '../../texts/page-texts.ts'

type BookingGuideProps = {
  readonly base: string
  readonly eventId: string
  readonly priceId: string
  readonly language: Language
}

/** Until booking has its own form: the request that books one place of this event. */
export function BookingGuide({ base, eventId, priceId, language }: BookingGuideProps) {
  const words = pageTexts[language].event
  const body = JSON.stringify({
    event: eventId,
    email: 'ada@example.org',
    prices: [{ uuid: priceId, qty: 1 }],
  })
  return (
    <section class="stack" aria-labelledby="booking">
      <h2 id="booking">{words.bookTitle}</h2>
      <p>{words.book}</p>
      <pre>
        <code>{`curl ${base}/api/reservations/ \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`}</code>
      </pre>
      <p>
        <a href="/api/docs/">{pageTexts[language].layout.apiDocumentation}</a>
      </p>
    </section>
  )
}
