import type { ComponentChildren } from 'preact'
import { makesTickets, type ProductKind } from '../../features/catalog/product.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { formFields } from '../kit/form-fields.tsx'
import { withFile } from '../kit/image-form.tsx'
import { askedFields, type FilledProduct } from './filled-product.ts'
import { useTexts } from '../../pages/reader.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'

type ProductFormProps = ThingFormProps & {
  readonly filled: FilledProduct
  /** The kind of product; null: not chosen yet, and fields of some kinds come later. */
  readonly kind: ProductKind | null
  /** Fields that only one of the two pages has: before the name, and after the description. */
  readonly first: ComponentChildren
  readonly picture?: ComponentChildren
}

/** Asks for everything about a product but its prices; for its picture where it is new. What is rarely needed is folded up. */
export function ProductForm(props: ProductFormProps) {
  const { action, filled, kind, problems, first, picture, buttons } = props
  const desk = useTexts(deskTexts)
  const field = formFields(askedFields, { words: useTexts(productTexts).fields, filled, problems })
  const rare = ['long_description', 'terms_url', 'scan_note', 'send_to_cashless'] as const
  const isOpen = rare.some((name) => filled[name] !== '' || problems.some(({ field: of }) => of === name))
  return (
    <ThingForm {...{ action, problems, buttons }} {...(picture === undefined ? {} : withFile)}>
      {first}
      {field('name')}
      {field('shortDescription')}
      {picture}
      <details class="plain" open={isOpen}>
        <summary>{desk.more}</summary>
        <div class="stack">
          {field('longDescription')}
          {kind !== null && makesTickets(kind) ? field('scanNote') : null}
          {field('termsUrl')}
          {kind === 'membership' ? field('sendToCashless') : null}
        </div>
      </details>
    </ThingForm>
  )
}
