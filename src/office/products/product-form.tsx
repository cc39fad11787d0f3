import type { ComponentChildren } from 'preact'
import { longestScanNote, makesTickets, type ProductKind } from '../../features/catalog/product.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { Field, LongField, Ticks } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { withFile } from '../kit/image-form.tsx'
import { webAddressRule } from '../kit/typed.ts'
import type { FilledProduct } from './filled-product.ts'

type ProductFormProps = {
  readonly action: string
  readonly filled: FilledProduct
  /** Null: not chosen yet; what only some have comes later. */
  readonly kind: ProductKind | null
  readonly problems: readonly FormProblem[]
  readonly language: Language
  /** What only one of its two pages has: before the name, after what is said of it, and the buttons. */
  readonly first: ComponentChildren
  readonly picture?: ComponentChildren
  readonly buttons: ComponentChildren
}

/** All that is said of a product but its prices; its picture where it is not there yet. What is rarely needed is folded up. */
export function ProductForm(props: ProductFormProps) {
  const { action, filled, problems, language, first, picture, buttons } = props
  const { fields } = productTexts[language]
  const desk = deskTexts[language]
  return (
    <form method="post" action={action} class="narrow" {...(picture === undefined ? {} : withFile)}>
      <Problems problems={problems} title={desk.refused} />
      {first}
      <Field
        id="name"
        label={fields.name}
        help={fields.nameHelp}
        autocomplete="off"
        maxLength={200}
        problems={problems}
        value={filled.name}
        required
      />
      <Field
        id="short_description"
        label={fields.shortDescription}
        note={desk.optional}
        help={fields.shortHelp}
        autocomplete="off"
        maxLength={250}
        problems={problems}
        value={filled.short_description}
      />
      {picture}
      <Rare {...props} />
      <div class="actions">{buttons}</div>
    </form>
  )
}

function Rare({ filled, kind, problems, language }: ProductFormProps) {
  const { fields } = productTexts[language]
  const desk = deskTexts[language]
  const rare = [filled.long_description, filled.terms_url, filled.scan_note, filled.send_to_cashless]
  const names = ['long_description', 'terms_url', 'scan_note', 'send_to_cashless']
  const isOpen =
    rare.some((value) => value !== '') || problems.some(({ field }) => names.includes(field ?? ''))
  return (
    <details class="plain" open={isOpen}>
      <summary>{desk.more}</summary>
      <div class="stack">
        <LongField
          id="long_description"
          label={fields.longDescription}
          note={desk.optional}
          help={fields.longHelp}
          rows={6}
          maxLength={20_000}
          problems={problems}
          value={filled.long_description}
        />
        {kind !== null && makesTickets(kind) ? (
          <Field
            id="scan_note"
            label={fields.scanNote}
            note={desk.optional}
            help={fields.scanNoteHelp}
            autocomplete="off"
            maxLength={longestScanNote}
            problems={problems}
            value={filled.scan_note}
          />
        ) : null}
        <Field
          id="terms_url"
          label={fields.terms}
          note={desk.optional}
          help={fields.termsHelp}
          rule={webAddressRule(language)}
          autocomplete="off"
          autocapitalize="none"
          maxLength={2000}
          problems={problems}
          value={filled.terms_url}
        />
        {kind === 'membership' ? (
          <Ticks
            id="send_to_cashless"
            label={fields.cashless}
            help={fields.cashlessHelp}
            problems={problems}
            chosen={filled.send_to_cashless === '' ? [] : ['true']}
            options={[['true', fields.onCard]]}
          />
        ) : null}
      </div>
    </details>
  )
}
