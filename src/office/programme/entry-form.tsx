import type { ProgrammeEntry } from '../../features/tenant/programme.ts'
import type { ProgrammeNoun } from '../../features/tenant/programme-fields.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { formFields } from '../kit/form-fields.tsx'
import { askedFields, type FilledEntry, fieldWords } from './entry-rooms.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'

type EntryFormProps = ThingFormProps & {
  readonly noun: ProgrammeNoun
  /** Locations that a stage may be at. */
  readonly locations: readonly ProgrammeEntry<'location'>[]
  readonly filled: FilledEntry
  readonly tenant: Tenant
}

/** Asks for a name, and the few things that this kind has besides. */
export function EntryForm(props: EntryFormProps) {
  const { language } = useReader()
  const { action, noun, locations, filled, problems, tenant, hidden, buttons } = props
  const fields = askedFields(noun, tenant)
  const field = formFields(fields, { words: fieldWords(noun, language), filled, problems })
  const { location: chosen } = filled
  const offered = locations.filter(({ id, archived }) => !archived || id === chosen)
  const { travels } = useTexts(entryTexts).fields
  return (
    <ThingForm {...{ action, problems, hidden, buttons }}>
      {Object.keys(fields).map((key) =>
        key === 'locationId'
          ? field(key, { options: [['', travels], ...offered.map(({ id, name }) => [id, name] as const)] })
          : field(key),
      )}
    </ThingForm>
  )
}
