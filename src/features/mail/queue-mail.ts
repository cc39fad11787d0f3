import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'

export type MailKind = 'sign_in' | 'welcome_administrator' | 'confirm_reservation' | 'tickets'

export type NewMail = {
  readonly kind: MailKind
  readonly recipient: string
  readonly subject: string
  readonly bodyText: string
  readonly reservationId?: string
}

/** Writes the mail and its job in the caller's transaction: what rolls back is never sent. */
export async function queueMail(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  mail: NewMail,
): Promise<string> {
  const mailId = await insertMail(deps, tx, mail)
  await deps.enqueue(tx, { name: 'send_mail', tenantId: tx.tenantId, mailId })
  return mailId
}

/** Writes the mail without a job, for a caller that sends it itself. */
export async function insertMail(deps: Pick<Deps, 'now'>, tx: TenantTx, mail: NewMail): Promise<string> {
  const id = newId()
  await tx
    .insertInto('mail')
    .values({
      tenantId: tx.tenantId,
      id,
      kind: mail.kind,
      recipient: mail.recipient,
      subject: mail.subject,
      bodyText: mail.bodyText,
      reservationId: mail.reservationId ?? null,
      status: 'queued',
      createdAt: deps.now(),
    })
    .execute()
  return id
}
