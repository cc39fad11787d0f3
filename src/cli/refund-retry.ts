import { retryRefund } from '../features/payment/retry-refund.ts'
import { tenantOption, uuid } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const refundRetry = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command.addOption(tenantOption('the organisation that refunds')).argument('<uuid>', 'the refund that failed', uuid),
  async run(context, { options, operands: [refundId = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    await retryRefund(context, tenant, refundId)
    return { json: { uuid: refundId, requested: true }, text: 'The refund is sent once more.' }
  },
})
