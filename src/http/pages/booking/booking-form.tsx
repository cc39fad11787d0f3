import type { OfferedPrice } from '../../../features/event/event-page.queries.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { isLeft, PriceRow } from '../event/price-row.tsx'

/** What a visitor has filled in; shown again beside what was wrong with it. */
export type FilledBooking = {
  readonly quantities: ReadonlyMap<string, string>
  readonly optionIds: readonly string[]
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export type BookingProblem = {
  readonly field: 'places' | 'email'
  readonly title: string
  readonly detail: string
}

export type BookingFormProps = {
  readonly slug: string
  /** Makes a second press of the button the same booking. */
  readonly repeatKey: string
  readonly currency: string
  /** When nothing is left of any, only what went wrong is shown. */
  readonly prices: readonly OfferedPrice[]
  readonly options: readonly { readonly id: string; readonly name: string }[]
  /** Of whoever is signed in; null asks for one. */
  readonly knownEmail: string | null
  readonly filled: FilledBooking | null
  readonly problem: BookingProblem | null
  readonly language: Language
}

/** Everything on one page: places, options, name, address. Complete without script. */
export function BookingForm(props: BookingFormProps) {
  const { prices, problem, language } = props
  const words = pageTexts[language].booking
  return (
    <section class="stack narrow" aria-labelledby="booking">
      <h2 id="booking">{words.title}</h2>
      {problem === null ? null : <Problem problem={problem} />}
      {prices.some(isLeft) ? <Fields {...props} /> : null}
    </section>
  )
}

function Fields(props: BookingFormProps) {
  const { slug, prices, language } = props
  return (
    <form method="post" action={`/events/${slug}/booking/#booking`}>
      <input type="hidden" name="key" value={props.repeatKey} />
      <ul class="rows">
        {prices.map((price) => (
          <Price key={price.id} price={price} {...props} />
        ))}
      </ul>
      <Options {...props} />
      <Name {...props} />
      <Address {...props} />
      <button class="button" type="submit">
        {pageTexts[language].booking.button}
      </button>
    </form>
  )
}

function Problem({ problem }: { problem: BookingProblem }) {
  return (
    <div class="notice refused" role="alert" id="problem">
      <strong>{problem.title}</strong>
      <p>{problem.detail}</p>
    </div>
  )
}

function Price({ price, ...props }: BookingFormProps & { readonly price: OfferedPrice }) {
  const { currency, language, prices, filled, problem } = props
  const shown = { price, currency, language }
  if (!isLeft(price)) return <PriceRow {...shown} />
  const words = pageTexts[language].booking
  const id = `quantity-${price.id}`
  const input = (
    <>
      <input type="hidden" name="price" value={price.id} />
      <input
        id={id}
        name="qty"
        type="number"
        inputMode="numeric"
        aria-label={words.quantity(price.name)}
        min={0}
        max={Math.min(price.maxPerUser, price.left ?? price.maxPerUser)}
        value={filled?.quantities.get(price.id) ?? (prices.length === 1 ? '1' : '0')}
        {...(problem?.field === 'places' ? { 'aria-describedby': 'problem', 'aria-invalid': true } : {})}
      />
    </>
  )
  return <PriceRow {...shown} field={{ id, input, note: words.perPerson(price.maxPerUser) }} />
}

function Options({ options, filled, language }: BookingFormProps) {
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
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}

function Name({ filled, language }: BookingFormProps) {
  const words = pageTexts[language].booking
  const fields = [
    { name: 'first_name', label: words.firstName, autocomplete: 'given-name', value: filled?.firstName },
    { name: 'last_name', label: words.lastName, autocomplete: 'family-name', value: filled?.lastName },
  ] as const
  return (
    <>
      {fields.map(({ name, label, autocomplete, value }) => (
        <div key={name} class="field">
          <label for={name}>
            {label} <span class="muted">({words.optional})</span>
          </label>
          <input id={name} name={name} autocomplete={autocomplete} maxLength={200} value={value ?? ''} />
        </div>
      ))}
    </>
  )
}

function Address({ knownEmail, filled, problem, language }: BookingFormProps) {
  const words = pageTexts[language].booking
  if (knownEmail !== null)
    return (
      <p>
        {words.bookingAs} <strong>{knownEmail}</strong>
      </p>
    )
  return (
    <div class="field">
      <label for="email">{words.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        maxLength={254}
        required
        value={filled?.email ?? ''}
        {...(problem?.field === 'email' ? { 'aria-describedby': 'problem', 'aria-invalid': true } : {})}
      />
    </div>
  )
}
