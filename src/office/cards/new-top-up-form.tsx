import type { Offer, PriceOnOffer } from '../../features/catalog/offers.queries.ts'
import { moneyMethods } from '../../features/payment/payment.ts'
import type { Language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { priceText } from '../../pages/booking/price-row.tsx'
import { totalParts } from '../../pages/booking/running-total-script.ts'
import { Choice, EmailField, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { useReader } from '../../pages/reader.ts'
import { DeskCheckout } from '../kit/desk-methods.tsx'
import type { Pricing } from '../kit/desk-sale.ts'

/** The form as it was typed, so that nobody types it twice. */
export type FilledTopUp = {
  readonly priceId: string
  readonly amount: string
  readonly cardNumber: string
  readonly email: string
}

type NewTopUpFormProps = Pricing & {
  readonly offers: readonly Offer[]
  readonly filled: FilledTopUp
  /** The key by which a second press of a button tops up no second time. */
  readonly repeatKey: string
}

/** Asks for the amount, the card, and how it was paid: pressing that tops up, and nothing else does. */
export function NewTopUpForm({ offers, filled, problems, priced, repeatKey }: NewTopUpFormProps) {
  const { language } = useReader()
  const { desk } = cardTexts[language]
  if (offers.length === 0)
    return (
      <p class="empty">
        {desk.nothing} <a href={paths.products}>{desk.toProducts}</a>
      </p>
    )
  const prices = offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })))
  const given = { problems, note: deskTexts[language].optional }
  return (
    <form class="panel stack narrow" method="post" action={paths.newTopUp} noValidate>
      <Problems problems={problems} title={desk.refused} />
      <p class="prose">{desk.lead}</p>
      <input type="hidden" name="key" value={repeatKey} />
      <PriceChoice prices={prices} chosen={filled.priceId} problems={problems} />
      {prices.some(({ price }) => price.openAmount) ? (
        <Field
          {...given}
          id="amount"
          label={desk.amount}
          help={desk.amountHelp}
          inputMode="decimal"
          autocomplete="off"
          maxLength={12}
          value={filled.amount}
        />
      ) : null}
      <Field
        id="card"
        label={desk.card}
        help={desk.cardHelp}
        autocomplete="off"
        autocapitalize="characters"
        maxLength={30}
        problems={problems}
        value={filled.cardNumber}
      />
      <EmailField {...given} label={desk.email} help={desk.emailHelp} value={filled.email} />
      <DeskCheckout
        prices={prices.map(({ price }) => price)}
        count={desk.one}
        counted={{ nothing: desk.nothingChosen, places: { one: desk.one, other: desk.one } }}
        methods={moneyMethods}
        words={{ methods: saleTexts[language].methods, handOver: desk.title }}
        priced={priced}
      />
    </form>
  )
}

type PriceChoiceProps = {
  readonly prices: readonly { readonly offer: Offer; readonly price: PriceOnOffer }[]
  readonly chosen: string
  readonly problems: readonly FormProblem[]
}

/** Chooses the only top-up where there is just one. */
function PriceChoice({ prices, chosen, problems }: PriceChoiceProps) {
  const { currency, language } = useReader()
  const { desk } = cardTexts[language]
  const [only] = prices
  return (
    <Choice
      id="price"
      label={desk.price}
      problems={problems}
      value={chosen === '' && prices.length === 1 && only ? only.price.id : chosen}
      options={[
        ['', desk.choose],
        ...prices.map(
          ({ offer, price }) => [price.id, textOf(offer, price, currency, language), false, countedAt(price)] as const,
        ),
      ]}
    />
  )
}

/** "Money for the bar · Twenty · €20.00" */
function textOf(offer: Offer, price: PriceOnOffer, currency: string, language: Language): string {
  const name = price.name === offer.name ? offer.name : `${offer.name} · ${price.name}`
  const left = price.left === 0 ? ` (${membershipTexts[language].soldOut})` : ''
  return `${name} · ${priceText(price, currency, language)}${left}`
}

/** Attributes by which the script knows what it costs. */
function countedAt({ amountMinor, openAmount }: PriceOnOffer) {
  return { [totalParts.amount]: amountMinor, ...(openAmount ? { [totalParts.amountField]: 'amount' } : {}) }
}
