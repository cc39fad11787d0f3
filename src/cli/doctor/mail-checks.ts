import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { type MailServerFault, tryMailServer } from '../../integrations/mail/try-mail-server.ts'
import { CheckFailed, CheckNotice } from './check.ts'
import { rowsOfTenants } from './rows-of-tenants.ts'

/** Checks that the mail server lets us in. Nothing is sent, and neither the account nor the password is said. */
export async function checkMailServer({ smtpUrl, dataDir }: Config): Promise<string> {
  if (smtpUrl === null)
    throw new CheckNotice(
      `SMTP_URL is not set, so no mail leaves this server: nobody gets tickets, links to sign in or word of a cancelled event. What is mailed lies in ${join(dataDir, 'outbox')}.`,
    )
  const { hostname, port, protocol, username } = new URL(smtpUrl)
  const at = `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`
  const fault = await tryMailServer(smtpUrl)
  if (fault === null) return `${at} answers${username === '' ? '' : ' and lets us sign in'}; nothing was sent`
  throw new CheckFailed(`No mail gets through ${at}: ${explain(fault)}`)
}

function explain({ kind, code }: MailServerFault): string {
  const answered = code === null ? '' : ` (it answered ${code})`
  switch (kind) {
    case 'unknown_host':
      return 'no such host is known. Correct the host in SMTP_URL.'
    case 'not_listening':
      return 'nothing listens there. Correct the host or the port in SMTP_URL, or let this machine through the firewall.'
    case 'silent':
      return 'it does not answer. Many networks block port 25: use 587 or 465, and check the firewall.'
    case 'tls':
      return 'no encrypted connection came about. smtps:// is for port 465, smtp:// for 587 and 25; the certificate must be valid for this host.'
    case 'login':
      return `it does not take the account and password of SMTP_URL${answered}. Write special characters encoded, as %40 for @; some providers want a password made for programs.`
    case 'refused':
      return `it refuses us${answered}. Ask whoever runs it whether this machine may send through it.`
  }
}

type Waiting = { readonly failed: number; readonly tried: number; readonly outbox: number }

/** Counts mails that did not get out, whatever the mail server says now. */
export async function checkMailsWaiting(client: pg.Client): Promise<string> {
  const found = await rowsOfTenants<Waiting>(
    client,
    `select count(*) filter (where status = 'failed')::int as failed,
       count(*) filter (where status = 'queued' and attempts > 0)::int as tried,
       count(*) filter (where status = 'in_outbox')::int as outbox
     from mail where tenant_id = $1 and status in ('failed', 'queued', 'in_outbox')`,
  )
  const unsent = found.filter(({ failed, tried, outbox }) => failed + tried + outbox > 0)
  if (unsent.length === 0) return 'no mail was given up, and none lies in the outbox'
  const said = unsent.map(({ slug, ...counts }) => `${slug} (${describe(counts)})`)
  throw new CheckNotice(
    `Mails did not get out: ${said.join(', ')}. "guichet mail list --tenant … --status failed" says why, "guichet mail retry" sends those that were given up again.`,
  )
}

function describe({ failed, tried, outbox }: Waiting): string {
  return [
    failed === 0 ? [] : `${failed} given up`,
    tried === 0 ? [] : `${tried} tried again`,
    outbox === 0 ? [] : `${outbox} in the outbox`,
  ]
    .flat()
    .join(', ')
}
