import { Type } from 'typebox'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { joinWithinLimit } from '../../http/join-within-limit.ts'
import { waitingListTexts } from '../../messages/site/waiting-list.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { type EventOffer, readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { SlugParams } from '../../http/wire/params.ts'
import { sellsTickets } from '../../pages/booking/price-row.tsx'
import { totalText } from '../../pages/booking/running-total.tsx'
import { answerForm } from '../../pages/form/answer-form.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { KnownEmail } from '../../pages/form/known-email.tsx'
import { asWhole, type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { reachesVisitors } from '../../pages/mail-server.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { Back, Submit } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { isBookable } from '../event/event-poster.tsx'
import type { Asked } from '../../http/route.ts'

/** The body of the form. Mild on purpose: what is wrong in it is said by the page. */
const WaitingBody = Type.Object({
  price: UuidIn,
  places: Maybe(TypedText({ max: 100 })),
  email: Maybe(TypedText({ max: 254 })),
})

type Filled = { readonly priceId: string; readonly places: string; readonly email: string }

const pages = pageSection({ url: visitorPaths.eventWaitingList, params: SlugParams })

/** The form by which visitors of a sold-out event ask for places that come free. */
export const registerWaitingList = pages.register

pages.get('', {
  query: Type.Object({ step: Type.Optional(TextQuery) }),
  handler: async (asked) => {
    const { context } = asked
    const { step } = asked.query
    const shown = await readEventOffer(context, asked.tenant.id, asked.params.slug)
    if (step === 'joined' || step === 'confirm') return showJoined(asked, shown.event, step)
    return showForm(asked, shown, null, [])
  },
})

pages.post('', {
  body: WaitingBody,
  handler: async (asked) => {
    const { context, tenant, actor, language, params, body, reply } = asked
    const shown = await readEventOffer(context, tenant.id, params.slug)
    const email = actor.kind === 'account' ? actor.email : (body.email ?? '')
    const filled = { priceId: body.price, places: body.places ?? '', email }
    return answerForm(asked, {
      wrong: problemsOf(filled, language),
      act: async () => {
        const { priceId, places } = filled
        const entry = { eventId: shown.event.id, priceId, places: Number(places), email: normalizeEmail(email) }
        const { toConfirm } = await joinWithinLimit(context, asked, entry)
        const step = toConfirm ? 'confirm' : 'joined'
        return reply.redirect(at(visitorPaths.eventWaitingList, { slug: params.slug }, { step }), 303)
      },
      explain: ({ code, details: { detail } }) => {
        const words = refusalTexts[language]
        return asWhole(detail ? words.details[detail] : words.errors[code].detail)
      },
      again: (problems) => showForm(asked, shown, filled, problems),
    })
  },
})

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

function showJoined(asked: Asked, event: EventOffer['event'], step: 'joined' | 'confirm'): string {
  const { tenant, language } = asked.request
  const { unsent, ...all } = waitingListTexts[language]
  const words = reachesVisitors(asked.request) ? all : { ...all, ...unsent }
  const hours = Math.round(tenant.emailHoldSeconds / 3600)
  const said =
    step === 'joined'
      ? { title: words.joinedTitle, lead: words.joined }
      : { title: words.toConfirmTitle, lead: words.toConfirm({ hours }) }
  return showNarrow(asked, said, <Back to={at(visitorPaths.event, { slug: event.slug })}>{words.toEvent}</Back>)
}

function showForm(
  asked: Asked,
  { event, prices }: EventOffer,
  filled: Filled | null,
  problems: readonly FormProblem[],
) {
  const { language, actor } = asked.request
  const words = waitingListTexts[language]
  const awaited = prices.filter(({ makesTickets, left }) => makesTickets && left === 0)
  const gone = awaited.filter(({ waitingClosed }) => !waitingClosed)
  const none = awaited.length > 0 ? words.closed : <NothingAwaited {...{ event, prices }} />
  return showNarrow(
    asked,
    {
      title: words.title({ event: event.name }),
      heading: <WrittenWithin sentence={(event) => words.title({ event })}>{event.name}</WrittenWithin>,
      lead: gone.length === 0 ? none : words.lead,
      forms: 'checked',
    },
    <>
      <Problems problems={problems} title={words.refused} />
      {gone.length === 0 ? null : (
        <WaitingForm
          prices={gone}
          knownEmail={actor.kind === 'account' ? actor.email : null}
          filled={filled}
          problems={problems}
        />
      )}
      <Back to={at(visitorPaths.event, { slug: event.slug })}>{words.toEvent}</Back>
    </>,
  )
}

/** Says why there is nothing to wait for. */
function NothingAwaited({ event, prices }: Pick<EventOffer, 'event' | 'prices'>) {
  const words = useTexts(waitingListTexts)
  const areLeft = isBookable(event, prices, useReader()) && sellsTickets(prices)
  return areLeft ? words.placesLeft : words.nothingOnSale
}

type WaitingFormProps = {
  readonly prices: readonly OfferedPrice[]
  readonly knownEmail: string | null
  readonly filled: Filled | null
  readonly problems: readonly FormProblem[]
}

function WaitingForm({ prices, knownEmail, filled, problems }: WaitingFormProps) {
  const { currency, language } = useReader()
  const words = waitingListTexts[language]
  const most = Math.max(...prices.map((price) => price.maxPerUser))
  const named = ({ name, amountMinor }: OfferedPrice) => `${name}, ${totalText(amountMinor, currency, language)}`
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
      <KnownEmail
        {...{ knownEmail, problems }}
        words={{ known: words.waitingAs, email: words.email }}
        typed={filled?.email ?? ''}
      />
      <Submit>{words.button}</Submit>
    </form>
  )
}
