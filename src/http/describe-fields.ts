import type { FieldErrors, FieldProblem } from '../errors.ts'
import { permissions } from '../features/account/permission.ts'
import type { Language } from '../lib/language.ts'
import { fieldTexts } from '../messages/interface/field.ts'

/**
 * What is wrong beside each field, in the reader's language.
 *
 * @param sentAs by which names the reader calls what we call otherwise
 */
export function describeFields(
  fields: FieldErrors,
  language: Language,
  sentAs: ReadonlyMap<string, string> = new Map(),
): Readonly<Record<string, readonly string[]>> {
  const described = Object.entries(fields).map(([field, messages]) => [
    nameAsSent(field, sentAs),
    messages.map((message) => (typeof message === 'string' ? describe(message, language) : message.said)),
  ])
  return Object.fromEntries(described)
}

function nameAsSent(field: string, sentAs: ReadonlyMap<string, string>): string {
  const called = [...sentAs].find(([name]) => field === name || field.startsWith(`${name}.`))
  return called === undefined ? field : called[1] + field.slice(called[0].length)
}

function describe(problem: FieldProblem, language: Language): string {
  const text = fieldTexts[language].problems[problem]
  return typeof text === 'string' ? text : text({ permissions: permissions.join(', ') })
}
