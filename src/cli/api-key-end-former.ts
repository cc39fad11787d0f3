import { theServer } from '../features/account/actor.ts'
import { endFormerSecret } from '../features/team/roll-api-key.ts'
import { keyPrefix, tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const apiKeyEndFormer = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation of the key'))
      .argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, { options, operands: [prefix = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    await endFormerSecret(context, tenant, theServer, { prefix })
    return { json: { prefix, former_ended: true }, text: `Of the key ${prefix} the present secret alone is good.` }
  },
})
