import { type Static, Type } from 'typebox'
import { longestScanNote, makesTickets, type ProductKind } from '../../features/catalog/product.ts'
import type { PriceValues } from '../../features/catalog/save-price.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { plainAmount, typedNumber } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits, rateText } from '../../lib/money.ts'
import { localMinute } from '../../lib/time.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { BooleanIn, EnumIn, Maybe, TypedLongText, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { parseVat } from '../../http/wire/vat.ts'
import type { FieldRule } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { readTyped, type TypedForm } from '../kit/typed.ts'

const short = Maybe(TypedText({ max: 40 }))

/** Mild: what is wrong in it is said by the page. */
export const PriceBody = Type.Object({
  name: Maybe(TypedText({ max: 200 })),
  amount: short,
  open_amount: Maybe(BooleanIn),
  period: Maybe(EnumIn(['year', 'month', 'endless'])),
  stock: short,
  max_per_user: short,
  sale_starts: short,
  sale_ends: short,
  membership: Maybe(UuidIn),
  vat: short,
  short_description: Maybe(TypedText({ max: 1000 })),
  long_description: Maybe(TypedLongText({ max: 60_000 })),
  scan_note: Maybe(TypedText({ max: 1000 })),
})

/** The form as it was typed; a tick is `yes` or nothing. */
export type FilledPrice = Readonly<Record<keyof Static<typeof PriceBody>, string>>

export function filledIn(body: Static<typeof PriceBody>): FilledPrice {
  return {
    ...{ name: body.name ?? '', amount: body.amount ?? '', open_amount: tick(body.open_amount) },
    ...{ period: body.period ?? 'endless', stock: body.stock ?? '', max_per_user: body.max_per_user ?? '' },
    ...{ sale_starts: body.sale_starts ?? '', sale_ends: body.sale_ends ?? '' },
    ...{ membership: body.membership?.toLowerCase() ?? '', vat: body.vat ?? '' },
    short_description: body.short_description ?? '',
    long_description: body.long_description ?? '',
    scan_note: body.scan_note ?? '',
  }
}

const tick = (value: boolean | null | undefined) => (value === true ? 'yes' : '')

type Reader = { readonly tenant: Tenant; readonly language: Language }

export function filledFrom(price: PriceValues, { tenant, language }: Reader): FilledPrice {
  const { amountMinor, vatRateHundredths, stock } = price
  return {
    name: price.name,
    amount: plainAmount(amountMinor, tenant.currency, language),
    open_amount: tick(price.openAmount),
    period: price.membershipPeriod ?? 'endless',
    stock: stock === null ? '' : String(stock),
    max_per_user: String(price.maxPerUser),
    sale_starts: minuteText(price.saleStartsAt, tenant),
    sale_ends: minuteText(price.saleEndsAt, tenant),
    membership: price.requiredMembershipId ?? '',
    vat: vatText(vatRateHundredths, language),
    short_description: price.shortDescription ?? '',
    long_description: price.longDescription ?? '',
    scan_note: price.scanNote ?? '',
  }
}

const minuteText = (at: Date | null, { timeZone }: Tenant) => (at === null ? '' : localMinute(at, timeZone))

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
export function readPrice(
  filled: FilledPrice,
  about: About,
): { readonly values: PriceValues; readonly problems: readonly FormProblem[] } {
  const { tenant, kind, former, language } = about
  const { problems: words } = priceTexts[language]
  const { problems: usual } = deskTexts[language]
  const typed = readTyped(tenant)
  const text = (field: keyof FilledPrice, most: number) =>
    typed.text(field, filled[field], most, usual.tooLong)
  const time = (field: 'sale_starts' | 'sale_ends', was: Date | null) =>
    filled[field] === minuteText(was, tenant) ? was : typed.time(field, filled[field], usual.time)
  if (filled.amount === '') typed.wrong('amount', words.amount[minorDigits(tenant.currency)])
  if (filled.max_per_user === '') typed.wrong('max_per_user', words.atLeastOne)
  const values = {
    name: typed.name('name', filled.name, words.name),
    amountMinor: typed.amount('amount', filled.amount, usual.amount) ?? 0,
    openAmount: filled.open_amount !== '',
    stock: typed.wholeNumber('stock', filled.stock, usual.wholeNumber),
    maxPerUser: typed.wholeNumber('max_per_user', filled.max_per_user, words.atLeastOne, 1) ?? 1,
    saleStartsAt: time('sale_starts', former.saleStartsAt),
    saleEndsAt: time('sale_ends', former.saleEndsAt),
    membershipPeriod: kind === 'membership' ? periodOf(filled.period) : former.membershipPeriod,
    requiredMembershipId: filled.membership === '' ? null : filled.membership,
    vatRateHundredths: readVat(typed, 'vat', filled.vat, words.vat),
    shortDescription: text('short_description', 250),
    longDescription: text('long_description', 20_000),
    scanNote: makesTickets(kind) ? text('scan_note', longestScanNote) : former.scanNote,
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
