import type { ComponentChildren } from 'preact'
import { BelowLabel, stateOf } from './field.tsx'
import { formParts } from './form-script.ts'
import type { FormProblem } from './problems.tsx'

type FileFieldProps = {
  readonly id: string
  /** The name that the form sends it by; the id when absent. */
  readonly name?: string
  readonly label: ComponentChildren
  /** The help that is always below the label. */
  readonly help: string
  readonly accept: string
  readonly problems: readonly FormProblem[]
  /** The largest size of a picture, in bytes; the form says that a larger one is too large before it is sent. */
  readonly most?: number
  readonly required?: boolean
}

/** A field for a file. A browser forgets the file with a form that is refused: nothing brings it back. */
export function FileField(props: FileFieldProps) {
  const { id, name = id, label, help, accept, problems, most, required = false } = props
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <BelowLabel {...{ id, help, problems }} />
      <input
        id={id}
        name={name}
        type="file"
        accept={accept}
        required={required}
        {...(most === undefined ? {} : { [formParts.most]: most })}
        {...stateOf({ id, help, problems })}
      />
    </div>
  )
}
