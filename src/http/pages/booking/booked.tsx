import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import {
  type BookingSummary,
  findBookingSummary,
} from '../../../features/reservation/booking-page.queries.ts'
import { bookingProof, isBookingProof } from '../../../features/reservation/booking-proof.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { amountText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { isUuid } from '../../../lib/text.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { When } from '../format.tsx'
import { page, showPage } from '../page.ts'

/** Where whoever booked finds the booking again; the address is the right to see it. */
export function bookedPath(context: Pick<Context, 'secrets'>, tenantId: string, id: string): string {
  return `/bookings/${id}/${bookingProof(context, tenantId, id)}/`
}

/** The page of one booking: what was booked, in which state it is, and what to do next. */
export function registerBooked(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/',
    summary: 'The page of a booking',
    params: Type.Object({ uuid: Type.String({ maxLength: 36 }), proof: Type.String({ maxLength: 100 }) }),
    handler: async ({ tenant, language, params, request, reply }) => {
      const booking = { id: params.uuid.toLowerCase(), proof: params.proof }
      if (!isUuid(booking.id) || !isBookingProof(context, tenant.id, booking)) throw new AppError('not_found')
      const summary = await context.database.asTenant(tenant.id, (tx) => findBookingSummary(tx, booking.id))
      if (!summary) throw new AppError('not_found')
      return showPage(
        { request, reply },
        { title: pageTexts[language].booked[summary.status].title },
        <Booked summary={summary} tenant={tenant} language={language} now={context.now()} />,
      )
    },
  })
}

type BookedProps = {
  readonly summary: BookingSummary
  readonly tenant: Tenant
  readonly language: Language
  readonly now: Date
}

function Booked({ summary, tenant, language, now }: BookedProps) {
  const words = pageTexts[language].booked
  const said = words[summary.status]
  const { timeZone, currency } = tenant
  const amount = (minor: number) =>
    minor === 0 ? pageTexts[language].event.free : amountText(minor, currency, language)
  return (
    <article class="stack">
      <h1>{said.title}</h1>
      <p class="lead">{said.text}</p>
      <dl class="facts">
        {summary.expiresAt === null ? null : (
          <div>
            <dt>{words.heldUntil}</dt>
            <dd>
              <When at={summary.expiresAt} timeZone={timeZone} language={language} now={now} />
            </dd>
          </div>
        )}
        <div>
          <dt>{summary.eventName}</dt>
          <dd>
            <When at={summary.startsAt} timeZone={timeZone} language={language} now={now} />
          </dd>
        </div>
        {summary.bookerEmail === '' ? null : (
          <div>
            <dt>{words.email}</dt>
            <dd>{summary.bookerEmail}</dd>
          </div>
        )}
      </dl>
      <section class="stack" aria-labelledby="lines">
        <h2 id="lines">{words.lines}</h2>
        <ul class="rows">
          {summary.lines.map((line) => (
            <li key={`${line.productName} ${line.priceName}`}>
              <span class="name">
                {line.quantity} × {line.priceName}
              </span>
              <span class="figure">{amount(line.quantity * line.unitAmountMinor)}</span>
              {line.productName === line.priceName ? null : <span class="state">{line.productName}</span>}
            </li>
          ))}
          <li>
            <span class="name">{words.total}</span>
            <span class="figure">{amount(summary.totalMinor)}</span>
          </li>
        </ul>
      </section>
      <p class="muted small">
        {words.reference}: <code>{summary.id}</code>
        <br />
        {words.keep}
      </p>
      <p>
        <a href={`/events/${summary.eventSlug}/`}>{words.toEvent}</a>
      </p>
    </article>
  )
}
