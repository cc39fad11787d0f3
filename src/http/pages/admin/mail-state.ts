import type { MailStatus } from '../../../features/mail/mail.ts'
import type { Language } from '../../../lib/language.ts'
import { mailReason } from '../../texts/admin/mails-texts.ts'
import { reservationTexts } from '../../texts/admin/reservation-texts.ts'

/** What became of a mail, within a sentence; of one that was not sent also why, where that was noted. */
export function mailState(
  { status, failure }: { readonly status: MailStatus; readonly failure: string | null },
  language: Language,
): string {
  const { mailStatus, mailNotSent } = reservationTexts[language].told
  const why = status === 'withdrawn' ? mailReason(failure, language) : null
  return why === null ? mailStatus[status] : mailNotSent(why)
}
