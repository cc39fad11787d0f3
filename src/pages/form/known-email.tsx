import { EmailField } from './field.tsx'
import type { FormProblem } from './problems.tsx'

type KnownEmailProps = {
  /** The address of the person who is signed in; null: they are asked for it. */
  readonly knownEmail: string | null
  /** The address as it was typed. */
  readonly typed: string
  readonly problems: readonly FormProblem[]
  /** The words: `known` before the address that is known, `email` above the field. */
  readonly words: { readonly known: string; readonly email: string }
}

/** Shows the address that a form is for: that of the person who is signed in, or a field for it. */
export function KnownEmail({ knownEmail, typed, problems, words }: KnownEmailProps) {
  if (knownEmail === null) return <EmailField label={words.email} problems={problems} value={typed} />
  return (
    <p>
      {words.known} <strong>{knownEmail}</strong>
    </p>
  )
}
