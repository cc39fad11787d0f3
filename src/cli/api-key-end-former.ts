import { theServer } from '../features/account/actor.ts'
import { endFormerSecret } from '../features/team/roll-api-key.ts'
import { keyPrefix } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation of the key',
  define: (command) => command.argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, tenant, { operands: [prefix = ''] }) {
    await endFormerSecret(context, tenant, theServer, { prefix })
    return { json: { prefix, former_ended: true }, text: `Of the key ${prefix} the present secret alone is good.` }
  },
})
