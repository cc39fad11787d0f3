import { priceFields } from '../../features/catalog/price-fields.ts'
import { isRenewalPeriod, makesTickets, membershipPeriods, type ProductKind } from '../../features/catalog/product.ts'
import type { PriceValues } from '../../features/catalog/save-price.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { choice, only } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { priceTexts } from '../../messages/office/price.ts'
import type { Checked } from '../kit/edit-page.ts'
import { checkForm, type Filled, filledFrom } from '../kit/form-values.ts'
import type { FormReader } from '../kit/typed.ts'

const periods = [...membershipPeriods, 'endless'] as const

/** Fields of the form, in its order. */
export const askedFields = {
  ...only(priceFields, 'name', 'amountMinor', 'openAmount'),
  membershipPeriod: choice({ wire: null, form: 'period', choices: periods, usual: 'endless' }),
  ...only(
    priceFields,
    'recurringPayment',
    'stock',
    'maxPerUser',
    'saleStartsAt',
    'saleEndsAt',
    'requiredMembershipId',
    'vatRateHundredths',
  ),
  ...only(priceFields, 'shortDescription', 'longDescription', 'scanNote'),
}

/** The form as it was typed. */
export type FilledPrice = Filled<typeof askedFields>

export function filledPriceFrom(price: PriceValues, reader: FormReader): FilledPrice {
  return filledFrom(askedFields, { ...price, membershipPeriod: price.membershipPeriod ?? 'endless' }, reader)
}

type About = {
  readonly tenant: Tenant
  readonly language: Language
  readonly kind: ProductKind
  /** The price as the form showed it: what has no field stays as it is, and so do the seconds of a time that was left. */
  readonly former: PriceValues
}

/** Reads what the form says, or what is wrong with it, beside each field. */
export function readPrice(filled: FilledPrice, about: About): Checked<PriceValues> {
  const { tenant, kind, former, language } = about
  const { fields, problems: missing } = priceTexts[language]
  const words = { ...fields, amountMinorMissing: missing.amount[minorDigits(tenant.currency)] }
  const was = { saleStartsAt: former.saleStartsAt, saleEndsAt: former.saleEndsAt }
  const { values: said, problems } = checkForm(askedFields, filled, words, about, was)
  const period = said.membershipPeriod === 'endless' ? null : said.membershipPeriod
  const isRenewed = kind === 'membership' && said.recurringPayment
  const unfit =
    isRenewed && !isRenewalPeriod(period) ? [{ field: 'recurring_payment', detail: missing.notRenewable }] : []
  const values = {
    ...said,
    membershipPeriod: kind === 'membership' ? period : former.membershipPeriod,
    recurringPayment: isRenewed,
    scanNote: makesTickets(kind) ? said.scanNote : former.scanNote,
    archived: former.archived,
  }
  return { values, problems: [...problems, ...unfit] }
}
