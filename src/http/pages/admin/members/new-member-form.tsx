import type {
  MembershipOffer,
  OfferedMembershipPrice,
} from '../../../../features/membership/membership-offers.queries.ts'
import type { Language } from '../../../../lib/language.ts'
import { membersTexts } from '../../../texts/admin/members-texts.ts'
import { deskTexts } from '../../../texts/admin/desk-texts.ts'
import { pageTexts } from '../../../texts/page-texts.ts'
import { priceText } from '../../event/price-row.tsx'
import { CodeField } from '../../form/code-field.tsx'
import { Choice, EmailField, Field } from '../../form/field.tsx'
import { type FormProblem, Problems } from '../../form/problems.tsx'
import { DeskMethods, EnterTakesNothing } from '../desk-methods.tsx'
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

export type MemberOffers = {
  readonly offers: readonly MembershipOffer[]
  readonly takesCodes: boolean
}

type NewMemberFormProps = MemberOffers & {
  readonly filled: FilledMember
  readonly problems: readonly FormProblem[]
  /** Makes a second press of a button the same membership. */
  readonly repeatKey: string
  readonly currency: string
  readonly language: Language
}

/** Who, what, and how it was paid: pressing that is all there is to do. */
export function NewMemberForm(props: NewMemberFormProps) {
  const { offers, takesCodes, filled, problems, repeatKey, currency, language } = props
  const { desk } = membersTexts[language]
  if (offers.length === 0)
    return (
      <>
        <Problems problems={problems} title={desk.refused} />
        <p class="empty">
          {desk.nothing} <a href="/admin/products/">{desk.toProducts}</a>
        </p>
      </>
    )
  const optional = deskTexts[language].optional
  const prices = offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })))
  const [only] = prices
  const chosen = filled.priceId === '' && prices.length === 1 && only ? only.price.id : filled.priceId
  return (
    <form class="panel stack narrow" method="post" action="/admin/members/new/" noValidate>
      <EnterTakesNothing />
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
          ...prices.map(({ offer, price }) => [price.id, textOf(offer, price, currency, language)] as const),
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
      {takesCodes ? (
        <CodeField value={filled.promotionalCode} problems={problems} language={language} />
      ) : null}
      <p>{desk.paid}</p>
      <div class="actions">
        <DeskMethods words={desk.methods} />
      </div>
      {prices.some(({ price }) => price.amountMinor === 0) ? <p class="muted small">{desk.free}</p> : null}
    </form>
  )
}

/** "Friend of the house · Reduced · €12.00, for a year" */
function textOf(
  offer: MembershipOffer,
  price: OfferedMembershipPrice,
  currency: string,
  language: Language,
): string {
  const words = pageTexts[language].membership
  const name = price.name === offer.name ? offer.name : `${offer.name} · ${price.name}`
  const left = price.left === 0 ? ` (${words.soldOut})` : ''
  return `${name} · ${priceText(price, currency, language)}, ${words[price.period ?? 'withoutEnd']}${left}`
}
