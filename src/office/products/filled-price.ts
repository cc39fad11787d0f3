import type { Static, TObject } from 'typebox'
import { priceFields } from '../../features/catalog/price-fields.ts'
import { makesTickets, type ProductKind } from '../../features/catalog/product.ts'
import type { PriceValues } from '../../features/catalog/save-price.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { plainAmount, typedNumber } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits, rateText } from '../../lib/money.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { EnumIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { parseVat } from '../../http/wire/vat.ts'
import type { FieldRule } from '../../pages/form/field.tsx'
import type { Checked } from '../kit/edit-page.ts'
import { type Filled, filledFrom, filledIn, readForm, typedFields } from '../kit/form-fields.tsx'
import { readTyped, type TypedForm } from '../kit/typed.ts'

/** What the form asks for by itself. */
const { archived: _, ...asked } = priceFields
export const askedFields = asked

/** Mild: what is wrong in it is said by the page. */
export const priceBody = {
  ...typedFields(askedFields),
  amount: Maybe(TypedText({ max: 40 })),
  period: Maybe(EnumIn(['year', 'month', 'endless'])),
  vat: Maybe(TypedText({ max: 40 })),
}

/** The form as it was typed. */
export type FilledPrice = Filled<typeof askedFields> & Readonly<Record<'amount' | 'period' | 'vat', string>>

export function filledPriceIn(body: Static<TObject<typeof priceBody>>): FilledPrice {
  const { amount, period, vat } = body
  const said = filledIn(askedFields, body)
  return { ...said, amount: amount ?? '', period: period ?? 'endless', vat: vat ?? '' }
}

type Reader = { readonly tenant: Tenant; readonly language: Language }

/** In the order in which the form asks for them. */
export function filledPriceFrom(price: PriceValues, { tenant, language }: Reader): FilledPrice {
  const said = filledFrom(askedFields, price, tenant.timeZone)
  const { short_description, long_description, scan_note, name, open_amount, ...rest } = said
  return {
    name,
    amount: plainAmount(price.amountMinor, tenant.currency, language),
    open_amount,
    period: price.membershipPeriod ?? 'endless',
    ...rest,
    vat: vatText(price.vatRateHundredths, language),
    short_description,
    long_description,
    scan_note,
  }
}

/** "5.5" or "5,5": as it is typed. */
export function vatText(hundredths: number | null, language: Language): string {
  if (hundredths === null) return ''
  return typedNumber(rateText(hundredths).replace(/\.?0+$/, ''), language)
}

type About = Reader & {
  readonly kind: ProductKind
  /** As the form showed it: what it has no field for, and seconds of a time that was left, stay as they are. */
  readonly former: PriceValues
}

/** What the form says, or what is wrong with it, beside each field. */
export function readPrice(filled: FilledPrice, about: About): Checked<PriceValues> {
  const { tenant, kind, former, language } = about
  const { fields: words, problems } = priceTexts[language]
  const typed = readTyped(tenant)
  if (filled.amount === '') typed.wrong('amount', problems.amount[minorDigits(tenant.currency)])
  const said = readForm(askedFields, filled, { typed, words, language, former })
  const values = {
    ...said,
    amountMinor: typed.amount('amount', filled.amount, deskTexts[language].problems.amount) ?? 0,
    membershipPeriod: kind === 'membership' ? periodOf(filled.period) : former.membershipPeriod,
    vatRateHundredths: readVat(typed, 'vat', filled.vat, problems.vat),
    scanNote: makesTickets(kind) ? said.scanNote : former.scanNote,
    archived: former.archived,
  }
  return { values, problems: typed.problems }
}

function periodOf(text: string): PriceValues['membershipPeriod'] {
  return text === 'year' || text === 'month' ? text : null
}

/** A rate with or without its sign, or one of the codes of clients in the field. */
const vatPattern = '(\\d{1,3}(?:[.,]\\d{1,2})?|[A-Za-z]{2})\\s*%?'
const vatTyped = new RegExp(`^\\s*${vatPattern}\\s*$`)

/** For the field of what `readPrice` reads as the VAT. */
export function vatRule(language: Language): FieldRule {
  return { pattern: `\\s*${vatPattern}\\s*`, wrong: priceTexts[language].problems.vat }
}

/** What `vatRule` lets through; nothing typed is none. */
export function readVat(typed: TypedForm, field: string, text: string, unreadable: string): number | null {
  if (text === '') return null
  const [, typedRate = ''] = vatTyped.exec(text) ?? []
  const rate = parseVat(typedRate.replace(',', '.'))
  if (rate === undefined) typed.wrong(field, unreadable)
  return rate ?? null
}
