import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { getEvent } from '../../features/event/event.queries.ts'
import { listNearEvents, type NearEvent } from '../../features/event/near-events.queries.ts'
import { deskMethods } from '../../features/payment/payment.ts'
import { priceSale, sellAtDesk } from '../../features/payment/sell-at-desk.ts'
import { type BookingSummary, getBookingSummary } from '../../features/reservation/booking-page.queries.ts'
import type { BookingTotal } from '../../features/reservation/price-booking.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { EnumIn, IntegerIn, largestInteger, Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { BookingFields, filledIn, problemsOf, wantedOf } from '../../pages/booking/booking-input.ts'
import { explainRefusal } from '../../pages/booking/explain-refusal.ts'
import type { FilledBooking } from '../../pages/booking/filled-booking.ts'
import { type EventOffer, readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { doOnce } from '../../pages/form/pressed-twice.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { runningTotalScript } from '../../pages/booking/running-total-script.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { takesNothing, wayOf } from '../kit/desk-methods.tsx'
import { ChooseEvent, SaleForm, Sold } from './sale-form.tsx'
import { otherTotal, unlessOtherTotal } from '../kit/seen-total.ts'

const mostEvents = 100

const SaleQuery = Type.Object({ event: Type.Optional(UuidIn), sold: Type.Optional(UuidIn) })

const SaleBody = Type.Object({
  ...BookingFields.properties,
  event: UuidIn,
  /** Without it nothing is sold: the form is shown with what it comes to. */
  method: Maybe(EnumIn([...deskMethods, takesNothing])),
  /** The sum that was shown when the method was pressed, in the smallest unit. */
  seen: Maybe(IntegerIn({ min: 0, max: largestInteger })),
})

/** The desk: numbers, how it was paid, done; the form is there again for whoever is next (ADR 0154). */
export function registerSalePages(app: FastifyInstance, context: Context): void {
  const access = staff('reservations')

  page(app, {
    method: 'GET',
    url: paths.sale,
    access,
    query: SaleQuery,
    handler: async ({ tenant, query, request, reply }) => {
      requireSelling(tenant)
      const desk = await readDesk(context, tenant, query.event ?? null)
      const sold = await readSold(context, tenant, query.sold ?? null)
      return showSale(context, { request, reply }, desk, { ...untouched, sold })
    },
  })

  page(app, {
    method: 'POST',
    url: paths.sale,
    access,
    forms: true,
    body: SaleBody,
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const eventId = body.event
      const filled = filledIn(body)
      const again = async (form: Partial<Shown>, status: number) => {
        reply.code(status)
        const desk = await readDesk(context, tenant, eventId)
        return showSale(context, { request, reply }, desk, { ...untouched, filled, ...form })
      }
      const { prices } = await readOffer(context, tenant, eventId)
      const { currency } = tenant
      const wrong = problemsOf(filled, { prices, currency, email: 'optional', language })
      if (wrong.length > 0) return again({ problems: wrong }, 400)
      const email = filled.email === '' ? '' : normalizeEmail(filled.email)
      const sale = { eventId, email, toMail: email !== '', ...wantedOf(filled, currency), language }
      const { way, seen } = wayOf(body)
      try {
        if (way) {
          const asSeen = { ...sale, expectedMinor: seen ?? 0 }
          const payment = { method: way, repeat: repeatOf(body) }
          const sold = await unlessOtherTotal(doOnce(() => sellAtDesk(context, tenant, actor, asSeen, payment)))
          if (sold !== null) return reply.redirect(at(paths.sale, {}, { event: eventId, sold: sold.id }), 303)
        }
        const priced = await priceSale(context, tenant, sale)
        if (!way) return await again({ priced }, 200)
        const detail = otherTotal(priced, seen, { words: saleTexts[language], currency, language })
        return await again({ priced, problems: [{ field: null, detail }] }, errorStatus.amount_mismatch)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const offer = await readOffer(context, tenant, eventId)
        const problem = explainSale(error, { filled, offer, tenant, language })
        if (problem === null) throw error
        return again({ problems: [problem] }, errorStatus[error.code])
      }
    },
  })
}

/** However it is paid: whoever presses another button the second time still sells once. */
function repeatOf({ method: _, seen: __, key, ...wanted }: Static<typeof SaleBody>) {
  return { key: `desk ${key}`, bodyHash: sha256(JSON.stringify(wanted)) }
}

/** @throws AppError not_found (also of an event that is not published) */
async function readOffer(context: Context, tenant: Tenant, eventId: string): Promise<EventOffer> {
  const event = await context.database.asTenant(tenant.id, (tx) => getEvent(tx, eventId))
  return readEventOffer(context, tenant.id, event.slug)
}

type Desk = {
  /** Those that something may be sold at, the nearest first. */
  readonly events: readonly NearEvent[]
  /** Null: nothing can be sold. */
  readonly offer: EventOffer | null
}

/** @param eventId null: the nearest */
async function readDesk(context: Context, tenant: Tenant, eventId: string | null): Promise<Desk> {
  const near = { now: context.now(), limit: mostEvents, isSelling: true }
  const events = await context.database.asTenant(tenant.id, (tx) => listNearEvents(tx, near))
  const chosen = eventId ?? events[0]?.id
  const offer = chosen === undefined ? null : await readOffer(context, tenant, chosen)
  const isListed = offer === null || events.some(({ id }) => id === offer.event.id)
  return { events: isListed ? events : [offer.event, ...events], offer }
}

async function readSold(context: Context, tenant: Tenant, id: string | null): Promise<BookingSummary | null> {
  if (id === null) return null
  const sold = await context.database.asTenant(tenant.id, (tx) => getBookingSummary(tx, id))
  return sold
}

type Refused = {
  readonly filled: FilledBooking
  readonly offer: EventOffer
  readonly tenant: Tenant
  readonly language: Language
}

/** Null: nothing the form could put right. */
function explainSale(error: AppError, { filled, offer, tenant: { currency }, language }: Refused): FormProblem | null {
  const { notMember, memberAddress } = saleTexts[language]
  if (error.code === 'membership_required')
    return { field: 'email', detail: filled.email === '' ? memberAddress : notMember }
  const { event, prices } = offer
  return explainRefusal(error, { filled, event, prices, currency, knownEmail: filled.email, language })
}

type Shown = {
  readonly filled: FilledBooking | null
  readonly problems: readonly FormProblem[]
  /** What the form comes to; null: it was not asked. */
  readonly priced: BookingTotal | null
  /** What was sold last. */
  readonly sold: BookingSummary | null
}

const untouched: Shown = { filled: null, problems: [], priced: null, sold: null }

function showSale(
  context: Context,
  { request, reply }: Asked,
  { events, offer }: Desk,
  { sold, ...form }: Shown,
): string {
  const { tenant, language } = request
  const words = saleTexts[language]
  const now = context.now()
  return showAdminPage(
    { request, reply },
    { title: words.title, area: 'sale', scriptPath: runningTotalScript.path },
    <div class="stack">
      <h1>{words.title}</h1>
      {sold === null ? null : <Sold sold={sold} currency={tenant.currency} language={language} />}
      {offer === null ? (
        <p class="empty">{words.noEvents}</p>
      ) : (
        <>
          <ChooseEvent
            events={events}
            eventId={offer.event.id}
            timeZone={tenant.timeZone}
            now={now}
            language={language}
          />
          <SaleForm {...{ offer, tenant, now, language }} {...form} />
        </>
      )}
    </div>,
  )
}
