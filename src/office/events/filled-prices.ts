import type { EventPrice } from '../../features/event/add-prices.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amount, type Fields, line, vatRate, wholeNumber } from '../../lib/field.ts'
import { repeatableId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { priceTexts } from '../../messages/office/price.ts'
import type { Checked } from '../kit/edit-page.ts'
import { filledFrom, filledIn, formName, readForm, typedFields } from '../kit/form-values.ts'
import { type FormReader, readTyped } from '../kit/typed.ts'

/** The rows of prices in the form of an event: without script none can be added. */
export const priceRows = ['', '_2', '_3'].map((row) => ({
  name: line({ wire: null, form: `price_name${row}`, most: 200 }),
  amountMinor: amount({ wire: null, form: `price_amount${row}` }),
  stock: wholeNumber({ wire: null, form: `price_stock${row}`, least: 0 }),
}))
type PriceRow = (typeof priceRows)[number]

/** The VAT of all the rows. */
export const vatOfPrices = { vatRateHundredths: vatRate({ wire: null, form: 'price_vat' }) }

const fields: Fields = Object.fromEntries(
  [...priceRows, vatOfPrices].flatMap(Object.values).map((field) => [formName(field), field]),
)

export const pricesBody = {
  ...typedFields(fields),
  /** By which a second press of the button is known, where an event is changed. */
  price_key: Maybe(UuidIn),
}

/** The rows as they were typed, by the names of their fields. */
export type FilledPrices = Readonly<Record<string, string>> & { readonly price_vat: string }

export const filledPricesIn = (body: { readonly price_key?: string | null }): FilledPrices => ({
  ...filledIn(fields, body),
  ...filledIn(vatOfPrices, body),
  price_key: body.price_key ?? '',
})

/** Rows that begin with the VAT that most places have here. */
export const filledPricesFrom = (
  vatRateHundredths: number | null,
  given: Readonly<Record<string, string>>,
  reader: FormReader,
): FilledPrices => ({ ...filledPricesIn(given), ...filledFrom(vatOfPrices, { vatRateHundredths }, reader) })

/** Whether a problem is about one of the rows. */
export const isOfPrices = (field: string) => field in pricesBody

/** Names of the fields of a row. */
export function rowWords(index: number, currency: string, language: Language) {
  const { name, nameOf, amount, amountOf, amountHelp, stock, stockOf, stockHelp } = eventTexts[language].first
  if (index === 0) return { name, amountMinor: amount({ currency }), amountMinorHelp: amountHelp, stock, stockHelp }
  const number = index + 1
  return { name: nameOf({ number }), amountMinor: amountOf({ number, currency }), stock: stockOf({ number }) }
}

export function vatWords(language: Language) {
  const { vatRateHundredths, vatRateHundredthsHelp, vatRateHundredthsWrong } = priceTexts[language].fields
  return { vatRateHundredths, vatRateHundredthsHelp, vatRateHundredthsWrong }
}

type PricesReader = {
  readonly tenant: Tenant
  readonly language: Language
  /** The name that the first row begins with: alone it is no price. */
  readonly offered: string
}

/** Reads the rows that say an amount. */
export function readPrices(filled: FilledPrices, { tenant, language, offered }: PricesReader): Checked<EventPrice[]> {
  const typed = readTyped({ tenant, language })
  const said = (row: PriceRow, key: keyof PriceRow) => (filled[formName(row[key])] ?? '').trim()
  const [priced, rest] = [
    priceRows.filter((row) => said(row, 'amountMinor') !== ''),
    priceRows.filter((row) => said(row, 'amountMinor') === ''),
  ]
  const { amount: missing } = deskTexts[language].problems
  for (const row of rest)
    if (said(row, 'stock') !== '' || ![offered, ''].includes(said(row, 'name')))
      typed.wrong(formName(row.amountMinor), missing[minorDigits(tenant.currency)])
  // What has no price has no VAT.
  const vat = priced.length === 0 ? { ...filled, price_vat: '' } : filled
  const { vatRateHundredths } = readForm(vatOfPrices, vat, { typed, words: vatWords(language) })
  const { price_key: key = '' } = filled
  const values = priced.map((row): EventPrice => {
    const index = priceRows.indexOf(row)
    const words = rowWords(index, tenant.currency, language)
    const { name, amountMinor, stock } = readForm(row, filled, { typed, words })
    if (said(row, 'name') === '') typed.wrong(formName(row.name), eventTexts[language].problems.priceName)
    const id = key === '' ? {} : { id: repeatableId(tenant.id, key, index) }
    return { name: name ?? '', amountMinor: amountMinor ?? 0, stock, vatRateHundredths, ...id }
  })
  return { values, problems: typed.problems }
}
