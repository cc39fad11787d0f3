import { deskTexts } from '../../messages/office/desk.ts'
import { copyParts } from '../../pages/copy-script.ts'
import { useTexts } from '../../pages/reader.ts'

type CopiedProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly help?: string
  /** The lines of a longer text; absent: it has one. */
  readonly rows?: number
}

/** A text to copy elsewhere, in a field that can be marked. The page wants `copyScript`. */
export function Copied({ id, label, value, help, rows }: CopiedProps) {
  const { copy, copied } = useTexts(deskTexts)
  const described = help === undefined ? {} : { 'aria-describedby': `${id}-help` }
  return (
    <div class="field narrow">
      <label for={id}>{label}</label>
      {help === undefined ? null : (
        <p class="muted small" id={`${id}-help`}>
          {help}
        </p>
      )}
      {rows === undefined ? (
        <input id={id} value={value} readOnly {...described} />
      ) : (
        <textarea id={id} rows={rows} readOnly {...described}>
          {value}
        </textarea>
      )}
      <button
        class="button quiet"
        type="button"
        hidden
        {...{ [copyParts.from]: id, [copyParts.done]: copied }}
        aria-label={`${copy}: ${label}`}
      >
        {copy}
      </button>
    </div>
  )
}
