import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps, Deps, EnqueueDeps } from '../deps.ts'
import { letterText } from '../mail/letter-text.ts'
import { countMails } from '../mail/mail.queries.ts'
import type { MailStatus } from '../mail/mail.ts'
import { findMailToSend, type MailToSend } from '../mail/mail-to-send.queries.ts'
import { retryMails } from '../mail/retry-mails.ts'
import { senderOf } from '../mail/sender.ts'
import { noteInBoth } from './note-at-root.ts'
import { findTenantById, listTenantIds } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

export type MailsOfTenant = { readonly tenant: Tenant; readonly counts: Readonly<Record<MailStatus, number>> }

const none = { queued: 0, sent: 0, in_outbox: 0, kept: 0, refused: 0, failed: 0, withdrawn: 0 }

/** Reads the state of the mails of every organisation, one after the other; those without any are left out. */
export async function readMailsEverywhere(deps: Pick<Deps, 'database'>): Promise<readonly MailsOfTenant[]> {
  const found: MailsOfTenant[] = []
  for (const id of await deps.database.asServer(listTenantIds)) {
    const counts = await deps.database.asTenant(id, countMails)
    const tenant = counts.length === 0 ? null : await deps.database.asServer((tx) => findTenantById(tx, id))
    if (tenant)
      found.push({
        tenant,
        counts: { ...none, ...Object.fromEntries(counts.map(({ status, count }) => [status, count])) },
      })
  }
  return found
}

/**
 * Sends mails again from Root; both logs say so.
 *
 * @param ids the mails; null: all that were given up
 * @returns how many are on their way again
 * @throws AppError not_found (one of them may not be sent again), invalid_transition (its text is deleted)
 */
export async function sendMailsAgain(
  deps: EnqueueDeps,
  actor: Actor,
  tenant: Tenant,
  ids: readonly string[] | null,
): Promise<number> {
  const { length: count } = await retryMails(deps, tenant.id, ids)
  if (count > 0) await noteInBoth(deps, actor, tenant, { action: 'mail.sent_again', after: { count } })
  return count
}

export type ReadableMail = MailToSend & { readonly text: string }

/**
 * Reads a mail that is in the outbox because there is no mail server. It may hold a link that signs somebody in, so both logs say who
 * read it; one that went out is for its recipient alone.
 *
 * @throws AppError not_found
 */
export async function readOutboxMail(
  deps: BasicDeps,
  actor: Actor,
  tenant: Tenant,
  mailId: string,
): Promise<ReadableMail> {
  const mail = await deps.database.asTenant(tenant.id, (tx) => findMailToSend(tx, mailId))
  if (mail?.status !== 'in_outbox') throw new AppError('not_found')
  await noteInBoth(deps, actor, tenant, { action: 'mail.read_at_root', after: { kind: mail.kind } })
  return { ...mail, text: letterText(mail, senderOf(mail.sender), null) }
}
