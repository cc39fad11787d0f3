import { listMails } from '../features/mail/mail.queries.ts'
import { mailStatuses } from '../features/mail/mail.ts'
import { withoutInvisible } from '../lib/text.ts'
import { formatDateTime } from '../lib/time.ts'
import { defined } from '../http/wire/defined.ts'
import { uuid, wholeNumber } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { oneOf, optional, usually } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation whose mails they are',
  options: {
    '--status <status>': optional('only those; `failed` were given up', oneOf(mailStatuses)),
    '--before <uuid>': optional('only older ones than this: the next page', uuid),
    '--limit <number>': usually(100, 'at most so many', wholeNumber(1, 1000)),
  },
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
