import { dayText, momentText } from '../../lib/format.ts'

type Reading = Omit<Parameters<typeof dayText>[0], 'at'>

/** A membership as long as that is said with the hour at which it ends. */
const longestByHourMs = 2 * 86_400_000

/**
 * The end of a membership in words: the last day on which it holds, which at midnight is the day before; with the hour where it lasts a
 * day or less.
 *
 * @param term `validFrom` null: it is not known, and the day alone is said
 */
export function untilText(
  { validFrom, validUntil }: { readonly validFrom: Date | null; readonly validUntil: Date },
  reading: Reading,
): string {
  const isShort = validFrom !== null && validUntil.getTime() - validFrom.getTime() < longestByHourMs
  return isShort
    ? momentText({ ...reading, at: validUntil })
    : dayText({ ...reading, at: new Date(validUntil.getTime() - 1) })
}
