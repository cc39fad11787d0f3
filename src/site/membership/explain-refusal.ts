import type { AppError } from '../../errors.ts'
import type { MembershipOffer } from '../../features/membership/membership-offers.queries.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { amountId } from '../../pages/form/own-amount.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { signInPath } from '../../pages/next-path.ts'

type Refused = {
  readonly priceId: string
  /** The offers as they are now. */
  readonly offers: readonly MembershipOffer[]
  readonly currency: string
  readonly language: Language
}

/** Explains a refusal in the words of a visitor, beside the field it is about. Null: nothing the form could put right. */
export function explainRefusal(error: AppError, refused: Refused): FormProblem | null {
  const { language } = refused
  const words = membershipTexts[language]
  const { errors } = refusalTexts[language]
  const next = [{ href: signInPath(visitorPaths.membership), label: bookingTexts[language].signIn }]
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

function explainFields({ details: { fields = {} } }: AppError, refused: Refused): FormProblem {
  const { priceId, offers, currency, language } = refused
  const [wrongCode] = describeFields(fields, language)['promotional_code'] ?? []
  if (wrongCode !== undefined) return { field: 'promotional_code', detail: wrongCode }
  const price = offers.flatMap(({ prices }) => prices).find(({ id }) => id === priceId)
  if (fields['custom_amount'] && price?.openAmount)
    return {
      field: amountId(priceId),
      detail: bookingTexts[language].belowLeast({ least: amountText(price.amountMinor, currency, language) }),
    }
  return { field: 'price', detail: membershipTexts[language].choosePlease }
}
