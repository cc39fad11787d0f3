import { retryRefund } from '../features/payment/retry-refund.ts'
import { uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation that refunds',
  define: (command) => command.argument('<uuid>', 'the refund that failed', uuid),
  async run(context, tenant, { operands: [refundId = ''] }) {
    await retryRefund(context, tenant, refundId)
    return { json: { uuid: refundId, requested: true }, text: 'The refund is sent once more.' }
  },
})
