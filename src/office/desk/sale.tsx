import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantTx } from '../../db/database.ts'
import type { AppError } from '../../errors.ts'
import { getEvent } from '../../features/event/event.queries.ts'
import { listNearEvents } from '../../features/event/near-events.queries.ts'
import { listPayments } from '../../features/payment/payment.queries.ts'
import { priceSale, sellAtDesk } from '../../features/payment/sell-at-desk.ts'
import { getBookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { UuidIn } from '../../http/wire/schemas.ts'
import { BookingFields, filledIn, problemsOf, wantedOf } from '../../pages/booking/booking-input.ts'
import { explainRefusal } from '../../pages/booking/explain-refusal.ts'
import type { FilledBooking } from '../../pages/booking/filled-booking.ts'
import { type EventOffer, readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { page } from '../../pages/page.ts'
import { runningTotalScript } from '../../pages/booking/running-total-script.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { deskSaleFields, type Pricing, sellAsSeen } from '../kit/desk-sale.ts'
import { ChooseEvent, SaleForm, Sold, type SoldProps } from './sale-form.tsx'

const mostEvents = 100

const SaleQuery = Type.Object({ event: Type.Optional(UuidIn), sold: Type.Optional(UuidIn) })

const SaleBody = Type.Object({ ...BookingFields.properties, ...deskSaleFields, event: UuidIn })

/** Registers the desk: numbers, how it was paid, done; the form is there again for the next person (ADR 0154). */
export function registerSalePages(app: FastifyInstance, context: Context): void {
  const shared = { url: paths.sale, access: staff('reservations') } as const

  page(app, {
    ...shared,
    method: 'GET',
    query: SaleQuery,
    handler: async (asked) => {
      const { tenant, query } = asked
      requireSelling(tenant)
      const desk = await readDesk(context, tenant, query.event ?? null)
      const id = query.sold
      const sold = id ? await context.database.asTenant(tenant.id, (tx) => readSold(tx, id)) : null
      return showSale(asked, desk, { filled: null, problems: [], priced: null, sold })
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    forms: true,
    body: SaleBody,
    handler: async (asked) => {
      const { tenant, actor, language, body, reply } = asked
      const { currency } = tenant
      const eventId = body.event
      const filled = filledIn(body)
      const show = async (form: Pricing) =>
        showSale(asked, await readDesk(context, tenant, eventId), { ...form, filled, sold: null })
      const { prices } = await readOffer(context, tenant, eventId)
      const problems = problemsOf(filled, { prices, currency, email: 'optional', language })
      if (problems.length > 0) {
        reply.code(400)
        return show({ problems, priced: null })
      }
      const email = filled.email === '' ? '' : normalizeEmail(filled.email)
      const sale = { eventId, email, toMail: email !== '', ...wantedOf(filled, { prices, currency }), language }
      return sellAsSeen(asked, {
        body,
        form: 'desk',
        words: saleTexts[language],
        sell: async (expectedMinor, payment) =>
          (await sellAtDesk(context, tenant, actor, { ...sale, expectedMinor }, payment)).id,
        price: () => priceSale(context, tenant, sale),
        explain: async (refusal) =>
          explainSale(refusal, filled, await readOffer(context, tenant, eventId), { currency, language }),
        show,
        goesOn: (id) => at(paths.sale, {}, { event: eventId, sold: id }),
      })
    },
  })
}

/** @throws AppError not_found (also of an event that is not published) */
async function readOffer(context: Context, tenant: Tenant, eventId: string): Promise<EventOffer> {
  const event = await context.database.asTenant(tenant.id, (tx) => getEvent(tx, eventId))
  return readEventOffer(context, tenant.id, event.slug)
}

type Desk = Awaited<ReturnType<typeof readDesk>>

/** Reads the offer, with the events that something may be sold at, the nearest first. @param eventId null: the nearest */
async function readDesk(context: Context, tenant: Tenant, eventId: string | null) {
  const near = { now: context.now(), timeZone: tenant.timeZone, limit: mostEvents, isSelling: true }
  const events = await context.database.asTenant(tenant.id, (tx) => listNearEvents(tx, near))
  const chosen = eventId ?? events[0]?.id
  const offer = chosen === undefined ? null : await readOffer(context, tenant, chosen)
  const isListed = offer === null || events.some(({ id }) => id === offer.event.id)
  return { events: isListed ? events : [offer.event, ...events], offer }
}

async function readSold(tx: TenantTx, id: string): Promise<SoldProps> {
  const [sold, payments] = await Promise.all([getBookingSummary(tx, id), listPayments(tx, [id])])
  return { sold, paid: payments.find(({ status }) => status === 'settled') }
}

type Said = { readonly currency: string; readonly language: Language }

/** Explains a refusal. Null: nothing that the form could put right. */
function explainSale(refusal: AppError, filled: FilledBooking, { event, prices }: EventOffer, said: Said) {
  const { notMember, memberAddress } = saleTexts[said.language]
  if (refusal.code === 'membership_required')
    return { field: 'email', detail: filled.email === '' ? memberAddress : notMember }
  return explainRefusal(refusal, { filled, event, prices, knownEmail: filled.email, ...said })
}

type Shown = Pricing & {
  readonly filled: FilledBooking | null
  /** What was sold last. */
  readonly sold: SoldProps | null
}

function showSale(asked: Asked, { events, offer }: Desk, { sold, ...form }: Shown): string {
  const words = saleTexts[asked.request.language]
  return showAdminPage(
    asked,
    { title: words.title, area: 'sale', scriptPath: runningTotalScript.path },
    <div class="stack">
      <h1>{words.title}</h1>
      {sold === null ? null : <Sold {...sold} />}
      {offer === null ? (
        <p class="empty">{words.noEvents}</p>
      ) : (
        <>
          <ChooseEvent events={events} eventId={offer.event.id} />
          <SaleForm offer={offer} {...form} />
        </>
      )}
    </div>,
  )
}
