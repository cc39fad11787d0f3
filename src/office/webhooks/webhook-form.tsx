import type { Static, TObject } from 'typebox'
import { type OccurrenceKind, occurrenceKinds } from '../../features/webhook/webhook.ts'
import {
  longestWebhookAddress,
  longestWebhookName,
  type WebhookSettings,
} from '../../features/webhook/webhook-settings.ts'
import type { Language } from '../../lib/language.ts'
import { webhookTexts } from '../../messages/office/webhook.ts'
import { ArrayIn, EnumIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Field, Ticks } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useTexts } from '../../pages/reader.ts'

export const webhookFields = {
  name: Maybe(TypedText({ max: longestWebhookName })),
  address: Maybe(TypedText({ max: longestWebhookAddress })),
  kinds: Maybe(ArrayIn(EnumIn(occurrenceKinds), { min: 1, max: occurrenceKinds.length })),
}

/** The form as it was typed. */
export type FilledWebhook = {
  readonly name: string
  readonly address: string
  readonly kinds: readonly OccurrenceKind[]
}

export function filledIn({ name, address, kinds }: Partial<Static<TObject<typeof webhookFields>>>): FilledWebhook {
  return { name: name ?? '', address: address ?? '', kinds: kinds ?? [] }
}

/** Says what is missing, beside each field; whether the address can be called is judged by the use case. */
export function problemsOf({ name, address, kinds }: WebhookSettings, language: Language): readonly FormProblem[] {
  const words = webhookTexts[language]
  return [
    ...(name === '' ? [{ field: 'name', detail: words.nameMissing }] : []),
    ...(address === '' ? [{ field: 'address', detail: words.addressMissing }] : []),
    ...(kinds.length === 0 ? [{ field: 'kinds', detail: words.kindsMissing }] : []),
  ]
}

type Props = { readonly filled: FilledWebhook; readonly problems: readonly FormProblem[] }

/** Asks for the name, the address, and what the program is told of. */
export function WebhookFields({ filled, problems }: Props) {
  const words = useTexts(webhookTexts)
  return (
    <>
      <Field
        id="name"
        {...{ label: words.name, help: words.nameHelp, problems, value: filled.name }}
        autocomplete="off"
        maxLength={longestWebhookName}
        required
      />
      <Field
        id="address"
        {...{ label: words.address, help: words.addressHelp, problems, value: filled.address }}
        autocomplete="off"
        autocapitalize="none"
        maxLength={longestWebhookAddress}
        required
      />
      <Ticks
        id="kinds"
        label={words.kindsLabel}
        problems={problems}
        options={occurrenceKinds.map((kind) => [kind, words.kinds[kind]])}
        chosen={filled.kinds}
      />
    </>
  )
}
