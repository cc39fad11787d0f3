import type { Language } from '../../lib/language.ts'
import { type MinorDigits, minorDigits } from '../../lib/money.ts'
import { localMinute, parseDateTime } from '../../lib/time.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { largestInteger } from '../../http/wire/schemas.ts'
import { isWebAddress, webAddressPattern } from '../../http/wire/validator.ts'
import type { FieldRule } from '../../pages/form/field.tsx'
import { readTypedAmount, typedAmountPattern } from '../../pages/form/own-amount.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'

/** What was typed into a form, field by field, with what is wrong in it collected on the way. */
export type TypedForm = {
  readonly problems: readonly FormProblem[]
  /** A text that may stay empty. */
  text(field: string, typed: string, most: number, tooLong: (given: { readonly most: number }) => string): string | null
  name(field: string, typed: string, missing: string): string
  /** Null when it was left empty. @param was the former one, whose seconds stay where it was left as the form showed it */
  time(field: string, typed: string, unreadable: string, was?: Date | null): Date | null
  wholeNumber(field: string, typed: string, unreadable: string, least?: number, most?: number): number | null
  /** @param unreadable by the decimals of the currency */
  amount(field: string, typed: string, unreadable: Readonly<Record<MinorDigits, string>>): number | null
  webAddress(field: string, typed: string, unreadable: string): string | null
  wrong(field: string, detail: string): void
}

const mostWhole = 999_999_999
export const longestAddress = 2000
const wholeDigits = '\\d{1,10}'
const wholeText = new RegExp(`^${wholeDigits}$`)

/** For the field of what `wholeNumber` reads. */
export function wholeNumberRule(wrong: string): FieldRule {
  return { pattern: `\\s*${wholeDigits}\\s*`, wrong }
}

/** For the field of what `amount` reads. */
export function amountRule(currency: string, language: Language): FieldRule {
  const wrong = deskTexts[language].problems.amount[minorDigits(currency)]
  return { pattern: typedAmountPattern(currency), wrong }
}

/** For the field of what `webAddress` reads. */
export function webAddressRule(language: Language): FieldRule {
  return { pattern: `\\s*${webAddressPattern}\\s*`, wrong: deskTexts[language].problems.address }
}

export function readTyped({ timeZone, currency }: { readonly timeZone: string; readonly currency: string }): TypedForm {
  const problems: FormProblem[] = []
  const wrong = (field: string, detail: string) => void problems.push({ field, detail })
  return {
    problems,
    wrong,
    text(field, typed, most, tooLong) {
      // A form ends its lines as mail does; the interface ends them as everybody else.
      const text = typed.replaceAll('\r\n', '\n').trim()
      if (text.length > most) wrong(field, tooLong({ most }))
      return text === '' ? null : text
    },
    name(field, typed, missing) {
      if (typed === '') wrong(field, missing)
      return typed
    },
    time(field, typed, unreadable, was = null) {
      if (typed === '') return null
      if (was !== null && typed === localMinute(was, timeZone)) return was
      const at = parseDateTime(typed, timeZone)
      if (at === null) wrong(field, unreadable)
      return at
    },
    wholeNumber(field, typed, unreadable, least = 0, most = largestInteger) {
      if (typed === '') return null
      const number = wholeText.test(typed) ? Number(typed) : -1
      if (number >= least && number <= most) return number
      wrong(field, unreadable)
      return null
    },
    amount(field, typed, unreadable) {
      if (typed === '') return null
      const minor = readTypedAmount(typed, currency)
      const digits = minorDigits(currency)
      if (minor === null || minor > mostWhole * 10 ** digits) {
        wrong(field, unreadable[digits])
        return null
      }
      return minor
    },
    webAddress(field, typed, unreadable) {
      if (typed === '') return null
      if (!isWebAddress(typed) || typed.length > longestAddress) wrong(field, unreadable)
      return typed
    },
  }
}
