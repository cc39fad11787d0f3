import type { ComponentChildren } from 'preact'
import type { ProgrammeEntry, ProgrammeNoun } from '../../features/tenant/programme.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { Choice, Field, LongField } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { webAddressRule } from '../kit/typed.ts'
import { type EntryField, type FilledEntry, lengthOf } from './entry-rooms.ts'

type EntryFormProps = {
  readonly action: string
  readonly noun: ProgrammeNoun
  /** Besides the name. */
  readonly asked: readonly EntryField[]
  /** Those a stage may be at. */
  readonly locations: readonly ProgrammeEntry<'location'>[]
  readonly filled: FilledEntry
  readonly problems: readonly FormProblem[]
  readonly language: Language
  readonly hidden: ComponentChildren
  readonly buttons: ComponentChildren
}

/** A name, and the few things that its kind has besides. */
export function EntryForm(props: EntryFormProps) {
  const { action, noun, asked, filled, problems, language, hidden, buttons } = props
  const { fields, nouns } = entryTexts[language]
  return (
    <form method="post" action={action} class="narrow">
      {hidden}
      <Problems problems={problems} title={deskTexts[language].refused} />
      <Field
        id="name"
        label={fields.name}
        help={nouns[noun].nameHelp}
        autocomplete="off"
        maxLength={lengthOf('name')}
        problems={problems}
        value={filled.name}
        required
      />
      {asked.map((field) => (
        <One key={field} field={field} {...props} />
      ))}
      <div class="actions">{buttons}</div>
    </form>
  )
}

function One({ field, locations, filled, problems, language }: EntryFormProps & { field: EntryField }) {
  const { fields } = entryTexts[language]
  const note = deskTexts[language].optional
  const given = { id: field, note, problems, value: filled[field], maxLength: lengthOf(field) }
  switch (field) {
    case 'location': {
      const offered = locations.filter(({ id, archived }) => !archived || id === filled.location)
      return (
        <Choice
          id={field}
          label={fields.location}
          problems={problems}
          value={filled.location}
          options={[['', fields.travels], ...offered.map(({ id, name }) => [id, name] as const)]}
        />
      )
    }
    case 'long_description':
      return <LongField {...given} label={fields.longDescription} rows={6} />
    case 'website':
      return (
        <Field
          {...given}
          label={fields.website}
          help={fields.websiteHelp}
          rule={webAddressRule(language)}
          autocomplete="off"
          autocapitalize="none"
        />
      )
    case 'short_description':
      return <Field {...given} label={fields.shortDescription} help={fields.shortHelp} autocomplete="off" />
    case 'description':
      return <Field {...given} label={fields.description} help={fields.descriptionHelp} autocomplete="off" />
    case 'address':
      return <Field {...given} label={fields.address} autocomplete="off" />
    case 'postal_code':
      return <Field {...given} label={fields.postalCode} autocomplete="off" />
    case 'city':
      return <Field {...given} label={fields.city} autocomplete="off" />
    case 'name':
      return null
  }
}
