import { Option } from 'commander'
import { listMails } from '../features/mail/mail.queries.ts'
import { type MailStatus, mailStatuses } from '../features/mail/mail.ts'
import { withoutInvisible } from '../lib/text.ts'
import { formatDateTime } from '../lib/time.ts'
import { defined } from '../http/wire/defined.ts'
import { uuid, wholeNumber } from './arguments.ts'
import { tenantCommand } from './command.ts'

type Options = { readonly status?: MailStatus; readonly before?: string; readonly limit: number }

export const command = tenantCommand<Options>({
  whose: 'the organisation whose mails they are',
  define: (command) =>
    command
      .addOption(new Option('--status <status>', 'only those; `failed` were given up').choices(mailStatuses))
      .option('--before <uuid>', 'only older ones than this: the next page', uuid)
      .option('--limit <number>', 'at most so many', wholeNumber(1, 1000), 100),
  async run(context, tenant, { options: { status, before, limit } }) {
    const mails = await context.database.asTenant(tenant.id, (tx) =>
      listMails(tx, { limit, ...defined({ status, before }) }),
    )
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
