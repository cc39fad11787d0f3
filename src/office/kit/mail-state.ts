import type { MailStatus, WithdrawalReason } from '../../features/mail/mail.ts'
import type { Language } from '../../lib/language.ts'
import { mailsTexts } from '../../messages/office/mails.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'

/** Says within a sentence what became of a mail; if it was not sent, also why, where that was noted. */
export function mailState(
  { status, failure }: { readonly status: MailStatus; readonly failure: string | null },
  language: Language,
): string {
  const { mailStatus, mailNotSent } = reservationTexts[language].told
  const why = status === 'withdrawn' ? mailReason(failure, language) : null
  return why === null ? mailStatus[status] : mailNotSent({ why })
}

/** Says why a mail was given up, withdrawn, or waits; null: nothing is known but its state. */
export function mailReason(failure: string | null, language: Language): string | null {
  const { reasons, withdrawals } = mailsTexts[language]
  const whys: Readonly<Record<WithdrawalReason, string>> = withdrawals
  return Object.entries({ ...reasons, ...whys }).find(([code]) => code === failure)?.[1] ?? null
}
