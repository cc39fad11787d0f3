import type { AppError } from '../../errors.ts'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { amountId } from '../form/own-amount.tsx'
import type { FormProblem } from '../form/problems.tsx'
import { signInPath } from '../next-path.ts'
import { type FilledBooking, quantityId } from './filled-booking.ts'

type Refused = {
  readonly filled: FilledBooking
  readonly event: { readonly slug: string; readonly capacityLeft: number | null }
  /** The prices as they are now. */
  readonly prices: readonly OfferedPrice[]
  readonly currency: string
  readonly knownEmail: string | null
  readonly language: Language
}

/** Explains a refusal in the words of a visitor: which price, why, and what to do next. Null: nothing the form could put right. */
export function explainRefusal(error: AppError, refused: Refused): FormProblem | null {
  const { prices, language } = refused
  const words = bookingTexts[language]
  const price = prices.find(({ id }) => id === error.details.priceId)
  const field = price === undefined ? null : quantityId(price.id)
  const { detail } = error.details
  switch (error.code) {
    case 'sold_out': {
      const own = detail === 'event_full' ? null : price
      const left = own?.left ?? refused.event.capacityLeft ?? 0
      return { field, detail: left > 0 ? words.fewerLeft({ left, price: own?.name ?? null }) : words.noneLeft }
    }
    case 'max_per_user': {
      const own = detail === 'event_maximum' ? null : price
      return { field, detail: own ? words.overMaximum({ most: own.maxPerUser }) : overAll(prices, language) }
    }
    case 'too_many_unconfirmed':
      return {
        field: null,
        detail: refusalTexts[language].errors.too_many_unconfirmed.detail,
        next: [{ href: signInPath(at(visitorPaths.event, { slug: refused.event.slug })), label: words.signIn }],
      }
    case 'promotional_code_used_up':
      return { field: 'promotional_code', detail: refusalTexts[language].errors.promotional_code_used_up.detail }
    case 'membership_required':
      return membersOnly(refused)
    // They went back, changed something and sent it again; the form that is shown now is another one.
    case 'idempotency_mismatch':
      return { field: null, detail: words.sentBefore }
    case 'not_on_sale':
      return { field: null, detail: refusalTexts[language].errors.not_on_sale.detail }
    case 'validation_failed':
      if (price?.openAmount)
        return {
          field: amountId(price.id),
          detail: words.belowLeast({ least: amountText(price.amountMinor, refused.currency, language) }),
        }
      return {
        field: error.details.fields?.['promotional_code'] ? 'promotional_code' : null,
        detail: fieldText(error, language),
      }
    default:
      return null
  }
}

/** What one person may have at the event was exceeded by all prices together. */
function overAll(prices: readonly OfferedPrice[], language: Language): string {
  const most = prices.find(({ mostInAll }) => mostInAll !== null)?.mostInAll ?? null
  const { details, errors } = refusalTexts[language]
  const refused = most === null ? errors.max_per_user.detail : details.event_maximum
  return most === null ? refused : `${refused} ${bookingTexts[language].mostInAll({ count: most })}.`
}

/** Names the first chosen price that takes a membership; without one, everything here takes it. */
function membersOnly({ filled, event, prices, knownEmail, language }: Refused): FormProblem {
  const words = bookingTexts[language]
  const price = prices.find(
    ({ id, membershipName }) => membershipName !== null && Number(filled.quantities.get(id)) > 0,
  )
  const join = { href: visitorPaths.membership, label: words.join }
  const isKnown = knownEmail !== null
  return {
    field: price === undefined ? null : quantityId(price.id),
    detail: words.membershipNeeded({ membership: price?.membershipName ?? null, isKnown }),
    next: isKnown
      ? [join]
      : [{ href: signInPath(at(visitorPaths.event, { slug: event.slug })), label: words.signIn }, join],
  }
}

/** Describes what is wrong with the fields, without their names: fields have none here. */
function fieldText({ code, details: { fields = {} } }: AppError, language: Language): string {
  const problems = Object.values(describeFields(fields, language)).flat()
  return problems.length > 0 ? problems.join(' ') : refusalTexts[language].errors[code].detail
}
