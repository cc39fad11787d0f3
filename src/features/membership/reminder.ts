export type Term = { readonly validFrom: Date; readonly validUntil: Date }

const dayMs = 86_400_000
/** Days before the end, the earlier first. */
const reminderDays = [30, 3] as const
/** The shortest membership with an early reminder: for a shorter one it would come with the welcome. */
const shortestForEarlyMs = 60 * dayMs
/** The shortest membership with a reminder at all: whoever comes for a day or a week knows when it ends. */
const shortestForLateMs = 14 * dayMs

/** When the first reminder of any membership is due: what ends later need not be looked at. */
export const earliestReminderMs = reminderDays[0] * dayMs

/**
 * How many reminders a membership is to have had by `now`: one from 30 days before its end, two from 3 days before. A missed
 * one is not made up for with two mails.
 */
export function remindersDue({ validFrom, validUntil }: Term, now: Date): number {
  const left = validUntil.getTime() - now.getTime()
  const lasts = validUntil.getTime() - validFrom.getTime()
  if (left <= 0 || lasts < shortestForLateMs) return 0
  if (left <= reminderDays[1] * dayMs) return 2
  return lasts >= shortestForEarlyMs && left <= earliestReminderMs ? 1 : 0
}

/** Whether a membership that has not ended can be renewed: from its first reminder on; without any, from 3 days before its end, or its half. */
export function isRenewable(term: Term, now: Date): boolean {
  const lasts = term.validUntil.getTime() - term.validFrom.getTime()
  if (lasts >= shortestForLateMs) return remindersDue(term, now) > 0
  return term.validUntil.getTime() - now.getTime() <= Math.min(reminderDays[1] * dayMs, lasts / 2)
}

/** How long before its end the member is told that a long membership is paid again by itself: a month before the money is taken at least. */
export const noticeMs = 40 * dayMs

/** Whether the member is to be told by now that a membership is paid again by itself. A short one is paid so often that it is known. */
export function isNoticeDue({ validFrom, validUntil }: Term, now: Date): boolean {
  const isLong = validUntil.getTime() - validFrom.getTime() >= shortestForEarlyMs
  return isLong && validUntil.getTime() - now.getTime() <= noticeMs
}
