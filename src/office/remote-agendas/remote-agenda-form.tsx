import { remoteAgendaFields, type RemoteAgendaValues } from '../../features/remote-agenda/remote-agenda-fields.ts'
import type { AppError } from '../../errors.ts'
import type { Asked } from '../../http/route.ts'
import { remoteAgendaTexts } from '../../messages/office/remote-agenda.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useTexts } from '../../pages/reader.ts'
import type { Checked } from '../kit/edit-page.ts'
import { explainFields } from '../kit/explain.ts'
import { formFields } from '../kit/form-fields.tsx'
import { checkForm, type Filled, filledIn, formNames } from '../kit/form-values.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'
import type { FormReader } from '../kit/typed.ts'

export type FilledAgenda = Filled<typeof remoteAgendaFields>

/** Reads the form as it was typed: programs that subscribe are led by `webcal:`, which is https. */
export function typedAgenda(body: Parameters<typeof filledIn>[1]): FilledAgenda {
  const filled = filledIn(remoteAgendaFields, body)
  return { ...filled, address: filled.address.trim().replace(/^webcals?:/i, 'https:') }
}

export function checkAgenda(filled: FilledAgenda, reader: FormReader): Checked<RemoteAgendaValues> {
  return checkForm(remoteAgendaFields, filled, remoteAgendaTexts[reader.language].fields, reader)
}

/** Says beside the field what is wrong with the address. Null: nothing that the form could put right. */
export function explainAgenda(error: AppError, { request: { language } }: Asked): readonly FormProblem[] | null {
  return explainFields(error, language, formNames(remoteAgendaFields))
}

type AgendaFormProps = ThingFormProps & { readonly filled: FilledAgenda }

/** Asks where the calendar is, whose it is, and whether it is trusted. */
export function AgendaForm({ filled, ...props }: AgendaFormProps) {
  const { fields: words } = useTexts(remoteAgendaTexts)
  const field = formFields(remoteAgendaFields, { words, filled, problems: props.problems })
  return (
    <ThingForm {...props} noValidate>
      {field('name')}
      {field('address')}
      {field('website')}
      {field('city')}
      {field('trusted')}
      <p class="muted small">{words.trustedHelp}</p>
    </ThingForm>
  )
}
