import { theServer } from '../features/account/actor.ts'
import { revokeApiKey } from '../features/team/revoke-api-key.ts'
import { keyPrefix, tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const apiKeyRevoke = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation of the key'))
      .argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, { options, operands: [prefix = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    await revokeApiKey(context, tenant, theServer, { prefix })
    return { json: { prefix, revoked: true }, text: `The key ${prefix} is refused from now on.` }
  },
})
