import { type Static, Type } from 'typebox'
import { longestScanNote, makesTickets, type ProductKind } from '../../features/catalog/product.ts'
import type { ProductValues } from '../../features/catalog/save-product.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { BooleanIn, Maybe, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { readTyped } from '../kit/typed.ts'

/** Mild: what is wrong in it is said by the page. */
export const ProductBody = Type.Object({
  name: Maybe(TypedText({ max: 200 })),
  short_description: Maybe(TypedText({ max: 1000 })),
  long_description: Maybe(TypedLongText({ max: 60_000 })),
  terms_url: Maybe(TypedText({ max: 4000 })),
  scan_note: Maybe(TypedText({ max: 1000 })),
  send_to_cashless: Maybe(BooleanIn),
})

/** The form as it was typed; a tick is `yes` or nothing. */
export type FilledProduct = Readonly<Record<keyof Static<typeof ProductBody>, string>>

export const emptyProduct: FilledProduct = {
  ...{ name: '', short_description: '', long_description: '', terms_url: '' },
  ...{ scan_note: '', send_to_cashless: '' },
}

export const tick = (value: boolean | null | undefined) => (value === true ? 'yes' : '')

export function filledIn(body: Static<typeof ProductBody>): FilledProduct {
  return {
    name: body.name ?? '',
    short_description: body.short_description ?? '',
    long_description: body.long_description ?? '',
    terms_url: body.terms_url ?? '',
    scan_note: body.scan_note ?? '',
    send_to_cashless: tick(body.send_to_cashless),
  }
}

export function filledFrom(product: ProductValues): FilledProduct {
  return {
    name: product.name,
    short_description: product.shortDescription ?? '',
    long_description: product.longDescription ?? '',
    terms_url: product.termsUrl ?? '',
    scan_note: product.scanNote ?? '',
    send_to_cashless: tick(product.sendToCashless),
  }
}

export type ReadProduct = {
  /** What its kind has no field for is left as it is. */
  readonly values: Pick<ProductValues, 'name' | 'shortDescription' | 'longDescription' | 'termsUrl'> &
    Partial<Pick<ProductValues, 'scanNote' | 'sendToCashless'>>
  readonly problems: readonly FormProblem[]
}

/** What the form says, or what is wrong with it, beside each field. */
export function readProduct(
  filled: FilledProduct,
  { tenant, kind, language }: { tenant: Tenant; kind: ProductKind; language: Language },
): ReadProduct {
  const { problems: usual } = deskTexts[language]
  const typed = readTyped(tenant)
  const text = (field: keyof FilledProduct, most: number) =>
    typed.text(field, filled[field], most, usual.tooLong)
  return {
    values: {
      name: typed.name('name', filled.name, productTexts[language].problems.name),
      shortDescription: text('short_description', 250),
      longDescription: text('long_description', 20_000),
      termsUrl: typed.webAddress('terms_url', filled.terms_url, usual.address),
      ...(makesTickets(kind) ? { scanNote: text('scan_note', longestScanNote) } : {}),
      ...(kind === 'membership' ? { sendToCashless: filled.send_to_cashless !== '' } : {}),
    },
    problems: typed.problems,
  }
}
