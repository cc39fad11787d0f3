import { retryMails } from '../features/mail/retry-mails.ts'
import { listOf, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operands } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation whose mails they are',
  operand: operands('[uuid...]', 'only these; otherwise all that were given up', listOf(uuid)),
  async run(context, tenant, { operand: ids }) {
    const mails = await retryMails(context, tenant.id, ids.length === 0 ? null : ids)
    return {
      json: { mails },
      text: mails.length === 0 ? 'No mail waits to be sent again.' : `On their way again: ${mails.length}.`,
    }
  },
})
