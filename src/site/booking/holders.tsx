import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { isOnSale } from '../../pages/booking/price-row.tsx'
import { Field } from '../../pages/form/field.tsx'
import { goOnHere } from '../../pages/form/problems.tsx'
import { useTexts } from '../../pages/reader.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { type FilledBooking, type FilledName, isQuantity, quantityIn } from '../../pages/booking/filled-booking.ts'

/** The most tickets that may each have a name: nobody types more names than this. */
const mostNames = 50

/** Whether a price makes tickets, and one person may have several. */
export function mayBeNamed(price: OfferedPrice): boolean {
  return price.makesTickets && isOnSale(price) && price.maxPerUser > 1
}

type HoldersProps = {
  readonly prices: readonly OfferedPrice[]
  readonly filled: FilledBooking
  /** Whether the names are what the visitor fills in next. */
  readonly isNext: boolean
}

/** The fields for a name on each ticket that is asked for, price by price; all of them may stay empty. */
export function Holders({ prices, filled, isNext }: HoldersProps) {
  const words = useTexts(bookingTexts)
  let room = mostNames
  let next = isNext
  return (
    <section class="stack" aria-labelledby="names">
      <h3 id="names">{words.namesTitle}</h3>
      {prices.filter(mayBeNamed).map((price) => {
        const text = quantityIn(filled, price.id)
        const count = Math.min(isQuantity(text) ? Number(text) : 0, price.maxPerUser, room)
        room -= count
        const known = filled.holders?.get(price.id) ?? []
        const startsHere = next && count > 0
        if (startsHere) next = false
        return Array.from({ length: count }, (_, index) => (
          <Holder
            key={`${price.id} ${index}`}
            price={price}
            number={index + 1}
            count={count}
            name={known[index]}
            isNext={startsHere && index === 0}
          />
        ))
      })}
    </section>
  )
}

type HolderProps = {
  readonly price: OfferedPrice
  readonly number: number
  readonly count: number
  readonly name: FilledName | undefined
  readonly isNext: boolean
}

function Holder({ price, number, count, name, isNext }: HolderProps) {
  const words = useTexts(bookingTexts)
  const fields = [
    { name: 'holder_first_name', label: words.firstName, value: name?.firstName },
    { name: 'holder_last_name', label: words.lastName, value: name?.lastName },
  ]
  return (
    <fieldset class="stack">
      <legend>
        <WrittenWithin sentence={(name) => words.holder({ price: name, number, count })}>{price.name}</WrittenWithin>
      </legend>
      <input type="hidden" name="holder_price" value={price.id} />
      <div class="pair">
        {fields.map((field, index) => {
          const id = `${field.name}-${price.id}-${number}`
          return (
            <Field
              key={id}
              id={id}
              name={field.name}
              label={field.label}
              autocomplete="off"
              maxLength={200}
              value={field.value ?? ''}
              {...(isNext && index === 0 ? goOnHere : {})}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
