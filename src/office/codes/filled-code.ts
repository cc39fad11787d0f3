import type { Static, TObject } from 'typebox'
import { codeFields } from '../../features/catalog/code-fields.ts'
import { isCode, normalizeCode } from '../../features/catalog/promotional-code.ts'
import { longestPrefix, mostCodes, type PromotionalCodeValues } from '../../features/catalog/save-promotional-code.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { only } from '../../lib/field.ts'
import { plainAmount, typedNumber } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { EnumIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import type { Checked } from '../kit/edit-page.ts'
import { type Filled, filledFrom, filledIn, readForm, typedFields } from '../kit/form-fields.tsx'
import { readTyped, type TypedForm } from '../kit/typed.ts'

/** What the form asks for by itself; the code and what it takes off are asked for first. */
export const askedFields = only(codeFields, 'startsAt', 'endsAt', 'mostUses', 'productIds')

/** Mild: what is wrong in it is said by the page. `code` is what many begin with. */
export const codeBody = {
  code: Maybe(TypedText({ max: 100 })),
  kind: Maybe(EnumIn(['rate', 'amount'])),
  off: Maybe(TypedText({ max: 40 })),
  ...typedFields(askedFields),
}

/** The form as it was typed. */
export type FilledCode = Readonly<Record<'code' | 'kind' | 'off', string>> & Filled<typeof askedFields>

export function filledCodeIn(body: Static<TObject<typeof codeBody>>): FilledCode {
  const { code, kind, off } = body
  return { code: code ?? '', kind: kind ?? 'rate', off: off ?? '', ...filledIn(askedFields, body) }
}

export const emptyCode = filledCodeIn({})

type Reader = { readonly tenant: Tenant; readonly language: Language }

export function filledCodeFrom(code: PromotionalCodeValues, { tenant, language }: Reader): FilledCode {
  const { discountMinor, discountHundredths } = code
  return {
    code: code.code,
    ...(discountMinor === null
      ? { kind: 'rate', off: typedNumber(String((discountHundredths ?? 0) / 100), language) }
      : { kind: 'amount', off: plainAmount(discountMinor, tenant.currency, language) }),
    ...filledFrom(askedFields, code, tenant.timeZone),
  }
}

/** @param former as it is; null: a new one */
export function readCode(
  filled: FilledCode,
  reader: Reader,
  former: PromotionalCodeValues | null,
): Checked<PromotionalCodeValues> {
  const typed = readTyped(reader.tenant)
  const code = normalizeCode(filled.code)
  if (!isCode(code)) typed.wrong('code', codeTexts[reader.language].problems.code)
  const values = { ...readShared(typed, filled, reader, former), code, active: former?.active ?? true }
  return { values, problems: typed.problems }
}

/** The same of many, with how many they are. */
export function readManyCodes(filled: FilledCode, countText: string, reader: Reader) {
  const words = codeTexts[reader.language].problems
  const typed = readTyped(reader.tenant)
  const prefix = normalizeCode(filled.code)
  if (!isCode(prefix) || prefix.length > longestPrefix) typed.wrong('code', words.prefix)
  const count = /^\d{1,4}$/.test(countText) ? Number(countText) : 0
  if (count < 1 || count > mostCodes) typed.wrong('count', words.count({ most: mostCodes }))
  const values = { ...readShared(typed, filled, reader, null), prefix, count }
  return { values, problems: typed.problems }
}

function readShared(
  typed: TypedForm,
  filled: FilledCode,
  { tenant, language }: Reader,
  former: PromotionalCodeValues | null,
): Omit<PromotionalCodeValues, 'code' | 'active'> {
  const { problems, fields: words } = codeTexts[language]
  const isRate = filled.kind === 'rate'
  const unreadable = problems.amount[minorDigits(tenant.currency)]
  return {
    discountHundredths: isRate ? readRate(typed, filled.off, problems.rate) : null,
    discountMinor: isRate ? null : readOff(typed, filled.off, unreadable),
    ...readForm(askedFields, filled, { typed, words, language, former: former ?? {} }),
  }
}

function readRate(typed: TypedForm, text: string, unreadable: string): number {
  const digits = text.replace('%', '').replace(',', '.').trim()
  const hundredths = /^\d{1,3}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : 0
  if (hundredths < 1 || hundredths > 10_000) typed.wrong('off', unreadable)
  return hundredths
}

function readOff(typed: TypedForm, text: string, unreadable: string): number {
  const minor = typed.amount('off', text, { 0: unreadable, 2: unreadable, 3: unreadable })
  if (minor === 0 || text === '') typed.wrong('off', unreadable)
  return minor ?? 0
}
