import { codeFields } from '../../features/catalog/code-fields.ts'
import { isCode, normalizeCode } from '../../features/catalog/promotional-code.ts'
import { longestPrefix, mostCodes, type PromotionalCodeValues } from '../../features/catalog/save-promotional-code.ts'
import { choice, line, only } from '../../lib/field.ts'
import { plainAmount, typedNumber } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { longestAmount } from '../../lib/typed-amount.ts'
import { codeTexts } from '../../messages/office/code.ts'
import type { Checked } from '../kit/edit-page.ts'
import { type Filled, filledFrom, readForm } from '../kit/form-values.ts'
import { type FormReader, readTyped, type TypedForm } from '../kit/typed.ts'

const timesAndUses = only(codeFields, 'startsAt', 'endsAt', 'mostUses', 'productIds')

/** Fields of the form. `code` is the prefix where many are made, `off` a share or an amount. */
export const askedFields = {
  code: line({ wire: null, form: 'code', most: 40, required: true }),
  kind: choice({ wire: null, form: 'kind', choices: ['rate', 'amount'], usual: 'rate' }),
  off: line({ wire: null, form: 'off', most: longestAmount, required: true }),
  ...timesAndUses,
}

/** Fields of the form that makes many codes, with their number. */
export const manyFields = { ...askedFields, count: line({ wire: null, form: 'count', most: 10, required: true }) }

/** The form as it was typed. */
export type FilledCode = Filled<typeof askedFields>

/** Names of the fields. */
export function fieldWords(currency: string, language: Language) {
  const { fields } = codeTexts[language]
  return { ...fields, kindChoices: { rate: fields.rate, amount: fields.amount({ currency }) } }
}

export function filledCodeFrom(code: PromotionalCodeValues, reader: FormReader): FilledCode {
  const { tenant, language } = reader
  const { discountMinor, discountHundredths } = code
  const discount =
    discountMinor === null
      ? ({ kind: 'rate', off: typedNumber(String((discountHundredths ?? 0) / 100), language) } as const)
      : ({ kind: 'amount', off: plainAmount(discountMinor, tenant.currency, language) } as const)
  return filledFrom(askedFields, { ...code, ...discount }, reader)
}

/** Reads the form of one code. @param former the code as it is; null: a new one */
export function readCode(
  filled: FilledCode,
  reader: FormReader,
  former: PromotionalCodeValues | null,
): Checked<PromotionalCodeValues> {
  const typed = readTyped(reader)
  const code = normalizeCode(filled.code)
  if (!isCode(code)) typed.wrong('code', codeTexts[reader.language].problems.code)
  const values = { ...readShared(typed, filled, reader, former ?? {}), code, active: former?.active ?? true }
  return { values, problems: typed.problems }
}

/** Reads the form of many codes, with how many they are. */
export function readManyCodes(filled: Filled<typeof manyFields>, reader: FormReader) {
  const words = codeTexts[reader.language].problems
  const typed = readTyped(reader)
  const prefix = normalizeCode(filled.code)
  if (!isCode(prefix) || prefix.length > longestPrefix) typed.wrong('code', words.prefix)
  const count = /^\d{1,4}$/.test(filled.count) ? Number(filled.count) : 0
  if (count < 1 || count > mostCodes) typed.wrong('count', words.count({ most: mostCodes }))
  return { values: { ...readShared(typed, filled, reader, {}), prefix, count }, problems: typed.problems }
}

function readShared(
  typed: TypedForm,
  filled: FilledCode,
  { tenant, language }: FormReader,
  former: Partial<PromotionalCodeValues>,
): Omit<PromotionalCodeValues, 'code' | 'active'> {
  const { problems, fields: words } = codeTexts[language]
  const isRate = filled.kind === 'rate'
  return {
    discountHundredths: isRate ? readRate(typed, filled.off, problems.rate) : null,
    discountMinor: isRate ? null : readOff(typed, filled.off, problems.amount[minorDigits(tenant.currency)]),
    ...readForm(timesAndUses, filled, { typed, words, former }),
  }
}

function readRate(typed: TypedForm, text: string, unreadable: string): number {
  const digits = text.replace('%', '').replace(',', '.').trim()
  const hundredths = /^\d{1,3}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : 0
  if (hundredths < 1 || hundredths > 10_000) typed.wrong('off', unreadable)
  return hundredths
}

function readOff(typed: TypedForm, text: string, unreadable: string): number {
  const minor = typed.amount('off', text, unreadable)
  if (minor === 0 || text === '') typed.wrong('off', unreadable)
  return minor ?? 0
}
