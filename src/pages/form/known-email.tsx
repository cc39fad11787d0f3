import { EmailField } from './field.tsx'
import type { FormProblem } from './problems.tsx'

type KnownEmailProps = {
  /** Of whoever is signed in; null: they are asked for it. */
  readonly knownEmail: string | null
  /** As it was typed. */
  readonly typed: string
  readonly problems: readonly FormProblem[]
  /** `known`: before the address that is known. `email`: above the field. */
  readonly words: { readonly known: string; readonly email: string }
}

/** For whom a form is: the address of whoever is signed in, or a field for it. */
export function KnownEmail({ knownEmail, typed, problems, words }: KnownEmailProps) {
  if (knownEmail === null) return <EmailField label={words.email} problems={problems} value={typed} />
  return (
    <p>
      {words.known} <strong>{knownEmail}</strong>
    </p>
  )
}
