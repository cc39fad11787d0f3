import { InvalidArgumentError } from 'commander'
import { endOfDay, parseDateTime } from '../lib/time.ts'

/** The form of an end date, for the help of the options that take one. */
export const endDateForm = '2026-12-31T20:00, in its time zone unless an offset is given, or 2026-12-31: that whole day'

/** Checks the form alone: without an offset only the organisation's time zone says which moment it is. */
export function endDate(value: string): string {
  const text = value.trim()
  if (readEndDate(text, 'UTC') === null)
    throw new InvalidArgumentError('It is not a date such as 2026-12-31T20:00 or 2026-12-31.')
  return text
}

export function endDateOrNone(value: string): string {
  return value === 'none' ? value : endDate(value)
}

/** The moment that `endDate` let through; null for `none`. */
export function momentOf(text: string, timeZone: string): Date | null {
  return text === 'none' ? null : readEndDate(text, timeZone)
}

function readEndDate(text: string, timeZone: string): Date | null {
  return endOfDay(text, timeZone) ?? parseDateTime(text, timeZone)
}
