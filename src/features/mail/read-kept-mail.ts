import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { letterText } from './letter-text.ts'
import { findMailToSend, type MailToSend } from './mail-to-send.queries.ts'
import { signsIn } from './mail.ts'
import { senderOf } from './sender.ts'

export type KeptMail = MailToSend & {
  readonly text: string
  /** Whether what signs its recipient in was left out when it was kept. */
  readonly isSignInHidden: boolean
}

/** Reads a mail that a sandbox kept instead of sending it. @throws AppError not_found */
export async function readKeptMail(
  { database }: Pick<BasicDeps, 'database'>,
  tenantId: string,
  mailId: string,
): Promise<KeptMail> {
  const mail = await database.asTenant(tenantId, (tx) => findMailToSend(tx, mailId))
  if (mail?.status !== 'kept') throw new AppError('not_found')
  const isSignInHidden = signsIn(mail.kind) && mail.letter.action === undefined
  return { ...mail, isSignInHidden, text: letterText(mail, senderOf(mail.sender), null) }
}
