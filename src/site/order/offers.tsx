import type { Offer, PriceOnOffer } from '../../features/catalog/offers.queries.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { isRenewalPeriod } from '../../features/catalog/product.ts'
import { amountText, momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { isLeft, leftText, priceText, State } from '../../pages/booking/price-row.tsx'
import { AtLength, InShort, TermsLinks } from '../../pages/booking/told.tsx'
import { OwnAmount } from '../../pages/form/own-amount.tsx'
import { BesideField, type FormProblem, goOnHere } from '../../pages/form/problems.tsx'
import { useReader } from '../../pages/reader.ts'
import { periodText } from '../../pages/period-text.ts'
import { Prose } from '../../pages/prose.tsx'
import { Written } from '../../pages/written.tsx'

/** What a visitor has chosen; shown again with what was wrong with it. */
export type FilledChoice = {
  readonly priceId: string
  /** The amount by price that leaves it open, as it was typed. */
  readonly amounts: ReadonlyMap<string, string>
}

export type OffersProps = {
  readonly offers: readonly Offer[]
  readonly filled: FilledChoice | null
  readonly problems: readonly FormProblem[]
  /** Whether what is paid here can be paid again by itself: where it is paid online, and no test. */
  readonly renewals: 'by_itself' | 'not_in_tests' | 'none'
}

type ListProps = OffersProps & {
  /** What is to be chosen. */
  readonly choose: string
  /** Whether each price is for a time, which is said. */
  readonly hasPeriods: boolean
}

/** Shows what is on offer with its prices, one of which is to be chosen. */
export function Offers(props: ListProps) {
  const { offers, problems, choose } = props
  const isWrong = problems.some(({ field }) => field === 'price')
  return (
    <fieldset class="stack" {...(isWrong ? { 'aria-describedby': 'price-problem' } : {})}>
      <legend>{choose}</legend>
      <BesideField problems={problems} id="price" />
      {offers.map((offer) => (
        <OneOffer key={offer.id} offer={offer} {...props} />
      ))}
    </fieldset>
  )
}

function OneOffer({ offer, ...props }: ListProps & { readonly offer: Offer }) {
  return (
    <section class="offer stack">
      {offer.imageKey === null ? null : <img src={`/${variationsOf(offer.imageKey).med}`} alt="" loading="lazy" />}
      <h2>
        <Written>{offer.name}</Written>
      </h2>
      <Written as="p">{offer.shortDescription}</Written>
      <ul class="rows">
        {offer.prices.map((price) => (
          <Price
            key={price.id}
            price={price}
            name={props.hasPeriods && price.name === offer.name ? null : price.name}
            {...props}
          />
        ))}
      </ul>
      <Prose below={2} class="muted" text={offer.longDescription} />
      <TermsLinks products={[offer]} />
    </section>
  )
}

/** How a membership is paid again by itself, within a sentence; null: it is not. */
function renewedText(
  { recurringPayment, period }: PriceOnOffer,
  renewals: OffersProps['renewals'],
  language: Language,
) {
  const words = membershipTexts[language]
  if (!recurringPayment || renewals === 'none' || !isRenewalPeriod(period)) return null
  return renewals === 'not_in_tests' ? words.renewedNotInTests : words.renewed[period]
}

type PriceProps = ListProps & {
  readonly price: PriceOnOffer
  /** The name of the price; null: the same as its product's, which is shown above, and its period stands for it. */
  readonly name: string | null
}

function Price({ price, name, hasPeriods, offers, filled, problems, renewals }: PriceProps) {
  const reader = useReader()
  const { currency, language } = reader
  const words = membershipTexts[language]
  const prices = offers.flatMap((offer) => offer.prices)
  const isFirst = price.id === prices.find(isLeft)?.id
  const isWrong = problems.some(({ field }) => field === 'price')
  const until = (at: Date) => withinSentence(momentText({ ...reader, at }), language)
  const period = periodText(price.period, reader)
  const renewed = renewedText(price, renewals, language)
  const said = [
    ...(hasPeriods && name !== null ? [period] : []),
    ...(renewed === null ? [] : [renewed]),
    ...(isLeft(price) ? leftText(price, words) : [<strong>{words.soldOut}</strong>]),
    ...(price.saleEndsAt === null ? [] : [eventTexts[language].saleUntil({ when: until(price.saleEndsAt) })]),
  ]
  const least = price.amountMinor === 0 ? null : amountText(price.amountMinor, currency, language)
  return (
    <li>
      <label class="choice">
        <input
          id={isFirst ? 'price' : `price-${price.id}`}
          type="radio"
          name="price"
          value={price.id}
          disabled={!isLeft(price)}
          checked={filled === null ? prices.length === 1 : filled.priceId === price.id}
          {...(isWrong && isFirst ? goOnHere : {})}
        />
        <span class="name">
          {name === null ? period.charAt(0).toUpperCase() + period.slice(1) : <Written>{name}</Written>}
        </span>
        <span class="figure">{priceText(price, currency, language)}</span>
        <State said={said} />
      </label>
      <InShort texts={[price.shortDescription]} />
      {price.openAmount && isLeft(price) ? (
        <>
          <input type="hidden" name="amount_price" value={price.id} />
          <OwnAmount
            {...{ price, problems }}
            label={words.ownAmount({ least })}
            typed={filled?.amounts.get(price.id)}
          />
        </>
      ) : null}
      <AtLength name={price.name} texts={[price.longDescription]} />
    </li>
  )
}
