import { type DeskMethod, deskMethods } from '../../../features/payment/payment.ts'
import { Field } from '../form/field.tsx'
import type { FormProblem } from '../form/problems.tsx'

/** A button for each way to pay at the desk: pressing it is all there is to do. */
export function DeskMethods({ words }: { readonly words: Readonly<Record<DeskMethod, string>> }) {
  const [first] = deskMethods
  return (
    <>
      {deskMethods.map((method) => (
        <button
          key={method}
          class={method === first ? 'button' : 'button quiet'}
          type="submit"
          name="method"
          value={method}
        >
          {words[method]}
        </button>
      ))}
    </>
  )
}

/** The first that sends is what Enter presses in any field: it takes no money, and says what there is to pay. */
export function Reckon({ label }: { readonly label: string }) {
  return (
    <button class="button quiet" type="submit">
      {label}
    </button>
  )
}

/** The same where there is nothing to say beforehand: it is there for Enter alone. */
export function EnterTakesNothing() {
  return <button class="unseen" type="submit" tabIndex={-1} aria-hidden="true" />
}

type DeskCodeFieldProps = {
  readonly typed: string
  readonly problems: readonly FormProblem[]
  readonly words: { readonly code: string; readonly codeHelp: string }
}

/** A promotional code that somebody shows at the desk, folded up: few do. */
export function DeskCodeField({ typed, problems, words }: DeskCodeFieldProps) {
  return (
    <details open={typed !== ''}>
      <summary>{words.code}</summary>
      <Field
        id="promotional_code"
        label={words.code}
        help={words.codeHelp}
        autocomplete="off"
        autocapitalize="characters"
        maxLength={100}
        problems={problems}
        value={typed}
      />
    </details>
  )
}
