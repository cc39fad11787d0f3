import type { Job } from '../deps.ts'
import { type Attach, sendMail } from './send-mail.ts'

/** The most mails in one job: few enough that the next job waits no longer than for a handful of single mails. */
const mostTogether = 16

/** The jobs that send mails which were written in one transaction. */
export function mailsTogether(tenantId: string, mailIds: readonly string[]): readonly Job[] {
  const starts = Array.from({ length: Math.ceil(mailIds.length / mostTogether) }, (_, index) => index * mostTogether)
  return starts.map((start) => ({ name: 'send_mails', tenantId, mailIds: mailIds.slice(start, start + mostTogether) }))
}

/**
 * Sends mails one after the other, as `sendMail`. When one does not get through, it and those behind it get jobs of their own, so
 * that none of the others waits for a server that is away.
 */
export async function sendMails(
  deps: Parameters<typeof sendMail>[0],
  tenantId: string,
  mailIds: readonly string[],
  attach: Attach,
): Promise<void> {
  for (const [index, mailId] of mailIds.entries()) {
    try {
      await sendMail(deps, tenantId, mailId, { isLast: false }, attach)
    } catch {
      // The failure is noted with the mail, and its own job reports it again.
      await deps.database.asTenant(tenantId, async (tx) => {
        for (const each of mailIds.slice(index)) await deps.enqueue(tx, { name: 'send_mail', tenantId, mailId: each })
      })
      return
    }
  }
}
