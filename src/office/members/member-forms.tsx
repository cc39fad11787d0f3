import type { MemberName } from '../../features/membership/correct-member-name.ts'
import { at, paths } from '../../lib/paths.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useTexts } from '../../pages/reader.ts'
import { FoldedForm, Go } from '../../pages/parts.tsx'

type NameFieldsProps = {
  readonly words: { readonly firstName: string; readonly lastName: string }
  readonly filled: MemberName
  readonly problems: readonly FormProblem[]
  /** The text behind each label. */
  readonly note?: string
}

/** Fields for the name of a person other than the one who types: the browser fills nothing in. */
export function NameFields({ words, filled, problems, note }: NameFieldsProps) {
  const fields = [
    { id: 'first_name', label: words.firstName, value: filled.firstName },
    { id: 'last_name', label: words.lastName, value: filled.lastName },
  ]
  return (
    <div class="pair">
      {fields.map((field) => (
        <Field key={field.id} {...field} note={note} autocomplete="off" maxLength={200} problems={problems} />
      ))}
    </div>
  )
}

type NameFormProps = {
  readonly id: string
  /** The version of the name as it was shown, from nameVersion. */
  readonly seen: string
  readonly filled: MemberName
  readonly isOpen: boolean
  readonly problems: readonly FormProblem[]
}

export function NameForm({ id, seen, filled, isOpen, problems }: NameFormProps) {
  const words = useTexts(memberTexts).name
  const action = at(paths.memberName, { uuid: id })
  return (
    <FoldedForm {...{ action, isOpen }} title={words.title} class="panel" noValidate button={words.button}>
      <p class="prose">{words.lead}</p>
      <input type="hidden" name="seen" value={seen} />
      <NameFields {...{ words, filled, problems }} />
    </FoldedForm>
  )
}

type CancelFormProps = {
  readonly id: string
  /** The booking of the membership; null: it was granted without one, and is cancelled here. */
  readonly reservationId: string | null
  /** The reason, as it was typed. */
  readonly reason?: string
  readonly problems: readonly FormProblem[]
}

export function CancelForm({ id, reservationId, reason, problems }: CancelFormProps) {
  const words = useTexts(memberTexts).cancel
  const given = { title: words.title, isOpen: reason !== undefined }
  if (reservationId === null)
    return (
      <FoldedForm
        {...given}
        action={at(paths.memberCancellation, { uuid: id })}
        class="panel"
        noValidate
        look="danger"
        button={words.button}
      >
        <p class="prose">{words.lead}</p>
        <Field
          id="reason"
          label={words.reason}
          help={words.reasonHelp}
          autocomplete="off"
          maxLength={200}
          problems={problems}
          value={reason ?? ''}
        />
      </FoldedForm>
    )
  return (
    <details open={given.isOpen}>
      <summary>{words.title}</summary>
      <div class="panel">
        <p class="prose">{words.booked}</p>
        <Go class="button quiet" to={at(paths.reservation, { uuid: reservationId })}>
          {words.toBooking}
        </Go>
      </div>
    </details>
  )
}

/** Cancels that a membership is paid again by itself; it stays until its end. @param id of the membership */
export function CancelRenewalForm({ id }: { readonly id: string }) {
  const words = useTexts(memberTexts).renewalCancellation
  const action = at(paths.memberRenewalCancellation, { uuid: id })
  return (
    <FoldedForm {...{ action }} title={words.title} class="panel" look="danger" button={words.button}>
      <p class="prose">{words.lead}</p>
    </FoldedForm>
  )
}
