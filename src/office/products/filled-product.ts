import { makesTickets, type ProductKind } from '../../features/catalog/product.ts'
import { productFields } from '../../features/catalog/product-fields.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { only, type ValuesOf } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { productTexts } from '../../messages/office/product.ts'
import type { Checked } from '../kit/edit-page.ts'
import { checkForm, type Filled } from '../kit/form-values.ts'

/** Fields of the form; the last two are for some kinds alone. */
export const askedFields = only(
  productFields,
  ...(['name', 'shortDescription', 'longDescription', 'termsUrl', 'scanNote', 'sendToCashless'] as const),
)

/** The form as it was typed. */
export type FilledProduct = Filled<typeof askedFields>

type About = { readonly tenant: Tenant; readonly language: Language; readonly kind: ProductKind }

/** Reads what the form says, or what is wrong with it, beside each field. What its kind has no field for is left as it is. */
export function readProduct(
  filled: FilledProduct,
  reader: About,
): Checked<Omit<ValuesOf<typeof askedFields>, 'scanNote' | 'sendToCashless'> & Partial<ValuesOf<typeof askedFields>>> {
  const { kind, language } = reader
  const { values: said, problems } = checkForm(askedFields, filled, productTexts[language].fields, reader)
  const { scanNote, sendToCashless, ...values } = said
  return {
    values: {
      ...values,
      ...(makesTickets(kind) ? { scanNote } : {}),
      ...(kind === 'membership' ? { sendToCashless } : {}),
    },
    problems,
  }
}
