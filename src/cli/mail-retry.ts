import { retryMails } from '../features/mail/retry-mails.ts'
import { listOf, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation whose mails they are',
  define: (command) => command.argument('[uuid...]', 'only these; otherwise all that were given up', listOf(uuid)),
  async run(context, tenant, { operands }) {
    const chosen = operands.length === 0 ? null : operands
    const mails = await retryMails(context, tenant.id, chosen)
    return {
      json: { mails },
      text: mails.length === 0 ? 'No mail waits to be sent again.' : `On their way again: ${mails.length}.`,
    }
  },
})
