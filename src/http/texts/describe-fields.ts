import type { FieldErrors } from '../../errors.ts'
import type { Texts } from './en.ts'

/** What is wrong beside each field, in the reader's language. */
export function describeFields(
  fields: FieldErrors,
  { problems }: Pick<Texts, 'problems'>,
): Readonly<Record<string, readonly string[]>> {
  const described = Object.entries(fields).map(([field, messages]) => [
    field,
    messages.map((message) => (typeof message === 'string' ? problems[message] : message.said)),
  ])
  return Object.fromEntries(described)
}
