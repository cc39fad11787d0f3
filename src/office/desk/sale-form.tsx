import { contentsAlone } from '../../features/catalog/sold-product.ts'
import type { NearEvent } from '../../features/event/near-events.queries.ts'
import type { Payment } from '../../features/payment/payment.queries.ts'
import { methodOf } from '../../features/payment/payment.ts'
import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { lineText } from '../../features/reservation/line-text.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import { amountText } from '../../lib/format.ts'
import { newId, shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { reservationMoneyTexts } from '../../messages/office/reservation-money.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { NameFields, OptionFields, PriceFields } from '../../pages/booking/booking-fields.tsx'
import type { FilledBooking } from '../../pages/booking/filled-booking.ts'
import { totalText } from '../../pages/booking/running-total.tsx'
import type { EventOffer } from '../../features/reservation/read-event-offer.ts'
import { isOnSale } from '../../pages/booking/price-row.tsx'
import { CodeField } from '../../pages/form/code-field.tsx'
import { Choice, EmailField } from '../../pages/form/field.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written, WrittenWithin } from '../../pages/written.tsx'
import { DeskCheckout, deskCodeWords } from '../kit/desk-methods.tsx'
import type { Pricing } from '../kit/desk-sale.ts'
import { ButtonLink, LinkTo, Submit } from '../../pages/parts.tsx'
import { doorListPath } from '../door-lists/door-lists.tsx'
import { eventOptions } from '../reservations/reservations.tsx'

type ChooseEventProps = {
  readonly events: readonly Pick<NearEvent, 'id' | 'name' | 'startsAt'>[]
  readonly eventId: string
}

/** Chooses the event that is sold: tonight's, unless another is chosen. */
export function ChooseEvent({ events, eventId }: ChooseEventProps) {
  const reader = useReader()
  const words = saleTexts[reader.language]
  return (
    <form class="search" method="get" action={paths.sale}>
      <Choice id="event" label={words.event} value={eventId} options={eventOptions(events, reader)} />
      <Submit look="quiet">{words.show}</Submit>
      <LinkTo to={doorListPath(eventId)}>{words.doorList}</LinkTo>
      <LinkTo to={at(paths.eventGuests, { uuid: eventId })}>{guestTexts[reader.language].link}</LinkTo>
    </form>
  )
}

type SaleFormProps = Pricing & { readonly offer: EventOffer; readonly filled: FilledBooking | null }

/** Asks for numbers first, then how it was paid: pressing that sells, and nothing else does. Nobody's name is needed. */
export function SaleForm({ offer, filled, problems, priced }: SaleFormProps) {
  const { language } = useReader()
  const words = saleTexts[language]
  const { event, options, takesCodes } = offer
  // The personal maximum is checked when the form is sent, if the booker gives an address.
  const prices = offer.prices.map((price) => ({ ...contentsAlone(price), maxPerUser: mostPlaces }))
  const onSale = prices.filter(isOnSale)
  const fields = { prices, options, filled, problems }
  if (event.cancelledAt !== null || onSale.length === 0)
    return (
      <>
        <Problems problems={problems} title={words.refused} />
        <p class="empty">{words.nothingOnSale}</p>
      </>
    )
  return (
    <form class="panel stack narrow" method="post" action={paths.sale} noValidate>
      <h2>
        <Written>{event.name}</Written>
      </h2>
      <input type="hidden" name="key" value={newId()} />
      <input type="hidden" name="event" value={event.id} />
      <Problems problems={problems} title={words.refused} />
      <PriceFields {...fields} isForStaff ownAmount={(least) => words.ownAmount({ least })} />
      <OptionFields {...fields} />
      <EmailField
        label={words.email}
        help={words.emailHelp}
        problems={problems}
        value={filled?.email ?? ''}
        required={false}
        autocomplete="off"
      />
      <details open={filled !== null && (filled.firstName !== '' || filled.lastName !== '')}>
        <summary>{words.name}</summary>
        <NameFields filled={filled} isOfAnother />
      </details>
      {takesCodes ? (
        <CodeField value={filled?.promotionalCode ?? ''} problems={problems} words={deskCodeWords(words)} />
      ) : null}
      <DeskCheckout prices={onSale} count={countText(offer, filled, language)} {...{ words, priced }} />
    </form>
  )
}

/** "2 places" */
function countText({ prices }: EventOffer, filled: FilledBooking | null, language: Language): string {
  const { places, items } = bookingTexts[language]
  const chosen = [...(filled?.quantities ?? [])].filter(([, text]) => Number(text) > 0)
  const count = chosen.reduce((sum, [, text]) => sum + Number(text), 0)
  const isThing = chosen.some(([id]) => prices.find((price) => price.id === id)?.makesTickets === false)
  return (isThing ? items : places)({ count, number: count })
}

export type SoldProps = {
  readonly sold: BookingSummary
  /** How; absent: nothing was paid. */
  readonly paid?: Payment | undefined
}

/** Says what was just sold and how it was paid, with what is done next: print, or nothing. */
export function Sold({ sold, paid }: SoldProps) {
  const { currency, language, reachesVisitors } = useReader()
  const words = saleTexts[language]
  const { id, lines, totalMinor, isGivenAway, bookerEmail, ticketCount } = sold
  const what = lines.map((line) => lineText({ ...line, productName: line.product.name })).join(', ')
  const total = totalText(totalMinor, currency, language)
  const how = isGivenAway || totalMinor === 0 || !paid ? null : reservationMoneyTexts[language].paid[methodOf(paid)]
  const nothing = `${amountText(0, currency, language)} (${reservationsTexts[language].worth({ amount: total })})`
  return (
    <div class="notice stack" role="status">
      <p class="sum">
        <strong>
          <WrittenWithin sentence={isGivenAway ? (what) => words.givenAway({ what }) : (what) => words.sold({ what })}>
            {what}
          </WrittenWithin>
        </strong>{' '}
        · <strong class="numbers">{isGivenAway ? nothing : total}</strong>
        {how === null ? null : ` · ${how}`} · <code>{shortReference(id)}</code>
      </p>
      {bookerEmail === '' ? null : (
        <p class="small">{(reachesVisitors ? words.mailedTo : words.notMailed)({ email: bookerEmail })}</p>
      )}
      <p class="actions">
        {ticketCount === 0 || sold.status === 'cancelled' ? null : (
          <ButtonLink to={at(paths.reservationTicketsPdf, { uuid: id })}>{words.print}</ButtonLink>
        )}
        <LinkTo to={at(paths.reservation, { uuid: id })}>{words.look}</LinkTo>
      </p>
    </div>
  )
}
