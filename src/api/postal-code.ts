import { Type } from 'typebox'

/** A number where it is all digits, as the interface shows it; `postal_code_text` beside it is what was entered (ADR 0069). */
export const PostalCodeOut = Type.Unsafe<number | string | null>({
  type: ['integer', 'string', 'null'],
  examples: [31520],
})

export function presentPostalCode(text: string | null): number | string | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : text
}
