import type { FieldErrors, FieldProblem } from '../errors.ts'
import { permissions } from '../features/account/permission.ts'
import type { Language } from '../lib/language.ts'
import { fieldTexts } from '../messages/interface/field.ts'

/** What is wrong beside each field, in the reader's language. */
export function describeFields(fields: FieldErrors, language: Language): Readonly<Record<string, readonly string[]>> {
  const described = Object.entries(fields).map(([field, messages]) => [
    field,
    messages.map((message) => (typeof message === 'string' ? describe(message, language) : message.said)),
  ])
  return Object.fromEntries(described)
}

function describe(problem: FieldProblem, language: Language): string {
  const text = fieldTexts[language].problems[problem]
  return typeof text === 'string' ? text : text({ permissions: permissions.join(', ') })
}
