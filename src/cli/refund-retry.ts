import { retryRefund } from '../features/payment/retry-refund.ts'
import { uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operand } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation that refunds',
  operand: operand('<uuid>', 'the refund that failed', uuid),
  async run(context, tenant, { operand: refundId }) {
    await retryRefund(context, tenant, refundId)
    return { json: { uuid: refundId, requested: true }, text: 'The refund is sent once more.' }
  },
})
