import { rotateSigningKey } from '../features/tenant/rotate-signing-key.ts'
import { tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const signingKeyRotate = serviceCommand<{ readonly tenant: string }>({
  define: (command) => command.addOption(tenantOption('the organisation whose tickets are signed')),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    const keyId = await rotateSigningKey(context, tenant)
    return {
      json: { key_id: keyId },
      text: 'Tickets are signed with a new key from now on. Tickets sold before stay good until their event has ended.',
    }
  },
})
