import type { AppError } from '../../errors.ts'
import type { Asked } from '../../http/route.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { sandboxTexts } from '../../messages/office/sandbox.ts'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

type DeletionFormProps = {
  readonly action: string
  readonly organisation: string
  readonly problems: readonly FormProblem[]
}

/** The form that deletes a sandbox, for whoever types its name. */
export function DeletionForm({ action, organisation, problems }: DeletionFormProps) {
  const words = useTexts(sandboxTexts)
  const { refused } = useTexts(deskTexts)
  return (
    <form method="post" action={action} class="narrow">
      <p>{words.what}</p>
      <Problems problems={problems} title={refused} />
      <Field
        id="name"
        label={words.name({ organisation })}
        help={words.nameHelp}
        autocomplete="off"
        problems={problems}
        maxLength={500}
        required
      />
      <Submit look="danger">{words.button}</Submit>
    </form>
  )
}

/** Says beside the field that another name was typed. */
export function explainName({ code }: AppError, { request: { language } }: Asked): readonly FormProblem[] | null {
  return code === 'validation_failed' ? [{ field: 'name', detail: fieldTexts[language].problems.another_name }] : null
}
