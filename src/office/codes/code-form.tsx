import { longestPrefix } from '../../features/catalog/save-promotional-code.ts'
import { formFields } from '../kit/form-fields.tsx'
import { type FilledCode, fieldWords, manyFields } from './filled-code.ts'
import { useReader } from '../../pages/reader.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'

export type CodeProduct = { readonly id: string; readonly name: string }

type CodeFormProps = ThingFormProps & {
  readonly filled: FilledCode & { readonly count?: string }
  /** The most codes that the form makes at once; absent: it makes one. */
  readonly most?: number
  /** Products that a code may be for. */
  readonly products: readonly CodeProduct[]
}

/** Asks for the code, what it takes off, and for whom, when and how often. */
export function CodeForm(props: CodeFormProps) {
  const { action, filled, most, products, problems, hidden, buttons } = props
  const { currency, language } = useReader()
  const words = fieldWords(currency, language)
  const field = formFields(manyFields, { words, filled: { count: '', ...filled }, problems })
  const code = { autocapitalize: 'characters' } as const
  return (
    <ThingForm {...{ action, problems, hidden, buttons }} noValidate>
      {most === undefined ? (
        field('code', code)
      ) : (
        <>
          {field('code', { ...code, label: words.prefix, help: words.prefixHelp, maxLength: longestPrefix })}
          {field('count', { help: words.countHelp({ most }), inputMode: 'numeric' })}
        </>
      )}
      <div class="pair">
        {field('kind')}
        {field('off', { inputMode: 'decimal' })}
      </div>
      <p class="muted small">{words.offNote}</p>
      {field('mostUses', most === undefined ? {} : { label: words.mostUsesOfEach })}
      <div class="pair">
        {field('startsAt')}
        {field('endsAt')}
      </div>
      {products.length === 0
        ? null
        : field('productIds', { options: products.map(({ id, name }) => [id, name] as const) })}
    </ThingForm>
  )
}
