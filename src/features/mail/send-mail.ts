import type { Deps } from '../deps.ts'

export type MailStatus = 'queued' | 'sent' | 'in_outbox' | 'refused' | 'failed'

/**
 * Hands one mail to the mailer and notes what became of it. A mail that is no longer queued was sent by an earlier run,
 * and answers with what became of it then.
 *
 * @throws Error when it should be tried again
 */
export async function sendMail(
  deps: Pick<Deps, 'database' | 'now' | 'mailer'>,
  tenantId: string,
  mailId: string,
): Promise<MailStatus> {
  const mail = await deps.database.asTenant(tenantId, (tx) =>
    tx
      .selectFrom('mail')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where('id', '=', mailId)
      .executeTakeFirstOrThrow(),
  )
  if (mail.status !== 'queued') return mail.status as MailStatus
  const outcome = await deps.mailer.send({
    id: mail.id,
    recipient: mail.recipient,
    subject: mail.subject,
    bodyText: mail.bodyText,
  })
  await deps.database.asTenant(tenantId, (tx) =>
    tx
      .updateTable('mail')
      .set({ status: outcome, sentAt: deps.now() })
      .where('tenantId', '=', tenantId)
      .where('id', '=', mailId)
      .execute(),
  )
  return outcome
}
