import type { MembershipOffer, OfferedMembershipPrice } from '../../features/membership/membership-offers.queries.ts'
import type { BookingTotal } from '../../features/reservation/price-booking.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { priceText } from '../../pages/booking/price-row.tsx'
import { Choice, EmailField, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { totalParts } from '../../pages/booking/running-total-script.ts'
import { DeskCheckout, DeskCodeField } from '../kit/desk-methods.tsx'
import { NameFields } from './member-forms.tsx'

/** As it was typed, so that nobody types it twice. */
export type FilledMember = {
  readonly priceId: string
  readonly amount: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly promotionalCode: string
}

export type MemberOffers = { readonly offers: readonly MembershipOffer[]; readonly takesCodes: boolean }

type NewMemberFormProps = MemberOffers & {
  readonly filled: FilledMember
  readonly problems: readonly FormProblem[]
  /** What that comes to; null: it was not asked. */
  readonly priced: BookingTotal | null
  /** Makes a second press of a button the same membership. */
  readonly repeatKey: string
  readonly currency: string
  readonly language: Language
}

/** Who, what, and how it was paid: pressing that makes a member, and nothing else does. */
export function NewMemberForm(props: NewMemberFormProps) {
  const { offers, takesCodes, filled, problems, priced, repeatKey, currency, language } = props
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
  const optional = deskTexts[language].optional
  const sale = saleTexts[language]
  const prices = offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })))
  const [only] = prices
  const chosen = filled.priceId === '' && prices.length === 1 && only ? only.price.id : filled.priceId
  const costsNothing =
    priced?.totalMinor === 0 ||
    prices.every(({ price: { amountMinor, openAmount } }) => amountMinor === 0 && !openAmount)
  const less = priced?.discountMinor ? amountText(priced.discountMinor, currency, language) : null
  return (
    <form class="panel stack narrow" method="post" action={paths.newMember} noValidate>
      <Problems problems={problems} title={desk.refused} />
      <p class="prose">{desk.lead}</p>
      <input type="hidden" name="key" value={repeatKey} />
      <Choice
        id="price"
        label={desk.price}
        help={desk.renewal}
        problems={problems}
        value={chosen}
        options={[
          ['', desk.choose],
          ...prices.map(
            ({ offer, price }) =>
              [price.id, textOf(offer, price, currency, language), false, countedAt(price)] as const,
          ),
        ]}
      />
      {prices.some(({ price }) => price.openAmount) ? (
        <Field
          id="amount"
          label={desk.amount}
          note={optional}
          help={desk.amountHelp}
          inputMode="decimal"
          autocomplete="off"
          maxLength={12}
          problems={problems}
          value={filled.amount}
        />
      ) : null}
      <EmailField label={desk.email} help={desk.emailHelp} problems={problems} value={filled.email} />
      <NameFields words={desk} filled={filled} problems={problems} note={optional} />
      {takesCodes || filled.promotionalCode !== '' ? (
        <DeskCodeField typed={filled.promotionalCode} problems={problems} words={sale} />
      ) : null}
      <DeskCheckout
        costsNothing={costsNothing}
        words={{ checkTotal: sale.checkTotal, methods: desk.methods, handOver: desk.grant }}
        {...{ currency, language }}
        taken={{
          beforeCode: sale.beforeCode,
          counted: { nothing: desk.nothingChosen, places: { one: desk.one, other: desk.one } },
          priced: priced && {
            count: [desk.one, ...(less === null ? [] : [sale.less({ amount: less })])].join(' · '),
            totalMinor: priced.totalMinor,
          },
        }}
      />
    </form>
  )
}

/** "Friend of the house · Reduced · €12.00, for a year" */
function textOf(offer: MembershipOffer, price: OfferedMembershipPrice, currency: string, language: Language): string {
  const words = membershipTexts[language]
  const name = price.name === offer.name ? offer.name : `${offer.name} · ${price.name}`
  const left = price.left === 0 ? ` (${words.soldOut})` : ''
  return `${name} · ${priceText(price, currency, language)}, ${words[price.period ?? 'withoutEnd']}${left}`
}

/** The attributes by which the script knows what it costs. */
function countedAt({ amountMinor, openAmount }: OfferedMembershipPrice) {
  return { [totalParts.amount]: amountMinor, ...(openAmount ? { [totalParts.amountField]: 'amount' } : {}) }
}
