import { at, visitorPaths } from '../../lib/paths.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { isOnSale, isPaid, sellsTickets } from '../../pages/booking/price-row.tsx'
import { CodeField } from '../../pages/form/code-field.tsx'
import { KnownEmail } from '../../pages/form/known-email.tsx'
import { formParts } from '../../pages/form/form-script.ts'
import { Problems } from '../../pages/form/problems.tsx'
import { Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { signInPath } from '../../pages/next-path.ts'
import { type BookingFieldsProps, NameFields, OptionFields, PriceFields } from '../../pages/booking/booking-fields.tsx'
import { Holders, mayBeNamed } from './holders.tsx'
import { TermsLinks } from '../../pages/booking/told.tsx'
import { RunningTotal } from '../../pages/booking/running-total.tsx'

export type BookingFormProps = BookingFieldsProps & {
  readonly slug: string
  /** The key that makes a second press of the button the same booking. */
  readonly repeatKey: string
  /** The address of the person who is signed in; null: it is asked for. */
  readonly knownEmail: string | null
  /** Whether booking anything here takes a membership, and nobody is signed in who might have one. */
  readonly membersOnly: boolean
  /** Whether what costs something is paid at the door: nothing is taken online here. */
  readonly paysAtDoor: boolean
  /** Whether there are codes that take something off. */
  readonly takesCodes: boolean
}

/** The booking form, all on one page: places, options, names, address. Complete without script. */
export function BookingForm(props: BookingFormProps) {
  const { prices, problems } = props
  const words = useTexts(bookingTexts)
  return (
    <section class="panel stack narrow" aria-labelledby="booking">
      <h2 id="booking">{words.title}</h2>
      <Problems problems={problems} title={words.refused} />
      {props.membersOnly && problems.length === 0 ? (
        <div class="notice">
          <p>{words.membersOnly}</p>
          <p class="actions">
            <a href={visitorPaths.membership}>{words.join}</a>{' '}
            <a href={signInPath(at(visitorPaths.event, { slug: props.slug }))}>{words.signIn}</a>
          </p>
        </div>
      ) : null}
      {prices.some(isOnSale) ? <Fields {...props} /> : null}
    </section>
  )
}

function Fields(props: BookingFormProps) {
  const { slug, prices, filled } = props
  const words = useTexts(bookingTexts)
  const onSale = prices.filter(isOnSale)
  const areTickets = sellsTickets(prices)
  return (
    // What is wrong is said by the page, all of it at once, in its language; not by the browser, one after the other.
    <form method="post" action={at(visitorPaths.eventBooking, { slug })} noValidate>
      <input type="hidden" name="key" value={props.repeatKey} {...{ [formParts.anew]: '' }} />
      <PriceFields
        {...props}
        signInPath={props.knownEmail === null ? signInPath(at(visitorPaths.event, { slug })) : null}
      />
      <OptionFields {...props} />
      {filled?.holders ? (
        <Holders prices={prices} filled={filled} isNext={props.problems.length === 0} />
      ) : (
        <NameFields {...{ filled, areTickets }} />
      )}
      <KnownEmail
        {...props}
        words={{ known: words.bookingAs, email: areTickets ? words.email : words.emailWithoutTickets }}
        typed={filled?.email ?? ''}
      />
      {props.takesCodes ? <CodeField value={filled?.promotionalCode ?? ''} problems={props.problems} /> : null}
      <TermsLinks products={onSale.map(({ product }) => product)} />
      {props.paysAtDoor && onSale.some(isPaid) ? <p>{words.nothingNow}</p> : null}
      {/* The first that sends is what Enter presses. */}
      <div class="checkout">
        <RunningTotal />
        <Submit>{words.button}</Submit>
      </div>
      {prices.some(mayBeNamed) ? (
        <Submit look="quiet" name="names" value="1">
          {filled?.holders ? words.namesAgain : words.names}
        </Submit>
      ) : null}
    </form>
  )
}
