import { Option } from 'commander'
import { listMails } from '../features/mail/mail.queries.ts'
import { type MailStatus, mailStatuses } from '../features/mail/mail.ts'
import { withoutInvisible } from '../lib/text.ts'
import { formatDateTime } from '../lib/time.ts'
import { tenantOption, uuid, wholeNumber } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = {
  readonly tenant: string
  readonly status?: MailStatus
  readonly before?: string
  readonly limit: number
}

export const mailList = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation whose mails they are'))
      .addOption(new Option('--status <status>', 'only those; `failed` were given up').choices(mailStatuses))
      .option('--before <uuid>', 'only older ones than this: the next page', uuid)
      .option('--limit <number>', 'at most so many', wholeNumber(1, 1000), 100),
  async run(context, { options: { tenant: slug, ...filter } }) {
    const tenant = await findTenant(context, slug)
    const mails = await context.database.asTenant(tenant.id, (tx) => listMails(tx, filter))
    return {
      json: {
        mails: mails.map((mail) => ({
          uuid: mail.id,
          kind: mail.kind,
          recipient: mail.recipient,
          subject: mail.subject,
          status: mail.status,
          attempts: mail.attempts,
          failure: mail.failure,
          created_at: formatDateTime(mail.createdAt),
          settled_at: mail.settledAt === null ? null : formatDateTime(mail.settledAt),
        })),
      },
      text:
        mails
          .map(({ id, createdAt, status, attempts, failure, kind, recipient, subject }) =>
            // A line each, whatever a mail server had to say.
            [
              `${id}  ${formatDateTime(createdAt)}  ${status}, ${attempts} attempts${failure === null ? '' : `: ${withoutInvisible(failure)}`}`,
              `  ${kind} to ${recipient}: ${withoutInvisible(subject)}`,
            ].join('\n'),
          )
          .join('\n') || 'There are no such mails.',
    }
  },
})
