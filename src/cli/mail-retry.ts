import { retryMails } from '../features/mail/retry-mails.ts'
import { listOf, tenantOption, uuid } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const mailRetry = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation whose mails they are'))
      .argument('[uuid...]', 'only these; otherwise all that were given up', listOf(uuid)),
  async run(context, { options, operands }) {
    const tenant = await findTenant(context, options.tenant)
    const chosen = operands.length === 0 ? null : operands
    const mails = await retryMails(context, tenant.id, chosen)
    return {
      json: { mails },
      text: mails.length === 0 ? 'No mail waits to be sent again.' : `On their way again: ${mails.length}.`,
    }
  },
})
