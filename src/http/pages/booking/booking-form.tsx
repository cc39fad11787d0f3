import type { OfferedPrice } from '../../../features/event/event-page.queries.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { amountText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { isOnSale, nameId, PriceGroups, PriceRow } from '../event/price-row.tsx'
import { CodeField } from '../form/code-field.tsx'
import { EmailField, Field } from '../form/field.tsx'
import { OwnAmount } from '../form/own-amount.tsx'
import { BesideField, type FormProblem, markWrong, Problems } from '../form/problems.tsx'
import { signInPath } from '../sign-in/next-path.ts'
import { Written } from '../written.tsx'
import { type FilledBooking, quantityId, quantityIn } from './filled-booking.ts'
import { Holders, mayBeNamed } from './holders.tsx'
import { countedAt, RunningTotal, Stepper } from './running-total.tsx'

export type BookingFormProps = {
  readonly slug: string
  /** Makes a second press of the button the same booking. */
  readonly repeatKey: string
  readonly tenant: Pick<Tenant, 'currency' | 'timeZone'>
  readonly now: Date
  /** When nothing is left of any, only what went wrong is shown. */
  readonly prices: readonly OfferedPrice[]
  readonly options: readonly { readonly id: string; readonly name: string }[]
  /** Of whoever is signed in; null asks for one. */
  readonly knownEmail: string | null
  /** Booking anything here takes a membership, and nobody is signed in who might have one. */
  readonly membersOnly: boolean
  /** There are codes that take something off. */
  readonly takesCodes: boolean
  readonly filled: FilledBooking | null
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

/** Everything on one page: places, options, names, address. Complete without script. */
export function BookingForm(props: BookingFormProps) {
  const { prices, problems, language } = props
  const words = pageTexts[language].booking
  return (
    <section class="panel stack narrow" aria-labelledby="booking">
      <h2 id="booking">{words.title}</h2>
      <Problems problems={problems} title={words.refused} />
      {props.membersOnly && problems.length === 0 ? (
        <div class="notice">
          <p>{words.membersOnly}</p>
          <p class="actions">
            <a href="/membership/">{words.join}</a>{' '}
            <a href={signInPath(`/events/${props.slug}/`)}>{words.signIn}</a>
          </p>
        </div>
      ) : null}
      {prices.some(isOnSale) ? <Fields {...props} /> : null}
    </section>
  )
}

function Fields(props: BookingFormProps) {
  const { slug, prices, filled, language } = props
  const words = pageTexts[language].booking
  const most = mostOfEach(prices)
  return (
    // What is wrong is said by the page, all of it at once, in its language; not by the browser, one after the other.
    <form method="post" action={`/events/${slug}/booking/`} noValidate>
      <input type="hidden" name="key" value={props.repeatKey} />
      {most === null ? null : <p class="muted small">{words.mostOfEach(most)}</p>}
      <PriceGroups
        prices={prices}
        row={(price) => <Price key={price.id} price={price} saysMost={most === null} {...props} />}
      />
      <Options {...props} />
      {filled?.holders ? (
        <Holders prices={prices} filled={filled} isNext={props.problems.length === 0} language={language} />
      ) : (
        <Name filled={filled} language={language} />
      )}
      <Address {...props} />
      {props.takesCodes ? (
        <CodeField value={filled?.promotionalCode ?? ''} problems={props.problems} language={language} />
      ) : null}
      {/* The first that sends is what Enter presses. */}
      <div class="checkout">
        <RunningTotal currency={props.tenant.currency} language={language} />
        <button class="button" type="submit">
          {words.button}
        </button>
      </div>
      {prices.some(mayBeNamed) ? (
        <button class="button quiet" type="submit" name="names" value="1">
          {filled?.holders ? words.namesAgain : words.names}
        </button>
      ) : null}
    </form>
  )
}

/** How many one person may have of each, where that is said once for several; null: each price says it. */
function mostOfEach(prices: readonly OfferedPrice[]): number | null {
  const [first, ...others] = prices.filter(isOnSale).map(({ maxPerUser }) => maxPerUser)
  return first !== undefined && others.length > 0 && others.every((most) => most === first) ? first : null
}

type PriceProps = BookingFormProps & {
  readonly price: OfferedPrice
  /** How many one person may have. */
  readonly saysMost: boolean
}

function Price({ price, saysMost, ...props }: PriceProps) {
  const { tenant, now, language, prices, filled, problems } = props
  const shown = { price, tenant, now, language }
  if (!isOnSale(price)) return <PriceRow {...shown} />
  const words = pageTexts[language].booking
  const id = quantityId(price.id)
  const input = (
    <Stepper nameId={nameId(id)} language={language}>
      <input type="hidden" name="price" value={price.id} />
      <input
        id={id}
        name="qty"
        type="number"
        inputMode="numeric"
        aria-label={price.makesTickets ? words.quantity(price.name) : words.quantityOfThings(price.name)}
        min={0}
        max={Math.min(price.maxPerUser, price.left ?? price.maxPerUser)}
        value={filled ? quantityIn(filled, price.id) : prices.length === 1 ? '1' : '0'}
        {...countedAt(price)}
        {...markWrong({ problems, id })}
      />
    </Stepper>
  )
  return (
    <PriceRow
      {...shown}
      field={{
        id,
        input,
        note: saysMost ? words.perPerson(price.maxPerUser) : null,
        problem: <BesideField problems={problems} id={id} />,
        amount: <Amount price={price} {...props} />,
      }}
    />
  )
}

/** Of every price, so that amounts stand in the same order as numbers; to be seen where it is open. */
function Amount({
  price,
  tenant,
  filled,
  problems,
  language,
}: BookingFormProps & { readonly price: OfferedPrice }) {
  if (!price.openAmount) return <input type="hidden" name="amount" value="" />
  const { currency } = tenant
  const least = price.amountMinor === 0 ? null : amountText(price.amountMinor, currency, language)
  const label = pageTexts[language].booking.ownAmount(least)
  return (
    <OwnAmount {...{ price, label, problems, currency, language }} typed={filled?.amounts.get(price.id)} />
  )
}

function Options({ options, filled, language }: Pick<BookingFormProps, 'options' | 'filled' | 'language'>) {
  if (options.length === 0) return null
  return (
    <fieldset>
      <legend>{pageTexts[language].booking.options}</legend>
      {options.map((option) => (
        <label key={option.id} class="check">
          <input
            type="checkbox"
            name="options"
            value={option.id}
            checked={filled?.optionIds.includes(option.id) ?? false}
          />
          <Written>{option.name}</Written>
        </label>
      ))}
    </fieldset>
  )
}

/** One name for all tickets, unless each is to have its own. */
function Name({ filled, language }: Pick<BookingFormProps, 'filled' | 'language'>) {
  const words = pageTexts[language].booking
  const fields = [
    { name: 'first_name', label: words.firstName, autocomplete: 'given-name', value: filled?.firstName },
    { name: 'last_name', label: words.lastName, autocomplete: 'family-name', value: filled?.lastName },
  ] as const
  return (
    <fieldset>
      <legend>
        {words.nameTitle} <span class="muted">({words.optional})</span>
      </legend>
      <div class="pair">
        {fields.map(({ name, label, autocomplete, value }) => (
          <Field
            key={name}
            id={name}
            label={label}
            autocomplete={autocomplete}
            maxLength={200}
            value={value ?? ''}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Address({ knownEmail, filled, problems, language }: BookingFormProps) {
  const words = pageTexts[language].booking
  if (knownEmail !== null)
    return (
      <p>
        {words.bookingAs} <strong>{knownEmail}</strong>
      </p>
    )
  return <EmailField label={words.email} problems={problems} value={filled?.email ?? ''} />
}
