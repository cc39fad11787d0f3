import type { SoldProduct } from '../../features/catalog/sold-product.ts'
import { soldName } from '../../features/reservation/line-text.ts'
import type { OfferedOption, OfferedPrice } from '../../features/event/event-page.queries.ts'
import { amountText } from '../../lib/format.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { few, isOnSale, isPaid, type LeftSaid, nameId, PriceGroups, PriceRow, sellsTickets } from './price-row.tsx'
import { NamePair } from '../form/name-pair.tsx'
import { OwnAmount } from '../form/own-amount.tsx'
import { BesideField, type FormProblem, markWrong } from '../form/problems.tsx'
import { useReader, useTexts } from '../reader.ts'
import { Written } from '../written.tsx'
import { type FilledBooking, quantityId, quantityIn } from './filled-booking.ts'
import { countedAt, Stepper } from './running-total.tsx'
import { totalParts } from './running-total-script.ts'

export type BookingFieldsProps = {
  /** The prices to choose from; when nothing is left of any, only what went wrong is shown. */
  readonly prices: readonly OfferedPrice[]
  readonly options: readonly OfferedOption[]
  readonly filled: FilledBooking | null
  readonly problems: readonly FormProblem[]
}

type PriceFieldsProps = BookingFieldsProps & {
  /**
   * Whether staff sells, to nobody in particular: it is not said how many one person may have, and what is left of each price is said,
   * much or little.
   */
  readonly isForStaff?: boolean
  /** Whether what costs something is paid at the door, and said to be. */
  readonly paysAtDoor?: boolean
  /** The label of an amount that is left open; the visitor's words when absent. */
  readonly ownAmount?: (least: string | null) => string
  /** The way for members to sign in, where nobody is; null: none is shown. */
  readonly signInPath?: string | null
}

/** Shows every price with a field for how many are wanted, and one for the amount where that is open. */
export function PriceFields(props: PriceFieldsProps) {
  const { prices, isForStaff = false } = props
  const saysMost = !isForStaff
  const words = useTexts(bookingTexts)
  const event = useTexts(eventTexts)
  const inAll = saysMost ? (prices.find(({ mostInAll }) => mostInAll !== null)?.mostInAll ?? null) : null
  const most = saysMost && inAll === null ? mostOfEach(prices) : null
  const saysOwn = ({ maxPerUser, mostInAll }: OfferedPrice) =>
    saysMost && most === null && (mostInAll === null || maxPerUser !== mostInAll)
  const inAllLeft = isForStaff ? null : littleInAll(prices)
  const saysLeft = ({ isLeftInAll }: OfferedPrice) =>
    isForStaff ? 'always' : inAllLeft !== null && isLeftInAll ? 'never' : 'little'
  return (
    <>
      {inAllLeft === null ? null : (
        <p>
          <strong>{event.leftInAll({ count: inAllLeft })}</strong>
        </p>
      )}
      {inAll === null ? null : <p class="muted small">{words.mostInAll({ count: inAll })}</p>}
      {most === null ? null : <p class="muted small">{words.mostOfEach({ count: most })}</p>}
      <PriceGroups
        prices={prices}
        row={(told) => (
          <Price
            key={told.price.id}
            {...props}
            {...told}
            saysMost={saysOwn(told.price)}
            saysLeft={saysLeft(told.price)}
          />
        )}
      />
    </>
  )
}

/** The personal maximum where it is the same for every price and said once; null: each price says its own. */
function mostOfEach(prices: readonly OfferedPrice[]): number | null {
  const [first, ...others] = prices.filter(isOnSale).map(({ maxPerUser }) => maxPerUser)
  return first !== undefined && others.length > 0 && others.every((most) => most === first) ? first : null
}

/** What little is left of several prices together; null: that is said of each by itself, if at all. */
function littleInAll(prices: readonly OfferedPrice[]): number | null {
  const [first, ...others] = prices.filter((price) => isOnSale(price) && price.isLeftInAll)
  return others.length > 0 && first?.left != null && first.left <= few ? first.left : null
}

type PriceProps = PriceFieldsProps & {
  readonly price: OfferedPrice
  readonly product: SoldProduct | null
  readonly saysMost: boolean
  readonly saysLeft: LeftSaid
}

function Price({ price, product, saysMost, saysLeft, ...props }: PriceProps) {
  const { prices, filled, problems } = props
  const words = useTexts(bookingTexts)
  if (!isOnSale(price)) return <PriceRow {...{ price, product }} />
  const id = quantityId(price.id)
  // Whoever hears the field does not see the heading above it.
  const isNamedAlone = prices.every(({ id, name }) => id === price.id || name !== price.name)
  const named = isNamedAlone ? price.name : soldName({ priceName: price.name, productName: price.product.name })
  const input = (
    <Stepper nameId={nameId(id)}>
      <input type="hidden" name="price" value={price.id} />
      <input
        id={id}
        name="qty"
        type="number"
        inputMode="numeric"
        aria-label={(price.makesTickets ? words.quantity : words.quantityOfThings)({ price: named })}
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
      {...{ price, product, saysLeft }}
      field={{
        id,
        input,
        signInPath: props.signInPath ?? null,
        notes: [
          ...(props.paysAtDoor && isPaid(price) ? [words.paysAtDoor] : []),
          ...(saysMost ? [words.perPerson({ count: price.maxPerUser })] : []),
        ],
        problem: <BesideField problems={problems} id={id} />,
        amount: <Amount price={price} {...props} />,
      }}
    />
  )
}

/** The field for the amount of a price. Every price has one, so that amounts come in the order of the numbers; it shows where open. */
function Amount(props: Omit<PriceProps, 'product' | 'saysMost' | 'saysLeft'>) {
  const { price, filled, problems } = props
  const { currency, language } = useReader()
  if (!price.openAmount) return <input type="hidden" name="amount" value="" />
  const least = price.amountMinor === 0 ? null : amountText(price.amountMinor, currency, language)
  const label = props.ownAmount?.(least) ?? bookingTexts[language].ownAmount({ least })
  return <OwnAmount {...{ price, label, problems }} typed={filled?.amounts.get(price.id)} />
}

/** Asks for the options, where tickets are on sale; with script, once one is chosen: an option is asked for with a ticket. */
export function OptionFields({ prices, options, filled }: Pick<BookingFieldsProps, 'prices' | 'options' | 'filled'>) {
  const words = useTexts(bookingTexts)
  if (!sellsTickets(prices)) return null
  const isChosen = ({ id }: OfferedOption) => filled?.optionIds.includes(id) ?? false
  const some = options.filter(({ exclusive }) => !exclusive)
  const one = options.filter(({ exclusive }) => exclusive)
  return (
    <>
      {some.length === 0 ? null : (
        <fieldset {...{ [totalParts.withPlace]: '' }}>
          <legend>{words.options}</legend>
          {some.map((option) => (
            <label key={option.id} class="check">
              <input type="checkbox" name="options" value={option.id} checked={isChosen(option)} />
              <Option {...option} />
            </label>
          ))}
        </fieldset>
      )}
      {one.length === 0 ? null : (
        <fieldset {...{ [totalParts.withPlace]: '' }}>
          <legend>{words.oneOption}</legend>
          <label class="check">
            <input type="radio" name="one_option" value="" checked={!one.some(isChosen)} />
            {words.noOption}
          </label>
          {one.map((option) => (
            <label key={option.id} class="check">
              <input type="radio" name="one_option" value={option.id} checked={isChosen(option)} />
              <Option {...option} />
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

function Option({ name, description }: OfferedOption) {
  return (
    <span>
      <Written>{name}</Written>
      <Written class="muted small">{description}</Written>
    </span>
  )
}

type NameFieldsProps = Pick<BookingFieldsProps, 'filled'> & {
  /** Whether tickets are sold: without them it is the name of whoever orders. */
  readonly areTickets?: boolean
  /** Whether the names are of somebody else than the person at the screen: the browser then offers no names of its own. */
  readonly isOfAnother?: boolean
}

/** The fields of one name for all tickets, unless each is to have its own. */
export function NameFields({ filled, areTickets = true, isOfAnother = false }: NameFieldsProps) {
  const words = useTexts(bookingTexts)
  return (
    <fieldset>
      <legend>
        {areTickets ? words.nameTitle : words.nameTitleWithoutTickets} <span class="muted">({words.optional})</span>
      </legend>
      <NamePair filled={filled} isOfAnother={isOfAnother} />
    </fieldset>
  )
}
