import type { ComponentChildren } from 'preact'
import { deskTexts } from '../../messages/office/desk.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { useTexts } from '../../pages/reader.ts'

export type ThingFormProps = {
  readonly action: string
  readonly problems: readonly FormProblem[]
  /** Hidden fields: what was seen, or the key by which a second press is known. */
  readonly hidden?: ComponentChildren
  /** Null: they are among the fields. */
  readonly buttons: ComponentChildren
}

type GivenProps = ThingFormProps & {
  readonly encType?: 'multipart/form-data'
  /** Set if the page says what is wrong, and not the browser. */
  readonly noValidate?: boolean
  readonly children: ComponentChildren
}

/** The form of a thing: its problems, its fields, and its buttons. */
export function ThingForm({ problems, hidden, buttons, children, ...form }: GivenProps) {
  return (
    <form method="post" class="narrow" {...form}>
      {hidden}
      <Problems problems={problems} title={useTexts(deskTexts).refused} />
      {children}
      {buttons === null ? null : <div class="actions">{buttons}</div>}
    </form>
  )
}
