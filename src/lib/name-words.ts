import { foldedWords } from './text.ts'

/** What somebody is found under: each word of their name once, folded, in their order. None without a name. */
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
