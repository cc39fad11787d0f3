import { bookingTexts } from '../../messages/site/booking.ts'
import { useTexts } from '../reader.ts'
import { Field } from './field.tsx'

type NamePairProps = {
  readonly filled: { readonly firstName: string; readonly lastName: string } | null
  /** A remark in brackets behind each label. */
  readonly note?: string
  /** Whether the names are of somebody else than the person at the screen: the browser then offers no names of its own. */
  readonly isOfAnother?: boolean
}

/** The fields for a person's first and last name, side by side. */
export function NamePair({ filled, note, isOfAnother = false }: NamePairProps) {
  const words = useTexts(bookingTexts)
  const fields = [
    { id: 'first_name', label: words.firstName, autocomplete: 'given-name', value: filled?.firstName },
    { id: 'last_name', label: words.lastName, autocomplete: 'family-name', value: filled?.lastName },
  ] as const
  return (
    <div class="pair">
      {fields.map(({ id, label, autocomplete, value = '' }) => (
        <Field
          key={id}
          {...{ id, label, note, value }}
          autocomplete={isOfAnother ? 'off' : autocomplete}
          maxLength={200}
        />
      ))}
    </div>
  )
}
