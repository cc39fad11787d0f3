import type { Job } from '../deps.ts'
import { type Attach, sendMail } from './send-mail.ts'

/** Few enough that whoever comes next waits no longer than for a handful of single ones. */
const mostTogether = 16

/** The jobs that send mails which were written in one transaction. */
export function mailsTogether(tenantId: string, mailIds: readonly string[]): readonly Job[] {
  const starts = Array.from({ length: Math.ceil(mailIds.length / mostTogether) }, (_, index) => index * mostTogether)
  return starts.map((start) => ({ name: 'send_mails', tenantId, mailIds: mailIds.slice(start, start + mostTogether) }))
}

/**
 * Sends one after the other, each as sendMail does. Once one does not get through, it and those behind it get jobs of their own,
 * and a server that is away is waited for by none of the others.
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
      // What it said stands with the mail, and its own job says it again.
      await deps.database.asTenant(tenantId, async (tx) => {
        for (const each of mailIds.slice(index)) await deps.enqueue(tx, { name: 'send_mail', tenantId, mailId: each })
      })
      return
    }
  }
}
