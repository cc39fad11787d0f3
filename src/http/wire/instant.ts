import { parseDateTime } from '../../lib/time.ts'

/** Reads a moment; validation let only dates pass. */
export function instant(text: string, timeZone: string): Date {
  const date = parseDateTime(text, timeZone)
  if (!date) throw new Error('a date passed validation and cannot be read')
  return date
}
