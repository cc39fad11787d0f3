export type Term = { readonly validFrom: Date; readonly validUntil: Date }

const dayMs = 86_400_000
/** Days before the end, the earlier first. */
const reminderDays = [30, 3] as const
/** The shortest membership with an early reminder: for a shorter one it would come with the welcome. */
const shortestForEarlyMs = 60 * dayMs

/** When the first reminder of any membership is due: what ends later need not be looked at. */
export const earliestReminderMs = reminderDays[0] * dayMs

/**
 * How many reminders a membership is to have had by `now`: one from 30 days before its end, two from 3 days before. A missed
 * one is not made up for with two mails.
 */
export function remindersDue({ validFrom, validUntil }: Term, now: Date): number {
  const left = validUntil.getTime() - now.getTime()
  if (left <= 0) return 0
  if (left <= reminderDays[1] * dayMs) return 2
  const isLong = validUntil.getTime() - validFrom.getTime() >= shortestForEarlyMs
  return isLong && left <= earliestReminderMs ? 1 : 0
}
