import type { AppError } from '../../errors.ts'
import type { Offer } from '../../features/catalog/offers.queries.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { amountId } from '../../pages/form/own-amount.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { signInPath } from '../../pages/next-path.ts'

/** What a page says of its own when an order is refused. */
type RefusalWords = {
  readonly choosePlease: string
  readonly gone: string
  readonly overMaximum: string
  readonly membershipNeeded: string
  readonly sentBefore: string
}

type Refused = {
  readonly words: RefusalWords
  /** The address of the form. */
  readonly path: string
  readonly priceId: string
  /** The offers as they are now. */
  readonly offers: readonly Offer[]
  readonly currency: string
  readonly language: Language
}

/** Explains a refusal in the words of a visitor, beside the field it is about. Null: nothing the form could put right. */
export function explainRefusal(error: AppError, refused: Refused): FormProblem | null {
  const { words, language } = refused
  const { errors } = refusalTexts[language]
  const next = [{ href: signInPath(refused.path), label: bookingTexts[language].signIn }]
  switch (error.code) {
    case 'sold_out':
      return { field: 'price', detail: errors.sold_out.detail }
    case 'not_on_sale':
      return { field: 'price', detail: words.gone }
    case 'max_per_user':
      return { field: 'price', detail: words.overMaximum }
    case 'promotional_code_used_up':
      return { field: 'promotional_code', detail: errors.promotional_code_used_up.detail }
    case 'too_many_unconfirmed':
      return { field: null, detail: errors.too_many_unconfirmed.detail, next }
    case 'membership_required':
      return { field: 'price', detail: words.membershipNeeded, next }
    // They went back, changed something and sent it again; the form that is shown now is another one.
    case 'idempotency_mismatch':
      return { field: null, detail: words.sentBefore }
    case 'validation_failed':
      return explainFields(error, refused)
    default:
      return null
  }
}

const ownFields = ['promotional_code', 'card'] as const

function explainFields({ details: { fields = {} } }: AppError, refused: Refused): FormProblem {
  const { words, priceId, offers, currency, language } = refused
  const said = describeFields(fields, language)
  for (const field of ownFields) {
    const [detail] = said[field] ?? []
    if (detail !== undefined) return { field, detail }
  }
  const price = offers.flatMap(({ prices }) => prices).find(({ id }) => id === priceId)
  if (!fields['custom_amount'] || !price?.openAmount) return { field: 'price', detail: words.choosePlease }
  const least = amountText(price.amountMinor, currency, language)
  const [detail = ''] = fields['custom_amount'].includes('top_up_above_zero')
    ? (said['custom_amount'] ?? [])
    : [bookingTexts[language].belowLeast({ least })]
  return { field: amountId(priceId), detail }
}
