import type { Language } from '../../lib/language.ts'
import { readDegrees } from '../../lib/coordinates.ts'
import { plainAmount, typedNumber } from '../../lib/format.ts'
import { minorDigits, parseVat, rateText } from '../../lib/money.ts'
import { localMinute, parseDateTime } from '../../lib/time.ts'
import { accountPattern } from '../../lib/web-address.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { largestInteger } from '../../http/wire/schemas.ts'
import { isWebAddress, webAddressPattern } from '../../http/wire/validator.ts'
import type { FieldRule } from '../../pages/form/field.tsx'
import { ambiguousAmountPattern, readingsOf, readTypedAmount, typedAmountPattern } from '../../lib/typed-amount.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'

const mostWhole = 999_999_999
export const longestAddress = 2000
const wholeDigits = '\\d{1,10}'
const wholeText = new RegExp(`^${wholeDigits}$`)

/** Makes the rule of a field that `wholeNumber` reads. */
export function wholeNumberRule(wrong: string): FieldRule {
  return { pattern: `\\s*${wholeDigits}\\s*`, wrong }
}

/** Makes the rule of a field that `amount` reads. What is ambiguous passes: its sentence names what was typed. */
export function amountRule(currency: string, language: Language): FieldRule {
  const wrong = deskTexts[language].problems.amount[minorDigits(currency)]
  return { pattern: `${typedAmountPattern(currency)}|${ambiguousAmountPattern(currency)}`, wrong }
}

/** Says that an amount can be read in two ways, and how to write each; null: it can not. */
export function ambiguityOf(typed: string, currency: string, language: Language): string | null {
  const [whole, fraction] = readingsOf(typed, currency)?.map((minor) => plainAmount(minor, currency, language)) ?? []
  if (whole === undefined || fraction === undefined) return null
  return deskTexts[language].problems.ambiguous({ typed: typed.trim(), whole, fraction })
}

/** A rate with or without its sign, or one of the codes of clients in the field. */
const vatPattern = '(\\d{1,3}(?:[.,]\\d{1,2})?|[A-Za-z]{2})\\s*%?'
const vatTyped = new RegExp(`^\\s*${vatPattern}\\s*$`)

/** Makes the rule of a field that `vatRate` reads. */
export function vatRule(wrong: string): FieldRule {
  return { pattern: `\\s*${vatPattern}\\s*`, wrong }
}

/** Writes a rate as it is typed: "5.5" or "5,5". */
export function vatText(hundredths: number, language: Language): string {
  return typedNumber(rateText(hundredths).replace(/\.?0+$/, ''), language)
}

/** Makes the rule of a field that `webAddress` reads; with `accounts` it may be the name of an account, too. */
export function webAddressRule(language: Language, accounts = false): FieldRule {
  const pattern = accounts ? `(${webAddressPattern}|${accountPattern})` : webAddressPattern
  return { pattern: `\\s*${pattern}\\s*`, wrong: deskTexts[language].problems.address }
}

/** The organisation that a form belongs to, and the language of the person who fills it in; a request has both. */
export type FormReader = {
  readonly tenant: { readonly timeZone: string; readonly currency: string }
  readonly language: Language
}

export type TypedForm = ReturnType<typeof readTyped>

/**
 * Reads what was typed into a form, field by field, and collects what is wrong in it: the sentence that each is given, or a usual
 * one. What was left empty is null.
 */
export function readTyped({ tenant: { timeZone, currency }, language }: FormReader) {
  const found: FormProblem[] = []
  const problems: readonly FormProblem[] = found
  const usual = deskTexts[language].problems
  const digits = minorDigits(currency)
  const wrong = (field: string, detail: string): null => {
    found.push({ field, detail })
    return null
  }
  return {
    problems,
    wrong,
    text(field: string, typed: string, most: number) {
      // A form ends its lines as mail does; the interface ends them as everybody else does.
      const text = typed.replaceAll('\r\n', '\n').trim()
      if (text.length > most) wrong(field, usual.tooLong({ most }))
      return text === '' ? null : text
    },
    /** @param was the moment before, whose seconds stay where it was left as the form showed it */
    time(field: string, typed: string, detail = usual.time, was: Date | null = null) {
      if (typed === '') return null
      if (was !== null && typed === localMinute(was, timeZone)) return was
      return parseDateTime(typed, timeZone) ?? wrong(field, detail)
    },
    wholeNumber(field: string, typed: string, detail = usual.wholeNumber, least = 0, most = largestInteger) {
      if (typed === '') return null
      const number = wholeText.test(typed) ? Number(typed) : -1
      return number >= least && number <= most ? number : wrong(field, detail)
    },
    degrees(field: string, typed: string, most: number) {
      if (typed === '') return null
      const read = readDegrees(typed)
      return read !== null && Math.abs(read) <= most ? read : wrong(field, usual.degrees({ most }))
    },
    amount(field: string, typed: string, detail = usual.amount[digits]) {
      if (typed === '') return null
      const minor = readTypedAmount(typed, currency)
      if (minor !== null && minor <= mostWhole * 10 ** digits) return minor
      return wrong(field, ambiguityOf(typed, currency, language) ?? detail)
    },
    /** Reads a rate in hundredths of a percent. */
    vatRate(field: string, typed: string, detail: string) {
      if (typed === '') return null
      const [, rate = ''] = vatTyped.exec(typed) ?? []
      const hundredths = parseVat(rate.replace(',', '.'))
      return hundredths === undefined ? wrong(field, detail) : hundredths
    },
    webAddress(field: string, typed: string, detail = usual.address) {
      if (typed === '') return null
      return isWebAddress(typed) && typed.length <= longestAddress ? typed : wrong(field, detail)
    },
  }
}
