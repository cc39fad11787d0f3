import { foldedWords } from '../../lib/text.ts'

/** What a ticket is found under: each word of its holder's name once, folded, in their order. None without a name. */
export function nameWords({
  firstName,
  lastName,
}: {
  readonly firstName: string
  readonly lastName: string
}): readonly string[] {
  // Most tickets of a rush have none.
  if (firstName === '' && lastName === '') return []
  return [...new Set(foldedWords(`${firstName} ${lastName}`))]
}
