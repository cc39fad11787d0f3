import type { TenantTx } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import type { WrittenMail } from './letter.ts'
import { sendingJobs } from './mail.ts'

/** A written mail and whom it is for: `{ ...ticketsLetter(language, …), recipient }`. */
export type NewMail = WrittenMail & {
  readonly recipient: string
  readonly reservationId?: string
  /** What the attached document is made from when the mail is sent (jobs/attachments.ts). */
  readonly documentId?: string
  /** Whether it is about no booking, and nobody has shown that its recipient asked for it (ADR 0238). */
  readonly unasked?: boolean
  /** The time from which it is not sent any more, because a link in it has ended. */
  readonly usefulUntil?: Date
}

/** Writes the mail and its job in the caller's transaction: what rolls back is never sent. */
export async function queueMail(deps: Pick<Deps, 'now' | 'enqueue'>, tx: TenantTx, mail: NewMail): Promise<string> {
  const mailId = await insertMail(deps, tx, mail)
  await deps.enqueue(tx, { name: sendingJobs[mail.kind], tenantId: tx.tenantId, mailId })
  return mailId
}

/** Writes the mail without a job, for a caller that sends it itself. */
export async function insertMail(deps: Pick<Deps, 'now'>, tx: TenantTx, mail: NewMail): Promise<string> {
  const id = newId()
  await insertRows(tx, 'mail', {
    id,
    kind: mail.kind,
    language: mail.language,
    recipient: mail.recipient,
    subject: mail.letter.subject,
    letter: JSON.stringify(mail.letter),
    reservationId: mail.reservationId ?? null,
    documentId: mail.documentId ?? null,
    usefulUntil: mail.usefulUntil ?? null,
    unasked: mail.unasked ?? false,
    status: 'queued',
    createdAt: deps.now(),
  }).execute()
  return id
}
