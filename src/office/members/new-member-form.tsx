import type { Offer, PriceOnOffer } from '../../features/catalog/offers.queries.ts'
import { paths } from '../../lib/paths.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { priceText } from '../../pages/booking/price-row.tsx'
import { periodText } from '../../pages/period-text.ts'
import { type Reader, useReader } from '../../pages/reader.ts'
import { CodeField } from '../../pages/form/code-field.tsx'
import { Choice, EmailField, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { totalParts } from '../../pages/booking/running-total-script.ts'
import { DeskCheckout, deskCodeWords } from '../kit/desk-methods.tsx'
import type { Pricing } from '../kit/desk-sale.ts'
import { NameFields } from './member-forms.tsx'

/** The form as it was typed, so that nobody types it twice. */
export type FilledMember = {
  readonly priceId: string
  readonly amount: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly promotionalCode: string
}

export type MemberOffers = { readonly offers: readonly Offer[]; readonly takesCodes: boolean }

type NewMemberFormProps = MemberOffers &
  Pricing & {
    readonly filled: FilledMember
    /** The key by which a second press of a button makes the same membership. */
    readonly repeatKey: string
  }

/** Asks for the person, the membership, and how it was paid: pressing that makes a member, and nothing else does. */
export function NewMemberForm({ offers, takesCodes, filled, problems, priced, repeatKey }: NewMemberFormProps) {
  const { language } = useReader()
  const { desk } = membersTexts[language]
  if (offers.length === 0)
    return (
      <>
        <Problems problems={problems} title={desk.refused} />
        <p class="empty">
          {desk.nothing} <a href={paths.products}>{desk.toProducts}</a>
        </p>
      </>
    )
  const { optional } = deskTexts[language]
  const prices = offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })))
  const given = { problems, note: optional }
  return (
    <form class="panel stack narrow" method="post" action={paths.newMember} noValidate>
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
      <EmailField label={desk.email} help={desk.emailHelp} problems={problems} value={filled.email} />
      <NameFields words={desk} filled={filled} {...given} />
      {takesCodes || filled.promotionalCode !== '' ? (
        <CodeField value={filled.promotionalCode} problems={problems} words={deskCodeWords(saleTexts[language])} />
      ) : null}
      <DeskCheckout
        prices={prices.map(({ price }) => price)}
        count={desk.one}
        counted={{ nothing: desk.nothingChosen, places: { one: desk.one, other: desk.one } }}
        words={{ methods: desk.methods, handOver: desk.grant }}
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

/** Chooses the only membership where there is just one. */
function PriceChoice({ prices, chosen, problems }: PriceChoiceProps) {
  const reader = useReader()
  const { desk } = membersTexts[reader.language]
  const [only] = prices
  return (
    <Choice
      id="price"
      label={desk.price}
      help={desk.renewal}
      problems={problems}
      value={chosen === '' && prices.length === 1 && only ? only.price.id : chosen}
      options={[
        ['', desk.choose],
        ...prices.map(({ offer, price }) => [price.id, textOf(offer, price, reader), false, countedAt(price)] as const),
      ]}
    />
  )
}

/** "Friend of the house · Reduced · €12.00, for a year" */
function textOf(offer: Offer, price: PriceOnOffer, reader: Reader): string {
  const { currency, language } = reader
  const words = membershipTexts[language]
  const name = price.name === offer.name ? offer.name : `${offer.name} · ${price.name}`
  const left = price.left === 0 ? ` (${words.soldOut})` : ''
  return `${name} · ${priceText(price, currency, language)}, ${periodText(price.period, reader)}${left}`
}

/** Attributes by which the script knows what it costs. */
function countedAt({ amountMinor, openAmount }: PriceOnOffer) {
  return { [totalParts.amount]: amountMinor, ...(openAmount ? { [totalParts.amountField]: 'amount' } : {}) }
}
