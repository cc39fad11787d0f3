import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { joinWithinLimit } from '../../http/join-within-limit.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { waitingListTexts } from '../../messages/site/waiting-list.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { type EventOffer, readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { EventParams } from '../event/event.tsx'
import { Choice, EmailField, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page, showPage } from '../../pages/page.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import type { Asked } from '../../http/route.ts'

/** Mild on purpose: what is wrong in it is said by the page. */
const WaitingBody = Type.Object({
  price: UuidIn,
  places: Maybe(TypedText({ max: 100 })),
  email: Maybe(TypedText({ max: 254 })),
})

type Filled = { readonly priceId: string; readonly places: string; readonly email: string }

/** Where visitors of an event that is sold out say that they want places all the same. */
export function registerWaitingList(app: FastifyInstance, context: Context): void {
  const url = '/events/:slug/waiting-list/'
  page(app, {
    method: 'GET',
    url,
    params: EventParams,
    query: Type.Object({ step: Type.Optional(TextQuery) }),
    handler: async ({ tenant, params, query, request, reply }) => {
      const shown = await readEventOffer(context, tenant.id, params.slug)
      if (query.step === 'joined' || query.step === 'confirm')
        return showJoined({ request, reply }, shown.event, query.step)
      return showForm({ request, reply }, shown, null, [])
    },
  })

  page(app, {
    method: 'POST',
    url,
    forms: true,
    params: EventParams,
    body: WaitingBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEventOffer(context, tenant.id, params.slug)
      const email = actor.kind === 'account' ? actor.email : (body.email ?? '')
      const filled = { priceId: body.price, places: body.places ?? '', email }
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showForm({ request, reply }, shown, filled, problems)
      }
      const wrong = problemsOf(filled, language)
      if (wrong.length > 0) return again(wrong, 400)
      const { priceId, places } = filled
      const entry = { eventId: shown.event.id, priceId, places: Number(places), email: normalizeEmail(email) }
      try {
        const { toConfirm } = await joinWithinLimit(context, { request, reply }, entry)
        const step = toConfirm ? 'confirm' : 'joined'
        return reply.redirect(`/events/${params.slug}/waiting-list/?step=${step}`, 303)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { code, details } = error
        const detail = details.detail
          ? refusalTexts[language].details[details.detail]
          : refusalTexts[language].errors[code].detail
        return again([{ field: null, detail }], errorStatus[code])
      }
    },
  })
}

function problemsOf({ places, email }: Filled, language: Language): readonly FormProblem[] {
  const words = waitingListTexts[language]
  const placesWrong = !/^[1-9]\d*$/.test(places)
    ? words.wholeNumber
    : Number(places) > mostPlaces
      ? fieldTexts[language].problems.too_many_places
      : null
  return [
    ...(placesWrong === null ? [] : [{ field: 'places', detail: placesWrong }]),
    ...(isEmail(email) ? [] : [{ field: 'email', detail: words.emailWrong }]),
  ]
}

type Shown = EventOffer

function showJoined(asked: Asked, event: Shown['event'], step: 'joined' | 'confirm'): string {
  const { tenant, language } = asked.request
  const words = waitingListTexts[language]
  const said =
    step === 'joined'
      ? { title: words.joinedTitle, text: words.joined }
      : { title: words.toConfirmTitle, text: words.toConfirm({ hours: Math.round(tenant.emailHoldSeconds / 3600) }) }
  return showPage(
    asked,
    { title: said.title },
    <div class="stack narrow">
      <h1>{said.title}</h1>
      <p class="lead">{said.text}</p>
      <p>
        <a href={`/events/${event.slug}/`}>{words.toEvent}</a>
      </p>
    </div>,
  )
}

function showForm(asked: Asked, { event, prices }: Shown, filled: Filled | null, problems: readonly FormProblem[]) {
  const { language, actor, tenant } = asked.request
  const words = waitingListTexts[language]
  const awaited = prices.filter(({ makesTickets, left }) => makesTickets && left === 0)
  const gone = awaited.filter(({ waitingClosed }) => !waitingClosed)
  const isClosed = gone.length === 0 && awaited.length > 0
  return showPage(
    asked,
    { title: words.title({ event: event.name }), forms: 'checked' },
    <div class="stack narrow">
      <h1>
        <WrittenWithin sentence={(event) => words.title({ event })}>{event.name}</WrittenWithin>
      </h1>
      <p class="lead">{isClosed ? words.closed : gone.length === 0 ? words.nothing : words.lead}</p>
      <Problems problems={problems} title={words.refused} />
      {gone.length === 0 ? null : (
        <WaitingForm
          prices={gone}
          currency={tenant.currency}
          knownEmail={actor.kind === 'account' ? actor.email : null}
          filled={filled}
          problems={problems}
          language={language}
        />
      )}
      <p>
        <a href={`/events/${event.slug}/`}>{words.toEvent}</a>
      </p>
    </div>,
  )
}

type WaitingFormProps = {
  readonly prices: readonly OfferedPrice[]
  readonly currency: string
  readonly knownEmail: string | null
  readonly filled: Filled | null
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

function WaitingForm({ prices, currency, knownEmail, filled, problems, language }: WaitingFormProps) {
  const words = waitingListTexts[language]
  const most = Math.max(...prices.map((price) => price.maxPerUser))
  const { free } = eventTexts[language]
  const named = ({ name, amountMinor }: OfferedPrice) =>
    `${name}, ${amountMinor === 0 ? free : amountText(amountMinor, currency, language)}`
  return (
    <form method="post" noValidate>
      <Choice
        id="price"
        label={words.price}
        value={filled?.priceId ?? ''}
        options={prices.map((price) => [price.id, named(price)])}
      />
      <Field
        id="places"
        label={words.places}
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        problems={problems}
        value={filled?.places ?? '1'}
      />
      {knownEmail !== null ? (
        <p>
          {words.waitingAs} <strong>{knownEmail}</strong>
        </p>
      ) : (
        <EmailField label={words.email} problems={problems} value={filled?.email ?? ''} />
      )}
      <button class="button" type="submit">
        {words.button}
      </button>
    </form>
  )
}
