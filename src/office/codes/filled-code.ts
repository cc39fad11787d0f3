import { type Static, Type } from 'typebox'
import { isCode, normalizeCode } from '../../features/catalog/promotional-code.ts'
import {
  longestPrefix,
  mostCodes,
  type PromotionalCodeValues,
} from '../../features/catalog/save-promotional-code.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { plainAmount, typedNumber } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { localMinute } from '../../lib/time.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { ArrayIn, EnumIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { readTyped, type TypedForm } from '../kit/typed.ts'

export const discountKinds = ['rate', 'amount'] as const

const short = Maybe(TypedText({ max: 40 }))

/** Mild: what is wrong in it is said by the page. `code` is what many begin with, and `count` how many they are. */
export const CodeBody = Type.Object({
  code: Maybe(TypedText({ max: 100 })),
  count: short,
  kind: Maybe(EnumIn(discountKinds)),
  off: short,
  products: Type.Optional(ArrayIn(UuidIn, { max: 100 })),
  starts: short,
  ends: short,
  uses: short,
})

/** The form as it was typed. */
export type FilledCode = Readonly<Record<'code' | 'kind' | 'off' | 'starts' | 'ends' | 'uses', string>> & {
  readonly products: readonly string[]
}

export const emptyCode: FilledCode = {
  ...{ code: '', kind: 'rate', off: '', starts: '', ends: '', uses: '', products: [] },
}

export function filledIn(body: Static<typeof CodeBody>): FilledCode {
  return {
    ...{ code: body.code ?? '', kind: body.kind ?? 'rate', off: body.off ?? '', uses: body.uses ?? '' },
    ...{ starts: body.starts ?? '', ends: body.ends ?? '' },
    products: (body.products ?? []).map((id) => id.toLowerCase()),
  }
}

type Reader = { readonly tenant: Tenant; readonly language: Language }

export function filledFrom(code: PromotionalCodeValues, { tenant, language }: Reader): FilledCode {
  const { discountMinor, discountHundredths, startsAt, endsAt, mostUses, productIds } = code
  return {
    code: code.code,
    ...(discountMinor === null
      ? { kind: 'rate', off: rateTyped(discountHundredths ?? 0, language) }
      : { kind: 'amount', off: plainAmount(discountMinor, tenant.currency, language) }),
    starts: minuteText(startsAt, tenant),
    ends: minuteText(endsAt, tenant),
    uses: mostUses === null ? '' : String(mostUses),
    products: productIds,
  }
}

const minuteText = (at: Date | null, { timeZone }: Tenant) => (at === null ? '' : localMinute(at, timeZone))

/** "12.5" or "12,5": as it is typed. */
function rateTyped(hundredths: number, language: Language): string {
  return typedNumber(String(hundredths / 100), language)
}

/** As the form showed it: seconds of a time that was left stay as they are. */
type Former = Pick<PromotionalCodeValues, 'startsAt' | 'endsAt' | 'active'>

export const noFormer: Former = { startsAt: null, endsAt: null, active: true }

/** What the form says, or what is wrong with it, beside each field. */
export function readCode(
  filled: FilledCode,
  { tenant, language, former }: Reader & { readonly former: Former },
): { readonly values: PromotionalCodeValues; readonly problems: readonly FormProblem[] } {
  const words = codeTexts[language].problems
  const typed = readTyped(tenant)
  const code = normalizeCode(filled.code)
  if (!isCode(code)) typed.wrong('code', words.code)
  return {
    values: { ...readShared(typed, filled, { tenant, language, former }), code },
    problems: typed.problems,
  }
}

/** The same of many, with how many they are. */
export function readManyCodes(filled: FilledCode, countText: string, reader: Reader) {
  const words = codeTexts[reader.language].problems
  const typed = readTyped(reader.tenant)
  const prefix = normalizeCode(filled.code)
  if (!isCode(prefix) || prefix.length > longestPrefix) typed.wrong('code', words.prefix)
  const count = /^\d{1,4}$/.test(countText) ? Number(countText) : 0
  if (count < 1 || count > mostCodes) typed.wrong('count', words.count({ most: mostCodes }))
  const { active: _, ...values } = readShared(typed, filled, { ...reader, former: noFormer })
  return { values: { ...values, prefix, count }, problems: typed.problems }
}

function readShared(
  typed: TypedForm,
  filled: FilledCode,
  { tenant, language, former }: Reader & { readonly former: Former },
): Omit<PromotionalCodeValues, 'code'> {
  const words = codeTexts[language].problems
  const usual = deskTexts[language].problems
  const time = (field: 'starts' | 'ends', was: Date | null) =>
    filled[field] === minuteText(was, tenant) ? was : typed.time(field, filled[field], usual.time)
  const isRate = filled.kind === 'rate'
  return {
    discountHundredths: isRate ? readRate(typed, filled.off, words.rate) : null,
    discountMinor: isRate
      ? null
      : readOff(typed, filled.off, tenant, words.amount[minorDigits(tenant.currency)]),
    startsAt: time('starts', former.startsAt),
    endsAt: time('ends', former.endsAt),
    mostUses: typed.wholeNumber('uses', filled.uses, words.atLeastOne, 1),
    productIds: filled.products,
    active: former.active,
  }
}

function readRate(typed: TypedForm, text: string, unreadable: string): number {
  const digits = text.replace('%', '').replace(',', '.').trim()
  const hundredths = /^\d{1,3}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : 0
  if (hundredths < 1 || hundredths > 10_000) typed.wrong('off', unreadable)
  return hundredths
}

function readOff(typed: TypedForm, text: string, { currency }: Tenant, unreadable: string): number {
  const digits = minorDigits(currency)
  const words = { 0: unreadable, 2: unreadable, 3: unreadable }
  const minor = typed.amount('off', text, words)
  if (minor === 0 || text === '') typed.wrong('off', words[digits])
  return minor ?? 0
}
