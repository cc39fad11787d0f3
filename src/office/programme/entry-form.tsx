import type { ComponentChildren } from 'preact'
import type { ProgrammeEntry } from '../../features/tenant/programme.ts'
import type { ProgrammeNoun } from '../../features/tenant/programme-fields.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { formFields } from '../kit/form-fields.tsx'
import { askedFields, type FilledEntry, fieldWords } from './entry-rooms.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

type EntryFormProps = {
  readonly action: string
  readonly noun: ProgrammeNoun
  /** Those a stage may be at. */
  readonly locations: readonly ProgrammeEntry<'location'>[]
  readonly filled: FilledEntry
  readonly problems: readonly FormProblem[]
  readonly tenant: Tenant
  readonly hidden: ComponentChildren
  readonly buttons: ComponentChildren
}

/** A name, and the few things that its kind has besides. */
export function EntryForm(props: EntryFormProps) {
  const { language } = useReader()
  const { action, noun, locations, filled, problems, tenant, hidden, buttons } = props
  const fields = askedFields(noun, tenant)
  const field = formFields(fields, { words: fieldWords(noun, language), filled, problems })
  const { location: chosen } = filled
  const offered = locations.filter(({ id, archived }) => !archived || id === chosen)
  const { travels } = useTexts(entryTexts).fields
  return (
    <form method="post" action={action} class="narrow">
      {hidden}
      <Problems problems={problems} title={useTexts(deskTexts).refused} />
      {Object.keys(fields).map((key) =>
        key === 'locationId'
          ? field(key, { options: [['', travels], ...offered.map(({ id, name }) => [id, name] as const)] })
          : field(key),
      )}
      <div class="actions">{buttons}</div>
    </form>
  )
}
